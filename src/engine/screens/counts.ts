import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { isDecimal } from '../../expression/values/decimal.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Screen } from '../../model/ast/screens.ts';
import { type Queue, queueOf } from '../../model/queue.ts';
import { isFor, leaves } from '../change/transitions.ts';
import { isSound } from '../document/model-index.ts';
import type { World } from '../world/world.ts';
import { listed, mostCounted } from './listing.ts';

export interface MenuCount {
  /** Null: there is nothing to count, or it has no value. */
  readonly badge: number | null;
  /** There are more than that. */
  readonly more?: true;
}

/**
 * The count beside a screen in the menu, of what the person may read: what the document says
 * (`Badge`), else how many records wait in the screen's queue for those who can do something to
 * them. `record`: of the organisation whose menu it is.
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

/** May the person do anything that leads a record of the queue on? */
const worksOn = (world: World, { list, machine, states }: Queue): boolean =>
  world.access.grant(list.entity.text, 'read').kind !== 'no' &&
  machine.transitions.some(
    (transition) =>
      transition.trigger.kind === 'event' &&
      [...states].some((state) => leaves(transition, state)) &&
      isFor(world, transition, 'person', null) &&
      world.access.grant(list.entity.text, transition.trigger.name.text).kind !== 'no',
  );

/** A number that a title or the menu shows, of what the person may read; null: it has no value. */
export function countOf(world: World, count: Expression | null, record: RecordValue | null): number | null {
  if (count === null || !isSound(count)) return null;
  const value = unlessUndefined(() => compileExpression(count)(world.scope(record, undefined, 'person')));
  if (value !== null && isDecimal(value)) return value.toNumber();
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}

/** Null where an expression in it has no value. */
function unlessUndefined<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
