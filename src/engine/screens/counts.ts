import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Screen } from '../../model/ast/screens.ts';
import { type Queue, queueOf } from '../../model/queue.ts';
import { isFor, leavesState } from '../change/transitions.ts';
import { canEvaluate } from '../document/model-index.ts';
import type { World } from '../world/world.ts';
import { listed, mostCounted } from './listing.ts';

export interface MenuCount {
  /** Null: there is nothing to count, or it has no value. */
  readonly badge: number | null;
  /** Set if there are more than `badge`. */
  readonly more?: true;
}

/**
 * The count beside a screen in the menu, with the person's visibility: the document's `Badge`, else
 * the number of records waiting in the screen's queue, for people who can process them. `record`:
 * the organisation of the menu.
 */
export function menuCount(world: World, screen: Screen, record: RecordValue | null): MenuCount {
  if (screen.badge !== null) return { badge: countOf(world, screen.badge, record) };
  const queue = queueOf(world.index.model, screen);
  if (queue === null || !worksOn(world, queue)) return { badge: null };
  const { list, condition } = queue;
  const waiting = listed({ world, record }, list.entity.text, list.where).where(condition, null, world.scope(record, undefined, 'person'));
  const found = unlessUndefined(() => waiting.page({ limit: 0, most: mostCounted }));
  return { badge: found?.total ?? null, ...(found?.more === true ? { more: true } : {}) };
}

/** Whether the person may trigger an event that moves a record out of the queue. */
const worksOn = (world: World, { list, machine, states }: Queue): boolean =>
  world.access.grant(list.entity.text, 'read').kind !== 'no' &&
  machine.transitions.some(
    (transition) =>
      transition.trigger.kind === 'event' &&
      [...states].some((state) => leavesState(transition, state)) &&
      isFor(world, transition, 'person', null) &&
      world.access.grant(list.entity.text, transition.trigger.name.text).kind !== 'no',
  );

/** A count beside a title or in the menu, with the person's visibility; null if it has no value. */
export function countOf(world: World, count: Expression | null, record: RecordValue | null): number | null {
  if (count === null || !canEvaluate(count)) return null;
  const value = unlessUndefined(() => compileExpression(count)(world.scope(record, undefined, 'person')));
  if (value !== null && isDecimal(value)) return value.toNumber();
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}

/** Null if an expression in it cannot be evaluated. */
function unlessUndefined<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
