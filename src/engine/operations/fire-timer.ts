import { notFound } from '../access/reach.ts';
import { guardHolds, guardRefusal, stateOf } from '../change/transitions.ts';
import { readValues } from '../change/values.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { type Decision, defineOperation, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { calendarKey, firedKey, productId, timersOf, timerWords } from '../timers/timers.ts';
import { writes } from './update.ts';

export interface TimerInput extends TransitionRow {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Null: it fired, or there is nothing to do, because another process fired it or the record has
 * changed. Otherwise the refusal of its false guard.
 */
type Result = Refusal | null;

const unchanged = (result: Result): Decision<Result> => ({ changes: [], write: null, result });

export const fireTimer = defineOperation<TimerInput, Result>({
  name: 'fire-timer',
  summary: 'Runs a transition that has come due, with the authority of the product.',
  decide(world, { machine, transition, id, at }) {
    const isOnce = world.index.entity(machine.entity) === null && id === productId;
    const record = isOnce ? null : world.record(machine.entity, id);
    if (record === null && !isOnce) return refuse(notFound(world, machine.entity));
    if (!timersOf(world, machine.entity, id).some((due) => due.transition === transition && due.at === at)) return unchanged(null);
    const { kind } = transition.trigger;
    const name = kind === 'at' || kind === 'every' ? kind : 'after';
    const words = timerWords(transition);
    const key = firedKey({ machine, transition });
    if (key !== null && world.store.enteredAt(machine.entity, key, id) === at) return unchanged(null);
    // Mark this moment whether or not the guard holds, so the next one is later.
    const marks = kind === 'every' ? [{ entity: machine.entity, key: calendarKey({ machine, transition }), id }] : [];
    const taken = guardHolds(world, transition, record, new Map());
    world.index.observer?.({ kind: 'transition', row: transition.span, taken });
    if (!taken) return { ...unchanged(record === null ? null : guardRefusal(world, transition, record, words)), marks };
    const place = `the effect of “${words}”`;
    const { effect } = transition;
    const cause = kind === 'every' ? { name: words } : {};
    const then = effect === null ? null : { action: effect, self: record, bound: new Map(), place, ...cause };
    if (record === null) return { ...unchanged(null), marks, then };
    const values = readValues(world, machine.entity, new Map());
    const to = transition.to?.text ?? null;
    if (key !== null) marks.push({ entity: machine.entity, key, id });
    const moved = to !== null && to !== stateOf(record, machine.field);
    if (moved) values.stored.set(machine.field, to);
    return {
      changes: writes(world, machine.entity, id, values),
      write: { entity: machine.entity, id, kind: 'timer', name },
      entered: moved ? [machine.field] : [],
      marks,
      then,
      result: null,
    };
  },
});
