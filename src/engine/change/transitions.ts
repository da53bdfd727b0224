import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import type { TransitionRow } from '../document/model-index.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { readOrNull } from '../world/labels.ts';
import type { Authority, World } from '../world/world.ts';
import { refusal } from './refusals.ts';

/** The record's state in a machine's field; null if it has none. */
export function stateOf(record: RecordValue, field: string): string | null {
  const state = readOrNull(record, field);
  return typeof state === 'string' ? state : null;
}

export const leavesState = (transition: Transition, state: string | null): boolean =>
  transition.any || (state !== null && transition.from.some((name) => name.text === state));

/**
 * Whether a row's roles allow it; the product's authority ignores them. Record null: for any
 * record.
 */
export const isFor = (world: World, transition: Transition, authority: Authority, record: RecordValue | null): boolean =>
  authority === 'product' || world.access.hasRole(transition.roles, record);

/** The rows of an event that can be tried now, or the refusal if there are none. */
export function candidates(
  world: World,
  record: RecordValue,
  rows: readonly TransitionRow[],
  event: string,
  authority: Authority,
): { readonly rows: readonly TransitionRow[] } | { readonly refusal: Refusal } {
  const here = rows.filter(({ machine, transition }) => leavesState(transition, stateOf(record, machine.field)));
  const { entity } = record;
  const permission: PermissionKey = { entity, field: null, operation: event };
  if (here.length === 0) {
    const state = rows[0] === undefined ? null : stateOf(record, rows[0].machine.field);
    const at = rows[0]?.transition.span ?? null;
    const because =
      rows.length === 0 ? `${entity} has no event “${event}”` : `no transition of “${event}” leaves the state “${state ?? ''}”`;
    return {
      refusal: refusal(world.index, { error: 'CONFLICT', entity, record, at, because, ...(rows.length === 0 ? {} : { permission }) }),
    };
  }
  const mine = here.filter(({ transition }) => isFor(world, transition, authority, record));
  if (mine.length > 0) return { rows: mine };
  const at = here[0]?.transition.span ?? null;
  const because = `section 4 reserves “${event}” for other roles in this state`;
  return { refusal: refusal(world.index, { error: 'FORBIDDEN', entity, record, at, because, permission }) };
}

/** Whether the guard holds; one that is a hole, or depends on one, is not enforced. */
export function guardHolds(world: World, transition: Transition, record: RecordValue | null, bound: Given): boolean {
  const { guard } = transition;
  if (guard === null || transition.guardHole || world.index.dependsOnHole(guard)) return true;
  return isTrue(guard, world.scope(record, bound));
}

/**
 * The refusal if no guard of these rows is true: from the first row that names an error, else the
 * first row. A row to `refused` whose guard is false does not refuse, so its error is not given.
 * Null: no rows.
 */
export function guardsRefusal(world: World, rows: readonly TransitionRow[], record: RecordValue, name: string): Refusal | null {
  const leading = rows.filter(({ transition }) => !transition.refuses);
  const row = leading.find(({ transition }) => transition.error !== null) ?? leading[0] ?? rows[0];
  return row === undefined ? null : guardRefusal(world, row.transition, record, name);
}

export function guardRefusal(world: World, transition: Transition, record: RecordValue, name: string): Refusal {
  const error = transition.refuses ? null : transition.error;
  return rowRefusal(world, { transition, error, because: `the guard of “${name}” is false` }, record, name);
}

/** The refusal by a row to `refused` that is taken. */
export function takenRefusal(world: World, transition: Transition, record: RecordValue, name: string): Refusal {
  return rowRefusal(world, { transition, error: transition.error, because: `the row “${name}” refuses this` }, record, name);
}

interface Because {
  readonly transition: Transition;
  readonly error: Name | null;
  readonly because: string;
}

function rowRefusal(world: World, { transition, error, because }: Because, record: RecordValue, name: string): Refusal {
  return refusal(world.index, {
    error: error?.text ?? 'CONFLICT',
    entity: record.entity,
    record,
    at: transition.span,
    because,
    // A timer acts without a person, so no permission is involved.
    ...(world.index.rowsOf(record.entity, name).length > 0 ? { permission: { entity: record.entity, field: null, operation: name } } : {}),
  });
}
