import { items } from '../../expression/values/compare.ts';
import { isFile, isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import { mayHaveFile } from '../change/files.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';

/**
 * Which records and files a person may put into a field: those that they may know of. All others
 * count as missing.
 */
export interface ReferenceAccess {
  record(entity: string, id: string): boolean;
  file(id: string): boolean;
}

/** Allows everything, for effects, examples and timers. */
export const allowsAnyReference: ReferenceAccess = { record: () => true, file: () => true };

/** The allowed values of an event's parameter, which belongs to no record yet. */
export const mayName = (world: World): ReferenceAccess => holding(world, new Set());

/**
 * The allowed values of a field: what the person may read, their own account, the existing value if
 * they can see it, and the record that they have just written (`knows`).
 */
export function mayHold(world: World, field: Field, record: RecordValue | null, knows?: string): ReferenceAccess {
  const seen = record !== null && world.access.seesField(record, field.name.text);
  const there = seen && record !== null ? idsIn(readOrNull(record, field.name.text)) : new Set<string>();
  return holding(world, knows === undefined ? there : new Set([...there, knows]));
}

const holding = (world: World, there: ReadonlySet<string>): ReferenceAccess => ({
  record(entity, id) {
    if (there.has(id)) return true;
    const me = world.me();
    if (me?.entity === entity && me.id === id) return true;
    const record = world.record(entity, id);
    return record !== null && world.access.mayRead(record);
  },
  file: (id) => there.has(id) || mayHaveFile(world, id),
});

export function idsIn(value: Value): ReadonlySet<string> {
  const all = items(value) ?? [value];
  return new Set(all.flatMap((one) => (isRecord(one) || isFile(one) ? [one.id] : [])));
}
