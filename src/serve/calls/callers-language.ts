import { parseAccept } from 'hono/utils/accept';
import { chooseLanguage, type Language, offeredLanguage } from '../../engine/languages/choose.ts';
import type { RunModel } from '../../model/run-model.ts';

/**
 * The languages of a response: `words` for the product's own messages, `offered` for the document's
 * Word tables (null if the document has none).
 */
export function callersLanguage(
  model: Pick<RunModel, 'languages' | 'language'>,
  acceptLanguage: string,
): { readonly words: Language['words']; readonly offered: string | null } {
  const readers = acceptedLanguages(acceptLanguage);
  const offered = offeredLanguage(model.languages, readers);
  return { words: chooseLanguage(offered ?? model.language, readers).words, offered };
}

/** The tags of an `Accept-Language` header, best first, without `*` and those with `q=0`. */
const acceptedLanguages = (header: string): string[] =>
  parseAccept(header)
    .filter(({ type, q }) => q > 0 && type !== '*')
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type);
