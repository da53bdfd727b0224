import { own } from '../../base/own.ts';
import type { OwnMessage, Refusal } from '../outcome.ts';

/** The built-in messages in one language; null: English, as the engine composes them. */
export type Say = ((message: OwnMessage) => string) | null;

/**
 * Translates a refusal's message: to the document's own translation in `language`, if a table Word
 * has one, else to the built-in message by `say`, with the document's names in `language`.
 */
export function inLanguage<R extends Pick<Refusal, 'message' | 'own' | 'in'>>(refusal: R, say: Say, language: string | null): R {
  const there = language === null ? undefined : own(refusal.in ?? {}, language);
  if (there?.message !== undefined) return { ...refusal, message: there.message };
  if (refusal.own === undefined) return refusal;
  const { code, data } = refusal.own;
  if (say !== null) return { ...refusal, message: say({ code, data: there?.own?.data ?? data }) };
  return there?.own === undefined ? refusal : { ...refusal, message: there.own.message };
}
