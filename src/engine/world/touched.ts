import { own } from '../../base/own.ts';
import { type RecordValue, Timestamp, type Value } from '../../expression/values/value.ts';
import { valueToJson } from '../../store/json-value.ts';
import type { StoredRecord } from '../../store/store.ts';
import { idsIn } from '../access/reference-access.ts';
import type { Write } from '../operation.ts';
import { readOrNull } from './labels.ts';
import type { World } from './world.ts';

/** A record that a transaction wrote: its former state, and the writes. */
export class Touched {
  readonly entity: string;
  readonly id: string;
  /** Null: the transaction created it. */
  readonly before: StoredRecord | null;
  /**
   * Added or removed members, by field and id: whether each was in the list before, and is now. The
   * rest of the list may be long and is not read.
   */
  readonly #members = new Map<string, Map<string, { readonly before: boolean; now: boolean }>>();
  /** Lists of other records that were written with it. */
  readonly lists = new Set<string>();
  readonly writes: Write[] = [];
  deleted = false;

  constructor(entity: string, id: string, before: StoredRecord | null) {
    this.entity = entity;
    this.id = id;
    this.before = before;
  }

  /** Stored fields and member lists that differ from before, and lists written with the record. */
  changed(world: World): ReadonlySet<string> {
    const after = world.stored(this.entity, this.id);
    const found = new Set<string>(this.lists);
    for (const [field] of differences(this.before, after)) found.add(field);
    for (const [field, members] of this.#members) {
      if ([...members.values()].some(({ before, now }) => before !== now)) found.add(field);
    }
    return found;
  }

  /**
   * Records an added or removed member; calls `before` only if its state is unknown. Returns
   * whether it was in the list.
   */
  member(field: string, id: string, now: boolean, before: () => boolean): boolean {
    const members = this.#members.get(field) ?? new Map<string, { readonly before: boolean; now: boolean }>();
    this.#members.set(field, members);
    const known = members.get(id);
    if (known === undefined) {
      // A new record had no members.
      const was = this.before !== null && before();
      members.set(id, { before: was, now });
      return was;
    }
    const was = known.now;
    known.now = now;
    return was;
  }

  /** The record before the transaction; null if it is new. */
  old(world: World): RecordValue | null {
    const { before } = this;
    if (before === null) return null;
    return world.imagined(this.entity, this.id, {
      stored: () => before,
      members: (field) => {
        const members = this.#members.get(field);
        if (members === undefined) return null;
        const others = world.store.members(this.entity, field, this.id).filter((id) => !members.has(id));
        return [...others, ...[...members].flatMap(([id, { before }]) => (before ? [id] : []))];
      },
      need: () => {},
      plain: () => null,
    });
  }
}

/** Captures the current record before a write; of its lists only the named ones. */
export function captureRecord(
  world: World,
  { entity, id }: { readonly entity: string; readonly id: string },
  lists: readonly string[],
): RecordValue | null {
  const stored = world.stored(entity, id);
  const record = world.record(entity, id);
  if (stored === null || record === null) return null;
  const members = new Map(lists.map((field) => [field, [...idsIn(readOrNull(record, field))]]));
  return world.imagined(entity, id, {
    stored: () => stored,
    members: (field) => members.get(field) ?? null,
    need: () => {},
    plain: () => null,
  });
}

/** The fields whose values differ, with both values. */
export function differences(before: StoredRecord | null, after: StoredRecord | null): [field: string, from: Value, to: Value][] {
  const found: [string, Value, Value][] = [];
  const compare = (field: string, from: Value, to: Value): void => {
    if (!sameValue(from, to)) found.push([field, from, to]);
  };
  if (before !== null) for (const field of Object.keys(before)) compare(field, before[field] ?? null, own(after, field) ?? null);
  if (after !== null)
    for (const field of Object.keys(after))
      if (before === null || !Object.hasOwn(before, field)) compare(field, null, after[field] ?? null);
  return found;
}

function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return false;
  if (a instanceof Timestamp && b instanceof Timestamp) return a.seconds === b.seconds && a.nanos === b.nanos;
  return valueToJson(a) === valueToJson(b);
}
