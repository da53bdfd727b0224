import type { RecordValue, Value } from '../expression/value.ts';
import { valueToJson } from '../store/json-value.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Write } from './operation.ts';
import type { World } from './world.ts';

/** A record that a transaction wrote: as it was, and what was done to it. */
export class Touched {
  readonly entity: string;
  readonly id: string;
  /** Null: it is new. */
  readonly before: StoredRecord | null;
  readonly membersBefore = new Map<string, readonly string[]>();
  readonly writes: Write[] = [];
  deleted = false;

  constructor(entity: string, id: string, before: StoredRecord | null) {
    this.entity = entity;
    this.id = id;
    this.before = before;
  }

  /** Stored fields and member lists that are not what they were. */
  changed(world: World): ReadonlySet<string> {
    const after = world.stored(this.entity, this.id);
    const fields = new Set([...Object.keys(this.before ?? {}), ...Object.keys(after ?? {})]);
    const found = new Set<string>();
    for (const field of fields) if (!sameValue(this.before?.[field] ?? null, after?.[field] ?? null)) found.add(field);
    for (const [field, ids] of this.membersBefore) {
      if (ids.join() !== world.store.members(this.entity, field, this.id).join()) found.add(field);
    }
    return found;
  }

  /** The record as it was before the transaction. */
  old(world: World): RecordValue | null {
    const { before } = this;
    if (before === null) return null;
    return world.imagined(this.entity, this.id, {
      stored: () => before,
      members: (field) => this.membersBefore.get(field) ?? null,
      need: () => {},
      plain: () => null,
    });
  }
}

export const sameValue = (a: Value, b: Value): boolean => a === b || (a !== null && b !== null && valueToJson(a) === valueToJson(b));
