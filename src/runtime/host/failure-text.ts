import type { FirstWords } from '../words.ts';
import { Unanswered } from './unanswered.ts';

/** The text to show for a failure; `otherwise` if the error has no message. */
export function failureText(error: unknown, words: FirstWords, otherwise: string): string {
  if (error instanceof Unanswered) return words.parts.offline;
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
