import type { Span } from '../../base/span.ts';
import type { Action, Step } from '../action.ts';
import type { Problem } from '../expression.ts';
import { StepReader, type Vocabulary } from './action-reader.ts';
import { type Token, tokenize } from './tokens.ts';

export type { Vocabulary } from './action-reader.ts';

/**
 * Reads an action: steps joined by `;` (NOTATION, section 7). Expressions inside are read, not yet
 * checked. A step that cannot be read is `broken`, with a problem, and does not hide the next.
 * Never throws.
 */
export function parseAction(source: string, span: Span, at: (offset: number) => number, vocabulary: Vocabulary): Action {
  const problems: Problem[] = [];
  const steps: Step[] = [];
  const parts = split(tokenize(source), source.length);
  for (const [index, part] of parts.entries()) {
    if (part.tokens.length === 0) {
      // A `;` at the very end joins nothing and does no harm.
      if (index === parts.length - 1) continue;
      problems.push({ kind: 'syntax', from: part.from, to: part.to, message: 'There is no action between these “;”.', suggestions: [] });
      continue;
    }
    const reader = new StepReader(source, part.tokens, part.to, at, vocabulary);
    steps.push(reader.read());
    problems.push(...reader.problems);
  }
  if (steps.length === 0 && problems.length === 0) {
    problems.push({ kind: 'syntax', from: 0, to: source.length, message: 'There is no action here.', suggestions: [] });
  }
  return { source, span, at, steps, problems };
}

interface Part {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/**
 * At each `;` outside brackets; where brackets are not balanced, at each `;` all the same, so that
 * one slip spoils one step only.
 */
function split(tokens: readonly Token[], end: number): readonly Part[] {
  const balanced = tokens.filter(({ kind }) => kind === 'open').length === tokens.filter(({ kind }) => kind === 'close').length;
  const parts: Part[] = [];
  let current: Token[] = [];
  let from = 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (token.kind !== 'semicolon' || (balanced && depth > 0)) {
      current.push(token);
      continue;
    }
    parts.push({ tokens: current, from, to: token.from });
    current = [];
    from = token.to;
  }
  parts.push({ tokens: current, from, to: end });
  return parts;
}
