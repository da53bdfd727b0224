import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { Duration, PlainTime, type RecordValue, Timestamp } from '../../expression/values/value.ts';
import { momentField, type Transition, type Trigger } from '../../model/ast/states.ts';
import { isStored } from '../../store/schema.ts';
import type { Query } from '../../store/store.ts';
import { Refused } from '../change/refusals.ts';
import { leavesState, stateOf } from '../change/transitions.ts';
import { canEvaluate, type TransitionRow } from '../document/model-index.ts';
import { binary, listOfValues, literal, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import { dueMoment } from './calendar.ts';

/** A transition that fires by itself, for one record. */
export interface Due extends TransitionRow {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The Event cell of a timer's row: `after days(3)`. */
export function timerWords({ trigger }: Transition): string {
  if (trigger.kind === 'after') return `after ${trigger.duration.source}`;
  if (trigger.kind === 'every') return trigger.text;
  return trigger.kind === 'at' ? `at ${trigger.moment.source}` : '';
}

/**
 * The earliest running timers in order of time, and within a moment in the order of the table.
 * Contains all up to the moment `until`: if the store can sort them, it returns only the first
 * `most` of each row. `alone`: each timer depends only on its own record.
 */
export function timers(world: World, most: number): { readonly due: readonly Due[]; readonly until: number; readonly alone: boolean } {
  let until = Infinity;
  let alone = true;
  const entered = new Map<string, ReadonlyMap<string, number>>();
  // Read once for all records, because there may be many.
  const enteredOf = ({ machine }: TransitionRow): Entered => {
    const key = `${machine.entity}.${machine.field}`;
    const known = entered.get(key) ?? world.store.entered(machine.entity, machine.field);
    entered.set(key, known);
    return (id) => known.get(id) ?? null;
  };
  const all = rows(world).flatMap((row) => {
    const first = firstOf(world, row, most);
    if (first === null) {
      alone = false;
      return recordsIn(world, row).flatMap((id) => due(world, row, id, enteredOf(row)));
    }
    // Timers of other rows after the last known one of this row may be out of order.
    if (first.length === most) until = Math.min(until, first.at(-1)?.at ?? Infinity);
    return first;
  });
  return { due: all.filter(({ at }) => at <= until).sort(compareDue), until, alone };
}

/**
 * The earliest timers of a row whose moment is a field, or whose time after entering the state is
 * the same for every record; null: each record must be checked.
 */
function firstOf(world: World, row: TransitionRow, most: number): Due[] | null {
  const { trigger } = row.transition;
  if (trigger.kind === 'at') return firstAt(world, row, most);
  if (trigger.kind !== 'after' || !isSameForAll(trigger.duration)) return null;
  const entered = world.store.enteredFirst(waiting(world, row), row.machine.field, most);
  if (entered === null) return null;
  const wait = waitOf(world, trigger.duration, null);
  return wait === null ? [] : entered.map(({ id, at }) => ({ ...row, id, at: (at ?? world.milliseconds) + wait }));
}

function firstAt(world: World, row: TransitionRow, most: number): Due[] | null {
  const name = momentField(row.transition.trigger);
  const field = name === null ? null : world.index.field(row.machine.entity, name);
  if (name === null || field === null || !isStored(field)) return null;
  const { entity, conditions } = waiting(world, row);
  const isSet = { node: binary('!=', rowField(world, entity, name), literal(null)), variable: null, scope: world.scope(null) };
  const records = world.found({ entity, conditions: [...conditions, isSet], sort: [{ field: name, descending: false }], limit: most });
  return records.flatMap(({ id }) => due(world, row, id, () => null));
}

/** Whether the duration is the same for every record, at any time. */
export const isSameForAll = ({ reads }: Expression): boolean =>
  [reads.self, reads.row, reads.fields, reads.entities, reads.bound].every(({ length }) => length === 0) && !reads.me && !reads.now;

/** The duration in milliseconds; null: it has no value. */
function waitOf(world: World, duration: Expression, record: RecordValue | null): number | null {
  return triedOut(world, () => {
    const value = compileExpression(duration)(world.scope(record));
    return value instanceof Duration ? value.seconds * 1000 + Math.floor(value.nanos / 1e6) : null;
  });
}

/** Null also if the expression costs too much: one timer must not stop the others. */
function triedOut(world: World, moment: () => number | null): number | null {
  // Each timer is an operation of its own.
  world.budget.renew();
  try {
    return moment();
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof Refused) return null;
    throw error;
  }
}

/** Compares by time, and within a moment by the order of the table. */
export const compareDue = (a: Due, b: Due): number => a.at - b.at || a.transition.order - b.transition.order || (a.id < b.id ? -1 : 1);

/** The moment at which a record entered its current state; null if unknown. */
type Entered = (id: string) => number | null;

/** The timers of one record. */
export const timersOf = (world: World, entity: string, id: string): Due[] =>
  rows(world).flatMap((row) => {
    const record = row.machine.entity === entity ? world.record(entity, id) : null;
    const entered: Entered = (one) => world.store.enteredAt(row.machine.entity, row.machine.field, one);
    const is =
      record === null
        ? isProduct(world, row) && entity === row.machine.entity
        : leavesState(row.transition, stateOf(record, row.machine.field));
    return is ? due(world, row, id, entered) : [];
  });

/** The id under which calendar events below `### Product` are stored, which belong to no record. */
export const productId = 'product';

/** The name under which the last moment of a calendar event is stored for each record. */
export const calendarKey = ({ machine: { field }, transition: { trigger } }: TransitionRow): string =>
  `${field} ${trigger.kind === 'every' ? trigger.text : ''}`;

/** Whether a row leaves its record in its state. */
export const staysPut = ({ to, any, from }: Transition): boolean => to === null || any || from.some(({ text }) => text === to.text);

/**
 * The name under which the moment is stored at which a timer last fired and left its record in its
 * state, where it would be due again after a restart and in another process; null: another timer.
 */
export function firedKey({ machine, transition }: TransitionRow): string | null {
  if (!staysPut(transition) || transition.trigger.kind === 'every') return null;
  const words = (row: Transition): string => `${machine.field} ${row.from.map(({ text }) => text).join()} ${timerWords(row)}`;
  const same = machine.transitions.filter((row) => words(row) === words(transition));
  // In the keys of the store in memory, a slash is followed by the record.
  return `${words(transition)} ${same.indexOf(transition)}`.replaceAll('/', ' ');
}

const isProduct = (world: World, { machine, transition }: TransitionRow): boolean =>
  transition.trigger.kind === 'every' && world.index.entity(machine.entity) === null;

/** The product's calendar events without a stored moment: they count from their first check. */
export const newCalendarRows = (world: World): readonly TransitionRow[] =>
  rows(world).filter((row) => isProduct(world, row) && world.store.enteredAt(row.machine.entity, calendarKey(row), productId) === null);

/** The next moment of any calendar event after now; null: none. */
export function nextCalendarMoment(world: World): number | null {
  const calendar = rows(world).filter(({ transition }) => transition.trigger.kind === 'every');
  const moments = calendar.flatMap((row) => {
    const entered: Entered = (id) => world.store.enteredAt(row.machine.entity, row.machine.field, id);
    return recordsIn(world, row).flatMap((id) => due(world, row, id, entered).map(({ at }) => at));
  });
  const later = moments.filter((at) => at > world.milliseconds);
  return later.length === 0 ? null : Math.min(...later);
}

/** The timer rows that can fire; one that depends on a hole does not. */
function rows(world: World): TransitionRow[] {
  return world.index.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition): TransitionRow[] => {
      const { trigger } = transition;
      const used = momentExpressions(trigger);
      if (used === null) return [];
      const isThere = world.index.entity(machine.entity) !== null || isProduct(world, { machine, transition });
      const runs = isThere && used.every((expression) => canEvaluate(expression) && !world.index.dependsOnHole(expression));
      return runs ? [{ machine, transition }] : [];
    }),
  );
}

/** The expressions that a timer's moment depends on; null: the trigger is not a timer. */
function momentExpressions(trigger: Trigger): readonly Expression[] | null {
  if (trigger.kind === 'after') return [trigger.duration];
  if (trigger.kind === 'at') return [trigger.moment];
  return trigger.kind === 'every' ? [trigger.on, trigger.at].filter((one) => one !== null) : null;
}

function due(world: World, row: TransitionRow, id: string, entered: Entered): Due[] {
  const at = moment(world, row, id, entered);
  return at === null ? [] : [{ ...row, id, at }];
}

function recordsIn(world: World, row: TransitionRow): string[] {
  return isProduct(world, row) ? [productId] : world.found(waiting(world, row)).map((stored) => stored.id);
}

/** The records in the states that the row leaves. */
function waiting(world: World, { machine, transition }: TransitionRow): Query {
  const node = binary('in', rowField(world, machine.entity, machine.field), listOfValues(transition.from.map((name) => name.text)));
  const conditions = transition.any ? [] : [{ node, variable: null, scope: world.scope(null) }];
  return { entity: machine.entity, conditions };
}

function moment(world: World, row: TransitionRow, id: string, entered: Entered): number | null {
  const { machine, transition } = row;
  const { trigger } = transition;
  const record = isProduct(world, row) ? null : world.record(machine.entity, id);
  if (trigger.kind !== 'after' && trigger.kind !== 'at' && trigger.kind !== 'every') return null;
  if (record === null && !isProduct(world, row)) return null;
  if (trigger.kind === 'every') return triedOut(world, () => calendarMoment(world, row, trigger, record, id, entered));
  if (trigger.kind === 'after') {
    const wait = waitOf(world, trigger.duration, record);
    return wait === null ? null : enteredAt(world, machine.entity, id, entered) + wait;
  }
  return triedOut(world, () => {
    const value = compileExpression(trigger.moment)(world.scope(record));
    return value instanceof Timestamp ? timestampToMilliseconds(value) : null;
  });
}

type Every = Extract<Trigger, { readonly kind: 'every' }>;

/** Null if its day or its time has no value. */
function calendarMoment(
  world: World,
  row: TransitionRow,
  { rhythm, on, at }: Every,
  record: RecordValue | null,
  id: string,
  entered: Entered,
): number | null {
  const scope = world.scope(record);
  const day = on === null ? 1 : compileExpression(on)(scope);
  const time = at === null ? midnight : compileExpression(at)(scope);
  if (typeof day !== 'number' || day < 1 || day > 31 || !(time instanceof PlainTime)) return null;
  const last = world.store.enteredAt(row.machine.entity, calendarKey(row), id);
  const since =
    record === null ? (last ?? world.milliseconds - 1) : Math.max(last ?? -Infinity, enteredAt(world, row.machine.entity, id, entered));
  return dueMoment({ rhythm, dayOfMonth: day, at: time, zone: world.index.timeZone }, since, world.milliseconds);
}

const midnight = new PlainTime(0);

/**
 * The moment at which a record entered its state; its creation, if it is older than the machine.
 */
function enteredAt(world: World, entity: string, id: string, entered: Entered): number {
  const known = entered(id);
  if (known !== null) return known;
  const created = world.stored(entity, id)?.['createdAt'];
  return created instanceof Timestamp ? timestampToMilliseconds(created) : world.milliseconds;
}
