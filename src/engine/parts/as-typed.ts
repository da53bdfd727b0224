import type { RecordValue } from '../../expression/values/value.ts';
import type { Entity } from '../../model/ast/entities.ts';
import { Draft } from '../change/draft.ts';
import { readValues } from '../change/values.ts';
import type { Given } from '../operation.ts';
import type { World } from '../world/world.ts';

/** The future record that a line belongs to, and the line's relation to it. */
export interface Owner {
  readonly by: string;
  readonly record: RecordValue;
}

/** The record as typed: the valid given values, over the defaults or the stored values. */
export function draftRecord(
  world: World,
  entity: Entity,
  record: RecordValue | null,
  given: Given,
  owner: Owner | null = null,
): RecordValue {
  const relation = (field: string): RecordValue | null => (field === owner?.by ? owner.record : null);
  const name = entity.name.text;
  const settable = new Map([...given].filter(([field]) => entity.byName.get(field)?.settable === true));
  const values = readValues(world, name, withoutPasswords(entity, settable), { authority: 'person', record });
  const stored = record === null ? null : world.stored(name, record.id);
  if (record === null || stored === null) return new Draft(world, entity, world.newId(), values, relation).record;
  const after = { ...stored, ...Object.fromEntries(values.stored), id: record.id };
  return world.imagined(name, record.id, {
    stored: () => after,
    members: (field) => values.members.get(field) ?? null,
    need: () => {},
    plain: () => null,
    relation,
  });
}

/** Leaves out passwords, which take long to hash and affect nothing that a form shows. */
const withoutPasswords = (entity: Entity, given: Given): Given =>
  new Map([...given].filter(([field]) => entity.byName.get(field)?.type.kind !== 'password'));
