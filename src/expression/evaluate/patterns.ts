import type { RE2JS } from 're2js';
import { onDemand } from '../../base/on-demand.ts';
import { wrong } from './functions/implementation.ts';

/**
 * RE2 is as large as the rest of the engine's expressions. What reads and checks texts brings it
 * along (check/calls.ts); a built product loads it before a model that asks `matches`.
 */
export const re2 = onDemand(async () => (await import('re2js')).RE2JS);

/** Throws EvaluationError if the pattern cannot be read. */
export function compilePattern(pattern: string): RE2JS {
  const compiler = re2.get();
  if (compiler === null) throw new Error('the model asks “matches”, and nobody has loaded RE2 for it');
  try {
    return compiler.compile(pattern);
  } catch {
    return wrong('the pattern cannot be read');
  }
}

/** In steps: RE2 looks at each character, at some length. */
export const matchingCost = (text: string): number => Math.ceil(text.length / 4);
