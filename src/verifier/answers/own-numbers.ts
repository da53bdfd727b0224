import type { Node } from '../../expression/node.ts';
import type { Json } from '../../expression/values/json.ts';
import { visit } from '../../expression/visit.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { Comparing } from './compare.ts';
import { tellsOfOne } from './judge.ts';

/**
 * Remembers the numbers that each side gave to records of this run. They show the origin of list
 * entries whose texts do not.
 */
export class OwnNumbers {
  readonly #views: ReadonlySet<string>;
  readonly #origin: Comparing['origin'];
  readonly #marker: (() => string) | undefined;
  /** The marker of the texts written at that time, by side, view, key and number. */
  readonly #known = new Map<string, string>();

  constructor(model: Model, origin: Comparing['origin'], marker?: () => string) {
    this.#views = new Set(model.views.map(({ name }) => name.text));
    this.#origin = origin;
    this.#marker = marker;
  }

  /** Notes the numbers in an answer about one record that the two oracles choose differently. */
  note(call: Call, oracle: Json | undefined, twin: Json | undefined, actual: Json | undefined): void {
    const view = this.#viewOf(call);
    if (this.#marker === undefined || view === null || !tellsOfOne(call)) return;
    if (!isObject(oracle) || !isObject(twin) || !isObject(actual)) return;
    for (const [key, value] of Object.entries(oracle)) {
      const given = actual[key];
      if (typeof value !== 'number' || typeof given !== 'number' || twin[key] === value) continue;
      for (const place of [`oracle ${view} ${key} ${value}`, `actual ${view} ${key} ${given}`])
        if (!this.#known.has(place)) this.#known.set(place, this.#marker());
    }
  }

  /** Call this after a reset: the sides then give the same numbers to other records. */
  forget(): void {
    this.#known.clear();
  }

  /** The origin of a list entry, by its numbers; null if unknown. */
  originOf(call: Call, entry: Json, side: 'oracle' | 'actual'): 'own' | 'spoilt' | null {
    const view = this.#viewOf(call);
    if (view === null || !isObject(entry)) return null;
    const origins = Object.entries(entry).map(([key, value]) => {
      const marker = typeof value === 'number' ? this.#known.get(`${side} ${view} ${key} ${value}`) : undefined;
      return marker === undefined ? null : this.#origin(marker);
    });
    return origins.includes('spoilt') ? 'spoilt' : origins.includes('own') ? 'own' : null;
  }

  /** The view in which a call shows records; null if it uses none or several. */
  #viewOf({ returns }: Call): string | null {
    const found = new Set<string>();
    const root: Node | null = returns?.body?.node ?? null;
    if (root !== null)
      visit(root, (node) => {
        if (node.kind === 'call' && this.#views.has(node.name)) found.add(node.name);
      });
    const [view] = found;
    return found.size === 1 && view !== undefined ? view : null;
  }
}

const isObject = (json: Json | undefined): json is { readonly [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
