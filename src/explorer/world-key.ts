import { timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainDate, Timestamp, type Value } from '../expression/values/value.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { valueToJson } from '../store/json-value.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Cone } from './cone.ts';
import type { WorldState } from './small-world.ts';

/**
 * A world without what makes no difference: names of records, ages beyond every limit, fields that
 * nothing reads.
 */
export interface WorldKey {
  /** Two worlds with the same text behave alike. */
  readonly text: string;
  /**
   * The records in their order in the text: equal texts have corresponding records at equal places.
   */
  readonly records: readonly { readonly entity: string; readonly id: string }[];
}

interface Column {
  readonly field: string;
  readonly kind: 'relation' | 'moment' | 'day' | 'value' | 'members';
}

interface Item {
  readonly entity: string;
  readonly id: string;
  readonly plain: string;
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

  of({ data, time, refused }: WorldState): WorldKey {
    const age = this.#ages(data, time);
    const entered = new Map(data.entered.map(({ entity, field, record, at }) => [`${entity}.${field}/${record}`, at]));
    const members = new Map(data.members.map((list) => [`${list.entity}.${list.field}/${list.id}`, list.members]));
    const late = new Map<string, string[]>();
    for (const { entity, id, transition } of refused.values()) {
      const key = `${entity}/${id}`;
      late.set(key, [...(late.get(key) ?? []), String(transition.span.from)].sort());
    }
    const items: Item[] = [];
    for (const [entity, columns] of this.#columns)
      for (const record of data.records.get(entity) ?? []) {
        const since = this.#timed.flatMap((timed) => {
          const state = record[timed.field];
          const counts = timed.entity === entity && (timed.states === null || (typeof state === 'string' && timed.states.has(state)));
          const at = entered.get(`${entity}.${timed.field}/${record.id}`);
          return counts && at !== undefined ? [age(at)] : [];
        });
        const plain = columns.map((column) => this.#plain(column, record, time, age));
        items.push({
          entity,
          id: record.id,
          plain: [entity, ...plain, ...since, ...(late.get(`${entity}/${record.id}`) ?? [])].join('\u0001'),
          links: columns.map(({ field, kind }) => linksOf(kind, record[field], members.get(`${entity}.${field}/${record.id}`))),
          rank: 0,
        });
      }
    const ordered = this.#cone.ordered ? items : canonical(items);
    const places = new Map(ordered.map(({ entity, id }, place) => [`${entity}/${id}`, place]));
    const byId = new Map(ordered.map(({ id }, place) => [id, place]));
    const text = ordered
      .map(({ plain, links }) => `${plain}\u0002${links.map((ids) => placed(ids, byId, this.#cone.ordered)).join('\u0001')}`)
      .join('\u0003');
    return {
      text,
      records: [...places.keys()].map((key, place) => ({ entity: key.slice(0, key.indexOf('/')), id: ordered[place]?.id ?? '' })),
    };
  }

  #plain({ field, kind }: Column, record: StoredRecord, time: number, age: (at: number) => string): string {
    const value = record[field] ?? null;
    if (kind === 'relation' || kind === 'members') return value === null ? '' : '>';
    if (kind === 'moment' && value instanceof Timestamp) return age(timestampToMilliseconds(value));
    if (kind === 'day' && value instanceof PlainDate) return String(value.days - Math.floor(time / 86_400_000));
    return valueToJson(value);
  }

  /** Ages beyond every limit differ only in their order. */
  #ages(data: WorldState['data'], time: number): (at: number) => string {
    if (!this.#cone.readsTime) return () => 't';
    const old = new Set<number>();
    const isOld = (at: number): boolean => time - at > this.#oldest;
    for (const [entity, columns] of this.#columns)
      for (const record of data.records.get(entity) ?? [])
        for (const { field, kind } of columns) {
          const value = record[field];
          if (kind === 'moment' && value instanceof Timestamp && isOld(timestampToMilliseconds(value)))
            old.add(timestampToMilliseconds(value));
        }
    const sorted = [...old].sort((a, b) => a - b);
    return (at) => (isOld(at) ? `old${sorted.indexOf(at)}` : String(time - at));
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
  const byId = new Map(items.map((item) => [item.id, item]));
  let classes = rank(items, (item) => item.plain);
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
      return `${String(item.rank).padStart(4, '0')}|${out.join(';')}|${(incoming.get(item.id) ?? []).sort().join(',')}`;
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
