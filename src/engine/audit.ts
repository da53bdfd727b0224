import { type Json, toJson } from '../expression/json.ts';
import type { StoredRecord } from '../store/store.ts';
import { sameValue } from './touched.ts';
import type { World } from './world.ts';

type Changes = Record<string, { readonly from: Json; readonly to: Json }>;

/** What changed, by field: passwords are left out, and so is what every write changes. */
export function changesForTrail(
  world: World,
  entity: string,
  id: string,
  before: StoredRecord | null,
  after: StoredRecord | null,
  membersBefore: ReadonlyMap<string, readonly string[]>,
): Changes {
  const changes: Changes = {};
  for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (field === 'id' || field === 'updatedAt' || field === 'createdAt' || field === 'createdBy') continue;
    if (world.facts.field(entity, field)?.type.kind === 'password') continue;
    const from = before?.[field] ?? null;
    const to = after?.[field] ?? null;
    if (!sameValue(from, to)) changes[field] = { from: toJson(from), to: toJson(to) };
  }
  for (const [field, ids] of membersBefore) changes[field] = { from: ids, to: world.store.members(entity, field, id) };
  return changes;
}
