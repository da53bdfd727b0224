import type { Words } from '../words.ts';
import { Unanswered } from './unanswered.ts';

/** What a person reads about a failure; `otherwise`: where it says nothing itself. */
export function failureText(error: unknown, words: Words, otherwise: string): string {
  if (error instanceof Unanswered) return words.parts.offline;
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
}
