/** The languages besides English that the built-in texts are translated to. */
export const translatedLanguages = ['de', 'es', 'fr', 'ar'] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];

/**
 * Languages with a right-to-left script: also for dates and documents in languages without a
 * translation here.
 */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language of the built-in texts for a tag; null: there is no translation. */
const ownWords = (tag: string): 'en' | TranslatedLanguage | null => {
  const language = primary(tag);
  return language === 'en' ? 'en' : (translatedLanguages.find((one) => one === language) ?? null);
};

export interface Language {
  /** BCP 47, for dates, numbers and currency. */
  readonly locale: string;
  /** The language of the built-in texts. */
  readonly words: 'en' | TranslatedLanguage;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The language of a product: the document's, with the region of a reader of the same language;
 * without one, the reader's first language that is translated. `readers`: the reader's languages,
 * best first.
 */
export function chooseLanguage(document: string | null, readers: readonly string[]): Language {
  const same = document === null ? undefined : readers.find((tag) => primary(tag) === primary(document));
  const locale =
    document === null ? (readers.find((tag) => ownWords(tag) !== null) ?? 'en') : document.includes('-') ? document : (same ?? document);
  const known = ownWords(locale);
  // The direction follows the language of the built-in texts, which would be unreadable otherwise.
  return { locale, words: known ?? 'en', direction: rightToLeft.has(known ?? primary(locale)) ? 'rtl' : 'ltr' };
}

/**
 * Chooses the document's language for a reader: the first of the reader's languages that it has,
 * else its main language. Null: the document has at most one.
 */
export function offeredLanguage(offered: readonly string[], readers: readonly string[]): string | null {
  if (offered.length < 2) return null;
  const found = readers.flatMap(
    (tag) => offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? offered.find((one) => primary(one) === primary(tag)) ?? [],
  );
  return found[0] ?? offered[0] ?? null;
}
