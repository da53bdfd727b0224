import type { Node } from '../../expression/node.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { fieldRead } from './readers.ts';

const second = 1000;

/**
 * A sum of times: how often it contains now and a field's moment (or today and its day), and a
 * length in milliseconds.
 */
interface TimeSum {
  readonly now: number;
  readonly moment: number;
  readonly length: number;
}

/** When a comparison of a moment with now, or of a day with today, changes its result. */
export interface Threshold {
  /** Milliseconds after the moment; negative: before it. */
  readonly after: number;
  /** Whether it becomes true only just after that time: `starts - now < days(1)`. */
  readonly beginsAfter: boolean;
}

/**
 * The threshold of `starts - now <= hours(1)` and the like, also where the moment is behind a
 * computed field; null if the node is no such comparison. `lengthOf`: in milliseconds.
 */
export function thresholdOf(model: Model, node: Node, lengthOf: (node: Node) => number | null): Threshold | null {
  if (node.kind !== 'binary' || !['<', '<=', '>', '>=', '==', '!='].includes(node.operator)) return null;
  const sum = timesOf({ ...node, operator: '-' }, { model, lengthOf, inside: new Set() });
  if (sum === null || Math.abs(sum.now) !== 1 || sum.moment !== -sum.now) return null;
  return { after: -sum.length / sum.now, beginsAfter: node.operator === (sum.now > 0 ? '>' : '<') };
}

/** Whether the node is now or today. */
export const isNow = (node: Node): boolean => node.kind === 'name' && (node.resolution.kind === 'now' || node.resolution.kind === 'today');

interface Reading {
  readonly model: Model;
  readonly lengthOf: (node: Node) => number | null;
  /** The computed values that the node is behind: one that depends on itself has no sum. */
  readonly inside: ReadonlySet<Node>;
}

function timesOf(node: Node, reading: Reading): TimeSum | null {
  const { model, lengthOf, inside } = reading;
  const length = lengthOf(node);
  if (length !== null) return { now: 0, moment: 0, length };
  if (isNow(node)) return { now: 1, moment: 0, length: 0 };
  if (node.kind === 'binary' && (node.operator === '+' || node.operator === '-')) {
    const [left, right] = [timesOf(node.left, reading), timesOf(node.right, reading)];
    return left === null || right === null ? null : added(left, right, node.operator === '+' ? 1 : -1);
  }
  const read = fieldRead(node);
  if (read === null || !['date', 'datetime'].includes(node.type.kind)) return null;
  const computed = fieldOf(model, read.entity, read.field)?.computed?.node ?? null;
  if (computed === null) return { now: 0, moment: 1, length: 0 };
  return inside.has(computed) ? null : timesOf(computed, { ...reading, inside: new Set([...inside, computed]) });
}

const added = (left: TimeSum, right: TimeSum, times: 1 | -1): TimeSum => ({
  now: left.now + times * right.now,
  moment: left.moment + times * right.moment,
  length: left.length + times * right.length,
});

/**
 * Half of the greatest common divisor of these lengths, in milliseconds and whole seconds, so that
 * no sum of them is as short; half an hour if there are none.
 */
export function unitOf(lengths: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = lengths.map(Math.abs).reduce(divisor, 0);
  return common === 0 ? 1_800_000 : Math.max(second, Math.floor(common / 2 / second) * second);
}
