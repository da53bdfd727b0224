import type { Step } from '../expression/action.ts';
import type { Call } from './ast/calls.ts';

/** The `get` step of a call that finds its record by a route parameter; null if there is none. */
export const recordLookup = ({ does }: Call, name: string): Extract<Step, { kind: 'get' }> | null =>
  does?.steps.find((step): step is Extract<Step, { kind: 'get' }> => step.kind === 'get' && step.where.reads.bound.includes(name)) ?? null;
