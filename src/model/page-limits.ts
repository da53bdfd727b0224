import type { Call } from './ast/calls.ts';

/** Records in one answer, where a caller says how many and the document says nothing about it. */
export const mostRecords = 1000;

/**
 * The names of a call that stand alone after `limit`, with the largest number that a caller may
 * give for each. A default beyond the usual bound raises it; where a `check` looks at the name the
 * document has its own bound, and the name is left out.
 */
export function pageLimits({ does, query }: Call): ReadonlyMap<string, number> {
  const steps = does?.steps ?? [];
  const checked = new Set(steps.flatMap((step) => (step.kind === 'check' ? step.condition.reads.bound : [])));
  const limits = new Map<string, number>();
  for (const step of steps) {
    const node = step.kind === 'list' ? step.limit?.node : null;
    if (node?.kind !== 'name' || node.resolution.kind !== 'bound' || checked.has(node.name)) continue;
    // What is no number raises nothing.
    const standard = Number(query.find(({ name }) => name.text === node.name)?.default) || 0;
    limits.set(node.name, Math.max(mostRecords, standard));
  }
  return limits;
}
