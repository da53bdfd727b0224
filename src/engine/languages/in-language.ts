import { own } from '../../base/own.ts';
import type { OwnMessage, Refusal } from '../outcome.ts';

/** The product's own messages in one language; null: English, as the engine writes them. */
export type Say = ((message: OwnMessage) => string) | null;

/**
 * A refusal whose message is in the reader's language: the document's own where a table Word gives
 * it in `language`, else the product's by `say`, with the document's words in it.
 */
export function inLanguage<R extends Pick<Refusal, 'message' | 'own' | 'in'>>(refusal: R, say: Say, language: string | null): R {
  const there = language === null ? undefined : own(refusal.in ?? {}, language);
  if (there?.message !== undefined) return { ...refusal, message: there.message };
  if (refusal.own === undefined) return refusal;
  const { code, data } = refusal.own;
  if (say !== null) return { ...refusal, message: say({ code, data: there?.own?.data ?? data }) };
  return there?.own === undefined ? refusal : { ...refusal, message: there.own.message };
}
