import type { ModelIndex } from '../document/model-index.ts';
import type { Json } from '../record-data.ts';
import type { DataRow } from './data-set.ts';
import { Numbers } from './numbers.ts';

/** A row and the existing or future id of its record. */
export interface KnownRow {
  readonly row: DataRow;
  readonly id: string;
}

export const keyOf = (entity: string, id: string): string => `${entity}/${id}`;

/** The ids that a row refers to, with field and entity. */
export function referencesOf(
  index: ModelIndex,
  { entity, values }: DataRow,
): { readonly field: string; readonly entity: string; readonly id: string }[] {
  return [...values].flatMap(([name, value]) => {
    const type = index.field(entity, name)?.type;
    if (type?.kind !== 'relation' && type?.kind !== 'members') return [];
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    return items.flatMap((item) => {
      const id = idOf(item);
      return id === null ? [] : [{ field: name, entity: type.entity.text, id }];
    });
  });
}

/** The id in a value: a text, a number, or a relation as the product returns it; null: none. */
export function idOf(value: Json): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'id' in value ? idOf(value.id as Json) : null;
}

/** Rows to sort. */
export interface SortableRows {
  readonly length: number;
  /** The entities of the rows. */
  readonly entities: ReadonlySet<string>;
  /** Null: the row is left out. */
  row(place: number): DataRow | null;
  /** The position of the row with this id; -1: none. */
  find(entity: string, id: string): number;
}

export interface Order {
  /** The positions of the rows, each after those that it refers to, as far as possible. */
  readonly ordered: Uint32Array;
  /** The positions of rows whose references must be completed later. */
  readonly late: readonly number[];
  /** The fields of a row to set once all rows exist; null: none. */
  lateOf(place: number): ReadonlySet<string> | null;
}

/**
 * Sorts rows so that each comes after those that it refers to. Memory use is a few bytes per row.
 */
export function sortByReferences(index: ModelIndex, rows: SortableRows): Order {
  const count = rows.length;
  /** Only rows of these entities can refer to other rows. */
  const referring = new Set(
    [...rows.entities].filter((entity) =>
      [...(index.entity(entity)?.byName.values() ?? [])].some(
        ({ type }) => (type.kind === 'relation' || type.kind === 'members') && rows.entities.has(type.entity.text),
      ),
    ),
  );
  /** The row's references to rows, including itself. */
  const needsOf = (place: number): readonly { readonly field: string; readonly other: number; readonly canWait: boolean }[] => {
    const row = rows.row(place);
    if (row === null || !referring.has(row.entity)) return [];
    return referencesOf(index, row).flatMap(({ field, entity, id }) => {
      const other = rows.find(entity, id);
      return other < 0 ? [] : [{ field, other, canWait: index.field(row.entity, field)?.required !== true }];
    });
  };
  const late = new Map<number, ReadonlySet<string>>();
  const toLate = (place: number, fields: readonly string[]): void => {
    if (fields.length > 0) late.set(place, new Set([...(late.get(place) ?? []), ...fields]));
  };
  /** How many rows each row waits for; `pairs`: a row and one that waits for it. */
  const waits = new Uint32Array(count);
  const pairs = new Numbers();
  const ordered = new Uint32Array(count);
  const isIn = new Uint8Array(count);
  let length = 0;
  const take = (place: number): void => {
    isIn[place] = 1;
    ordered[length++] = place;
  };
  for (let place = 0; place < count; place++) {
    const needs = needsOf(place);
    // A record that refers to itself does not exist yet when it is written.
    toLate(
      place,
      needs.filter(({ other, canWait }) => other === place && canWait).map(({ field }) => field),
    );
    for (const other of new Set(needs.map((need) => need.other))) {
      if (other === place) continue;
      pairs.push(other);
      pairs.push(place);
      waits[place] = (waits[place] ?? 0) + 1;
    }
  }
  let left = count;
  for (let place = 0; place < count; place++) {
    if (waits[place] !== 0) continue;
    if (rows.row(place) === null) left--;
    else take(place);
  }
  const waiting = grouped(pairs, count);
  const missing = (place: number) => needsOf(place).filter(({ other }) => other !== place && isIn[other] === 0);
  /** The position from which to search the next row of a cycle. */
  let from = 0;
  const nextOfCycle = (): number => {
    let first = -1;
    for (let seen = 0; seen < count; seen++) {
      const place = (from + seen) % count;
      if (isIn[place] === 1 || rows.row(place) === null) continue;
      if (first < 0) first = place;
      if (!missing(place).every(({ canWait }) => canWait)) continue;
      from = place;
      return place;
    }
    return first;
  };
  // `ordered` grows during the loop. In a cycle, one row is taken without its missing references.
  for (let at = 0; at < left; at++) {
    if (at === length) {
      const place = nextOfCycle();
      toLate(
        place,
        missing(place).map(({ field }) => field),
      );
      take(place);
    }
    for (const other of waiting(ordered[at] as number)) {
      const still = (waits[other] as number) - 1;
      waits[other] = still;
      if (still === 0 && isIn[other] === 0) take(other);
    }
  }
  return { ordered: ordered.subarray(0, length), late: [...late.keys()], lateOf: (place) => late.get(place) ?? null };
}

/**
 * Returns a function from a first number to the second numbers of its pairs. `pairs` alternates
 * first and second; first numbers are below `count`.
 */
function grouped(pairs: Numbers, count: number): (first: number) => Uint32Array {
  const ends = new Uint32Array(count + 1);
  for (let at = 0; at < pairs.length; at += 2) ends[pairs.at(at) + 1] = (ends[pairs.at(at) + 1] as number) + 1;
  for (let first = 0; first < count; first++) ends[first + 1] = (ends[first + 1] as number) + (ends[first] as number);
  const places = new Uint32Array(pairs.length / 2);
  const next = ends.slice();
  for (let at = 0; at < pairs.length; at += 2) {
    const first = pairs.at(at);
    const place = next[first] as number;
    places[place] = pairs.at(at + 1);
    next[first] = place + 1;
  }
  return (first) => places.subarray(ends[first], ends[first + 1]);
}
