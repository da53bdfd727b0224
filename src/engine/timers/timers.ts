import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { Duration, Timestamp } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { Refused } from '../change/refusals.ts';
import { leaves, stateOf } from '../change/transitions.ts';
import { isSound, type TransitionRow } from '../document/model-index.ts';
import { binary, listOfValues, rowField } from '../world/row-query.ts';
import type { World } from '../world/world.ts';

/** A transition that fires by itself, for one record. */
export interface Due extends TransitionRow {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The Event cell of a timer's row: `after days(3)`. */
export function timerWords({ trigger }: Transition): string {
  if (trigger.kind === 'after') return `after ${trigger.duration.source}`;
  return trigger.kind === 'at' ? `at ${trigger.moment.source}` : '';
}

/** All running timers in order of time; at the same time in the order of the table. */
export function timers(world: World): Due[] {
  const entered = new Map<string, ReadonlyMap<string, number>>();
  // Asked once for all records: there may be many.
  const enteredOf = ({ machine }: TransitionRow): Entered => {
    const key = `${machine.entity}.${machine.field}`;
    const known = entered.get(key) ?? world.store.entered(machine.entity, machine.field);
    entered.set(key, known);
    return (id) => known.get(id) ?? null;
  };
  return rows(world)
    .flatMap((row) => recordsIn(world, row).flatMap((id) => due(world, row, id, enteredOf(row))))
    .sort(inTime);
}

/** In order of time; of one moment as the table has them. */
export const inTime = (a: Due, b: Due): number => a.at - b.at || a.transition.order - b.transition.order || (a.id < b.id ? -1 : 1);

/** When a record entered its present state; null where that is not known. */
type Entered = (id: string) => number | null;

/** Those of one record. */
export const timersOf = (world: World, entity: string, id: string): Due[] =>
  rows(world).flatMap((row) => {
    const record = row.machine.entity === entity ? world.record(entity, id) : null;
    const entered: Entered = (one) => world.store.enteredAt(row.machine.entity, row.machine.field, one);
    return record !== null && leaves(row.transition, stateOf(record, row.machine.field)) ? due(world, row, id, entered) : [];
  });

/** What depends on a hole does not fire. */
function rows(world: World): TransitionRow[] {
  return world.index.model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition): TransitionRow[] => {
      const { trigger } = transition;
      if (trigger.kind !== 'after' && trigger.kind !== 'at') return [];
      const expression = trigger.kind === 'after' ? trigger.duration : trigger.moment;
      const runs = world.index.entity(machine.entity) !== null && isSound(expression) && !world.index.dependsOnHole(expression);
      return runs ? [{ machine, transition }] : [];
    }),
  );
}

function due(world: World, row: TransitionRow, id: string, entered: Entered): Due[] {
  const at = moment(world, row, id, entered);
  return at === null ? [] : [{ ...row, id, at }];
}

function recordsIn(world: World, { machine, transition }: TransitionRow): string[] {
  const node = binary('in', rowField(world, machine.entity, machine.field), listOfValues(transition.from.map((name) => name.text)));
  const conditions = transition.any ? [] : [{ node, variable: null, scope: world.scope(null) }];
  return world.found({ entity: machine.entity, conditions }).map((stored) => stored.id);
}

function moment(world: World, { machine, transition }: TransitionRow, id: string, entered: Entered): number | null {
  const { trigger } = transition;
  const record = world.record(machine.entity, id);
  if (record === null || (trigger.kind !== 'after' && trigger.kind !== 'at')) return null;
  // Each timer is a separate operation.
  world.budget.renew();
  try {
    const value = compileExpression(trigger.kind === 'after' ? trigger.duration : trigger.moment)(world.scope(record));
    if (trigger.kind === 'at') return value instanceof Timestamp ? timestampToMilliseconds(value) : null;
    if (!(value instanceof Duration)) return null;
    return enteredAt(world, machine.entity, id, entered) + value.seconds * 1000 + Math.floor(value.nanos / 1e6);
  } catch (error) {
    // One whose moment takes too much work has none: it must not stop the others.
    if (error instanceof EvaluationError || error instanceof Refused) return null;
    throw error;
  }
}

/** Records from before there was such a machine count from when they were made. */
function enteredAt(world: World, entity: string, id: string, entered: Entered): number {
  const known = entered(id);
  if (known !== null) return known;
  const created = world.stored(entity, id)?.['createdAt'];
  return created instanceof Timestamp ? timestampToMilliseconds(created) : world.milliseconds;
}
