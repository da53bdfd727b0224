import type { Node } from '../expression/node.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { fieldRead } from './readers.ts';

/** A sum of times: how often it contains now and a field's moment, and a length in milliseconds. */
interface TimeSum {
  readonly now: number;
  readonly moment: number;
  readonly length: number;
}

/** When a comparison of a moment with now changes its result. */
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
  if (node.kind !== 'binary' || !['<', '<=', '>', '>='].includes(node.operator)) return null;
  const sum = difference(sumOf(model, node.left, lengthOf), sumOf(model, node.right, lengthOf));
  if (sum === null || Math.abs(sum.now) !== 1 || sum.moment !== -sum.now) return null;
  return { after: -sum.length / sum.now, beginsAfter: node.operator === (sum.now > 0 ? '>' : '<') };
}

function sumOf(model: Model, node: Node, lengthOf: (node: Node) => number | null): TimeSum | null {
  const length = lengthOf(node);
  if (length !== null) return { now: 0, moment: 0, length };
  if (node.kind === 'name' && node.resolution.kind === 'now') return { now: 1, moment: 0, length: 0 };
  if (node.kind === 'binary' && (node.operator === '+' || node.operator === '-')) {
    const [left, right] = [sumOf(model, node.left, lengthOf), sumOf(model, node.right, lengthOf)];
    return node.operator === '-' ? difference(left, right) : difference(left, difference({ now: 0, moment: 0, length: 0 }, right));
  }
  const read = fieldRead(node);
  if (read === null || node.type.kind !== 'datetime') return null;
  const computed = fieldOf(model, read.entity, read.field)?.computed?.node ?? null;
  return computed === null ? { now: 0, moment: 1, length: 0 } : sumOf(model, computed, lengthOf);
}

const difference = (left: TimeSum | null, right: TimeSum | null): TimeSum | null =>
  left === null || right === null
    ? null
    : { now: left.now - right.now, moment: left.moment - right.moment, length: left.length - right.length };
