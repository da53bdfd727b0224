import type { Span } from '../../base/span.ts';
import type { Action, Step } from '../action.ts';
import type { Problem } from '../expression.ts';
import type { Vocabulary } from './action-reader.ts';
import { readSteps, splitSteps } from './clauses.ts';
import { tokenize } from './tokens.ts';

export type { Vocabulary } from './action-reader.ts';

/**
 * Reads an action: steps joined by `;` (NOTATION, section 7). Expressions inside are read, not yet
 * checked. A step that cannot be read is `broken`, with a problem, and does not hide the next.
 * Never throws.
 */
export function parseAction(source: string, span: Span, at: (offset: number) => number, vocabulary: Vocabulary): Action {
  const problems: Problem[] = [];
  const steps: Step[] = [];
  const parts = splitSteps(tokenize(source), source.length);
  for (const [index, part] of parts.entries()) {
    if (part.tokens.length === 0) {
      // A `;` at the very end joins nothing and does no harm.
      if (index === parts.length - 1) continue;
      problems.push({ kind: 'syntax', from: part.from, to: part.to, message: 'There is no action between these “;”.', suggestions: [] });
      continue;
    }
    steps.push(...readSteps({ source, at, vocabulary }, part.tokens, part.to, problems));
  }
  if (steps.length === 0 && problems.length === 0) {
    problems.push({ kind: 'syntax', from: 0, to: source.length, message: 'There is no action here.', suggestions: [] });
  }
  return { source, span, at, steps, problems };
}
