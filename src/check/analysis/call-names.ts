import { expressionsOf } from '../../expression/action.ts';
import type { Call } from '../../model/ast/calls.ts';

/** The bound names that a call reads, or null if part of it is unreadable. */
export function readNames(call: Call): ReadonlySet<string> | null {
  const { does, returns } = call;
  if (does !== null && (does.problems.length > 0 || does.steps.some((step) => step.kind === 'broken'))) return null;
  const expressions = [...(does?.steps ?? []).flatMap(expressionsOf), ...(returns === null || returns.body === null ? [] : [returns.body])];
  if (expressions.some((expression) => expression.node === null)) return null;
  return new Set(expressions.flatMap((expression) => expression.reads.bound));
}
