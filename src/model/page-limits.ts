import { memoizeByObject } from '../base/memoize-by-object.ts';
import type { Call } from './ast/calls.ts';

/** The most records in one answer if a caller sets the page size and the document sets no limit. */
export const mostRecords = 1000;

export interface PageLimits {
  /**
   * The names of a call used alone after `limit`, each with the largest value that a caller may
   * pass. A larger default raises that bound.
   */
  readonly limits: ReadonlyMap<string, number>;
  /** The names used alone after `limit` or `offset`, which a caller may not make negative. */
  readonly names: ReadonlySet<string>;
}

/** The bounds of a call's pages. They depend on the call alone, and every request needs them. */
export const pageLimits = memoizeByObject(
  (call: Call): PageLimits => ({
    limits: limitsOf(call),
    names: new Set([...namesAfter(call, 'limit'), ...namesAfter(call, 'offset')]),
  }),
);

function limitsOf(call: Call): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const name of namesAfter(call, 'limit')) {
    // A default that is not a number does not raise the bound.
    const standard = Number(call.query.find((one) => one.name.text === name)?.default) || 0;
    limits.set(name, Math.max(mostRecords, standard));
  }
  return limits;
}

/** Without names that a `check` reads, because the document limits them itself. */
function namesAfter({ does }: Call, word: 'limit' | 'offset'): readonly string[] {
  const steps = does?.steps ?? [];
  const checked = new Set(steps.flatMap((step) => (step.kind === 'check' ? step.condition.reads.bound : [])));
  return steps.flatMap((step) => {
    const node = step.kind === 'list' ? step[word]?.node : null;
    return node?.kind === 'name' && node.resolution.kind === 'bound' && !checked.has(node.name) ? [node.name] : [];
  });
}
