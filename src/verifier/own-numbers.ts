import type { Node } from '../expression/node.ts';
import type { Json } from '../expression/values/json.ts';
import { visit } from '../expression/visit.ts';
import type { Call } from '../model/ast/calls.ts';
import type { Model } from '../model/model.ts';
import type { Comparing } from './compare.ts';
import { tellsOfOne } from './judge.ts';

/**
 * The numbers that each side has given to the records of this run. They tell whose an entry of a
 * list is where no text in it does.
 */
export class OwnNumbers {
  readonly #views: ReadonlySet<string>;
  readonly #origin: Comparing['origin'];
  readonly #marker: (() => string) | undefined;
  /** By side, view, key and number: what texts carried that were written then. */
  readonly #known = new Map<string, string>();

  constructor(model: Model, origin: Comparing['origin'], marker?: () => string) {
    this.#views = new Set(model.views.map(({ name }) => name.text));
    this.#origin = origin;
    this.#marker = marker;
  }

  /** Of an answer about one record: the numbers that two oracles choose differently. */
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

  /** Null: it is not known. */
  originOf(call: Call, entry: Json, side: 'oracle' | 'actual'): 'own' | 'spoilt' | null {
    const view = this.#viewOf(call);
    if (view === null || !isObject(entry)) return null;
    const origins = Object.entries(entry).map(([key, value]) => {
      const marker = typeof value === 'number' ? this.#known.get(`${side} ${view} ${key} ${value}`) : undefined;
      return marker === undefined ? null : this.#origin(marker);
    });
    return origins.includes('spoilt') ? 'spoilt' : origins.includes('own') ? 'own' : null;
  }

  /** The view in which a call shows records; null: none, or several. */
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
