import type { Call } from './ast/calls.ts';

/** The most records in one answer if a caller sets the page size and the document sets no limit. */
export const mostRecords = 1000;

/**
 * The names of a call used alone after `limit`, each with the largest value that a caller may pass.
 * A larger default raises that bound. A name that a `check` reads is left out, because the document
 * limits it itself.
 */
export function pageLimits({ does, query }: Call): ReadonlyMap<string, number> {
  const steps = does?.steps ?? [];
  const checked = new Set(steps.flatMap((step) => (step.kind === 'check' ? step.condition.reads.bound : [])));
  const limits = new Map<string, number>();
  for (const step of steps) {
    const node = step.kind === 'list' ? step.limit?.node : null;
    if (node?.kind !== 'name' || node.resolution.kind !== 'bound' || checked.has(node.name)) continue;
    // A default that is not a number does not raise the bound.
    const standard = Number(query.find(({ name }) => name.text === node.name)?.default) || 0;
    limits.set(node.name, Math.max(mostRecords, standard));
  }
  return limits;
}
