import type { RE2JS } from 're2js';
import { onDemand } from '../../base/on-demand.ts';
import { wrong } from './functions/implementation.ts';

/**
 * RE2 is as large as the rest of the expression engine, so it is loaded on demand. The checker
 * imports it (check/calls.ts); a built product loads it before running a model that uses `matches`.
 */
export const re2 = onDemand(async () => (await import('re2js')).RE2JS);

/** Compiles a regular expression. Throws EvaluationError if the pattern is invalid. */
export function compilePattern(pattern: string): RE2JS {
  const compiler = re2.get();
  if (compiler === null) throw new Error('RE2 is not loaded, but the model uses “matches”');
  try {
    return compiler.compile(pattern);
  } catch {
    return wrong('the pattern cannot be read');
  }
}

/** The cost of matching in steps. RE2 visits every character, at some expense. */
export const matchingCost = (text: string): number => Math.ceil(text.length / 4);
