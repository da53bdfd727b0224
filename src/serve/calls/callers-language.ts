import { parseAccept } from 'hono/utils/accept';
import { chooseLanguage, type Language, offeredLanguage } from '../../engine/languages/choose.ts';
import type { RunModel } from '../../model/run-model.ts';

/**
 * The language of an answer: `words` of the product's own messages; `offered` of the document's
 * tables Word, null where it has none.
 */
export function callersLanguage(
  model: Pick<RunModel, 'languages' | 'language'>,
  acceptLanguage: string,
): { readonly words: Language['words']; readonly offered: string | null } {
  const readers = acceptedLanguages(acceptLanguage);
  const offered = offeredLanguage(model.languages, readers);
  return { words: chooseLanguage(offered ?? model.language, readers).words, offered };
}

/** The tags of an `Accept-Language` header, best first; those with `q=0` and `*` left out. */
const acceptedLanguages = (header: string): string[] =>
  parseAccept(header)
    .filter(({ type, q }) => q > 0 && type !== '*')
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type);
