import type { Span } from '../../base/span.ts';
import type { Action, Step } from '../action.ts';
import type { Problem } from '../expression.ts';
import type { Vocabulary } from './action-reader.ts';
import { readSteps, splitSteps } from './clauses.ts';
import { tokenize } from './tokens.ts';

export type { Vocabulary } from './action-reader.ts';

/**
 * Reads an action, that is, steps joined by `;` (NOTATION, section 7). Its expressions are parsed
 * but not checked. An unreadable step becomes `broken`, with a problem, and does not affect the
 * next one. Never throws.
 */
export function parseAction(source: string, span: Span, at: (offset: number) => number, vocabulary: Vocabulary): Action {
  const problems: Problem[] = [];
  const steps: Step[] = [];
  const parts = splitSteps(tokenize(source), source.length);
  for (const [index, part] of parts.entries()) {
    if (part.tokens.length === 0) {
      // A trailing `;` is harmless.
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
