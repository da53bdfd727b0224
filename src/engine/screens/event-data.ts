import type { RecordValue } from '../../expression/values/value.ts';
import { candidates, guardsRefusal, takenRefusal } from '../change/transitions.ts';
import type { TransitionRow } from '../document/model-index.ts';
import type { EventData } from '../form-data.ts';
import type { Refusal } from '../outcome.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { guardsOf } from './guards.ts';
import { eventInputs } from './inputs.ts';
import { parametersOf } from './parameters.ts';

/**
 * Whether the person may trigger an event on a record now. Null if roles, permissions or the state
 * do not allow it: the event is hidden. If only its guard is false and it takes no input, it is
 * shown with the refusal.
 */
export function eventData(world: World, record: RecordValue, event: string, guards = guardsOf(world)): EventData | null {
  const rows = allowed(world, record, event);
  const [first] = rows;
  if (first === undefined) return null;
  const { open, refusal } = firstOpen(world, rows, record, event, guards);
  const row = open ?? first;
  const to = row.transition.to?.text ?? null;
  return {
    event,
    enabled: refusal === null,
    refusal,
    at: row.transition.span,
    to: to === null || readOrNull(record, row.machine.field) === to ? null : to,
    field: row.machine.field,
    parameters: eventInputs(world, record.entity, row.transition, record),
  };
}

/**
 * The first of these rows that may be taken, and why the event is refused; null: it is not. What a
 * person enters may still make a guard true.
 */
export function firstOpen(
  world: World,
  rows: readonly TransitionRow[],
  record: RecordValue,
  event: string,
  guards = guardsOf(world),
): { readonly open: TransitionRow | null; readonly refusal: Refusal | null } {
  const open = rows.find(({ transition }) => parametersOf(transition).length > 0 || guards(transition, record));
  if (open === undefined) return { open: null, refusal: guardsRefusal(world, rows, record, event) };
  const { transition } = open;
  const refuses = transition.refuses && parametersOf(transition).length === 0;
  return { open, refusal: refuses ? takenRefusal(world, transition, record, event) : null };
}

/** The rows of an event that roles, permissions and state allow. */
export function allowed(world: World, record: RecordValue, event: string): readonly TransitionRow[] {
  const { access, index } = world;
  if (!access.mayRead(record) || !access.isGranted(access.grant(record.entity, event), record)) return [];
  const possible = candidates(world, record, index.rowsOf(record.entity, event), event, 'person');
  return 'refusal' in possible ? [] : possible.rows;
}

/** Whether the person may delete the record now. Null: delete is hidden. */
export function deleteData(world: World, record: RecordValue): { readonly enabled: boolean; readonly refusal: Refusal | null } | null {
  const { access, index } = world;
  if (!access.mayRead(record) || !access.isGranted(access.grant(record.entity, 'delete'), record)) return null;
  if (index.rowsOf(record.entity, 'delete').length === 0) return { enabled: true, refusal: null };
  const rows = allowed(world, record, 'delete');
  if (rows.length === 0) return null;
  const { refusal } = firstOpen(world, rows, record, 'delete');
  return { enabled: refusal === null, refusal };
}
