import { timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainDate, Timestamp, type Value } from '../expression/values/value.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { valueToJson } from '../store/json-value.ts';
import type { Cell, WorldState } from './cells.ts';
import type { Cone } from './cone.ts';

interface Column {
  readonly field: string;
  readonly kind: 'relation' | 'moment' | 'day' | 'value' | 'members';
}

interface Item {
  readonly cell: Cell;
  readonly plain: number;
  readonly links: readonly (readonly string[])[];
  rank: number;
}

/** Makes keys for the worlds of one document. */
export class WorldKeys {
  readonly #columns: ReadonlyMap<string, readonly Column[]>;
  /** State fields whose time of entry a timer counts from. */
  readonly #timed: readonly { readonly entity: string; readonly field: string; readonly states: ReadonlySet<string> | null }[];
  readonly #oldest: number;
  readonly #cone: Cone;
  readonly #plain = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #links = new WeakMap<Cell, Item['links']>();

  constructor(model: Model, cone: Cone) {
    this.#cone = cone;
    this.#oldest = Math.max(0, ...cone.steps) + 1000;
    this.#columns = new Map(
      model.entities.map((entity) => {
        const name = entity.name.text;
        const kept = [...entity.byName.keys()].filter((field) => cone.fields.has(`${name}.${field}`) && field !== 'id');
        return [name, kept.map((field) => ({ field, kind: kindOf(model, name, field) }))];
      }),
    );
    this.#timed = model.machines.flatMap(({ entity, field, transitions }) => {
      const timers = transitions.filter(({ trigger }) => trigger.kind === 'after');
      if (timers.length === 0) return [];
      const states = timers.some(({ any }) => any) ? null : new Set(timers.flatMap(({ from }) => from.map(({ text }) => text)));
      return [{ entity, field, states }];
    });
  }

  /** The text of a world, and its cells in the order in which they are in the text. */
  of({ cells, time }: WorldState): { readonly text: string; readonly cells: readonly Cell[] } {
    const old = this.#old(cells, time);
    const items = cells.map((cell): Item => ({ cell, plain: this.#plainOf(cell, time, old), links: this.#linksOf(cell), rank: 0 }));
    const ordered = this.#cone.ordered ? items : canonical(items);
    const places = new Map(ordered.map(({ cell }, place) => [cell.id, place]));
    const text = ordered
      .map(({ plain, links }) => `${plain}\u0002${links.map((ids) => placed(ids, places, this.#cone.ordered)).join('\u0001')}`)
      .join('\u0003');
    return { text, cells: ordered.map(({ cell }) => cell) };
  }

  #linksOf(cell: Cell): Item['links'] {
    const known = this.#links.get(cell);
    if (known !== undefined) return known;
    const members = new Map(cell.members);
    const links = (this.#columns.get(cell.entity) ?? [])
      .filter(({ kind }) => kind === 'relation' || kind === 'members')
      .map(({ field, kind }) => linksOf(kind, cell.record[field], members.get(field)));
    this.#links.set(cell, links);
    return links;
  }

  /** Everything but the records that it names; a number for the text. */
  #plainOf(cell: Cell, time: number, old: readonly number[]): number {
    const key = old.length === 0 ? `${cell.template} ${time}` : null;
    const known = key === null ? undefined : this.#plain.get(key);
    if (known !== undefined) return known;
    const text = this.#plainText(cell, time, old);
    const number = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, number);
    if (key !== null) this.#plain.set(key, number);
    return number;
  }

  #plainText({ entity, record, entered, late }: Cell, time: number, old: readonly number[]): string {
    const age = (at: number): string =>
      !this.#cone.readsTime ? 't' : time - at > this.#oldest ? `old${old.indexOf(at)}` : String(time - at);
    const since = this.#timed.flatMap((timed) => {
      const state = record[timed.field];
      const counts = timed.entity === entity && (timed.states === null || (typeof state === 'string' && timed.states.has(state)));
      const at = entered.find(([field]) => field === timed.field)?.[1];
      return counts && at !== undefined ? [age(at)] : [];
    });
    const plain = (this.#columns.get(entity) ?? []).map((column) => {
      const value = record[column.field] ?? null;
      if (column.kind === 'relation' || column.kind === 'members') return value === null ? '' : '>';
      if (column.kind === 'moment' && value instanceof Timestamp) return age(timestampToMilliseconds(value));
      if (column.kind === 'day' && value instanceof PlainDate) return String(value.days - Math.floor(time / 86_400_000));
      return valueToJson(value);
    });
    return [entity, ...plain, ...since, ...late.map(({ transition }) => transition.span.from)].join('\u0001');
  }

  /** Ages beyond every limit differ only in their order. */
  #old(cells: readonly Cell[], time: number): readonly number[] {
    if (!this.#cone.readsTime) return [];
    const old = new Set<number>();
    for (const { entity, record } of cells)
      for (const { field, kind } of this.#columns.get(entity) ?? []) {
        const value = kind === 'moment' ? record[field] : null;
        if (value instanceof Timestamp && time - timestampToMilliseconds(value) > this.#oldest) old.add(timestampToMilliseconds(value));
      }
    return [...old].sort((a, b) => a - b);
  }
}

function kindOf(model: Model, entity: string, field: string): Column['kind'] {
  const type = fieldOf(model, entity, field)?.type.kind;
  if (type === 'relation' || type === 'members') return type;
  return type === 'datetime' ? 'moment' : type === 'date' ? 'day' : 'value';
}

function linksOf(kind: Column['kind'], value: Value | undefined, members: readonly string[] | undefined): readonly string[] {
  if (kind === 'members') return members ?? [];
  return kind === 'relation' && typeof value === 'string' ? [value] : [];
}

/** The order of a list's members counts only where order counts at all. */
function placed(ids: readonly string[], places: ReadonlyMap<string, number>, ordered: boolean): string {
  const found = ids.map((id) => places.get(id) ?? -1);
  return (ordered ? found : found.sort((a, b) => a - b)).join(',');
}

/**
 * Orders records by what they are and what they are linked with, refined until nothing more is
 * told apart; those that remain equal keep their order. A wrong order can only keep two equal
 * worlds apart, never join two that differ: the text contains the whole world.
 */
function canonical(items: readonly Item[]): readonly Item[] {
  const byId = new Map(items.map((item) => [item.cell.id, item]));
  let classes = rank(items, (item) => String(item.plain));
  for (let round = 0; round < items.length; round++) {
    const incoming = new Map<string, string[]>();
    for (const item of items)
      item.links.forEach((ids, column) => {
        for (const id of ids) incoming.set(id, [...(incoming.get(id) ?? []), `${item.rank}:${column}`]);
      });
    const next = rank(items, (item) => {
      const out = item.links.map((ids) =>
        ids
          .map((id) => byId.get(id)?.rank ?? -1)
          .sort((a, b) => a - b)
          .join(','),
      );
      return `${String(item.rank).padStart(4, '0')}|${out.join(';')}|${(incoming.get(item.cell.id) ?? []).sort().join(',')}`;
    });
    if (next === classes) {
      if (classes === items.length) break;
      // Records that are still alike: the first of them is told apart, and what follows from it.
      const alike = items.find((item) => items.some((other) => other !== item && other.rank === item.rank));
      if (alike === undefined) break;
      const { rank: shared } = alike;
      for (const item of items) if (item.rank > shared || (item.rank === shared && item !== alike)) item.rank++;
      classes++;
      continue;
    }
    classes = next;
  }
  return [...items].sort((a, b) => a.rank - b.rank);
}

/** Gives each item the place of its class; gives the number of classes. */
function rank(items: readonly Item[], nameOf: (item: Item) => string): number {
  const names = items.map(nameOf);
  const classes = [...new Set(names)].sort();
  const places = new Map(classes.map((name, place) => [name, place]));
  items.forEach((item, index) => {
    item.rank = places.get(names[index] ?? '') ?? 0;
  });
  return classes.length;
}
