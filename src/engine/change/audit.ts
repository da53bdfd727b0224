import { setOwn } from '../../base/own.ts';
import { type Json, toJson } from '../../expression/values/json.ts';
import { isHidden, isSecret } from '../../model/types/traits.ts';
import type { StoredRecord } from '../../store/store.ts';
import { differences } from '../world/touched.ts';
import type { World } from '../world/world.ts';

/**
 * By field: the members that left and joined a list. The rest of the list may be long and is not
 * included.
 */
export type MembersChanged = ReadonlyMap<string, { readonly from: readonly string[]; readonly to: readonly string[] }>;

/** The changes of lists that are deleted with their record. */
export const allRemoved = (lists: ReadonlyMap<string, readonly string[]>): MembersChanged =>
  new Map([...lists].map(([field, ids]) => [field, { from: ids, to: [] }]));

type Changes = Record<string, { readonly from: Json; readonly to: Json }>;

/** What changed, by field. Leaves out passwords, secrets, and fields that every write changes. */
export function changesForTrail(
  world: World,
  entity: string,
  before: StoredRecord | null,
  after: StoredRecord | null,
  members: MembersChanged,
): Changes {
  const changes: Changes = {};
  for (const [field, from, to] of differences(before, after)) {
    if (field === 'id' || field === 'updatedAt' || field === 'createdAt' || field === 'createdBy') continue;
    const declared = world.index.field(entity, field);
    if (isSecret(declared) || isHidden(declared)) continue;
    setOwn(changes, field, { from: toJson(from), to: toJson(to) });
  }
  for (const [field, { from, to }] of members) if (from.length + to.length > 0) setOwn<Changes[string]>(changes, field, { from, to });
  return changes;
}
