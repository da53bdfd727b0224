import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';
import type { Model } from '../../model/model.ts';
import { fieldRead, nodesOf, type Reader } from './readers.ts';

const comparisons = new Set(['==', '<', '<=', '>', '>=']);

const isOld = (node: Node): boolean => node.kind === 'select' && node.operand.kind === 'name' && node.operand.resolution.kind === 'old';

/**
 * Fields whose next value is limited by the one before: `n - old.n <= 10`. A distant value takes
 * several steps, to which the samples need not lead.
 */
export function changedInSteps(model: Model, readers: readonly Reader[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { expression } of readers)
    for (const node of nodesOf(model, expression)) {
      if (node.kind !== 'binary' || !comparisons.has(node.operator)) continue;
      const under: Node[] = [];
      visit(node, (one) => void under.push(one));
      if (!under.some((one) => one.kind === 'binary' && '+-'.includes(one.operator))) continue;
      for (const one of under) {
        const read = isOld(one) ? fieldRead(one) : null;
        if (read !== null) found.add(`${read.entity}.${read.field}`);
      }
    }
  return found;
}

/** Whether the nodes read one of these fields, and not only to limit its next value. */
export const readsSteps = (nodes: readonly Node[], read: ReadonlySet<string>, steps: ReadonlySet<string>): boolean =>
  [...read].some((path) => steps.has(path)) && !nodes.some(isOld);
