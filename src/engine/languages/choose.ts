/** The languages besides English that the product's own words exist in. */
export const translatedLanguages = ['de', 'es', 'fr', 'ar'] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];

/**
 * Right-to-left scripts by language, for dates and documents in languages without translations
 * here.
 */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The language of the product's own words for a tag; null: there are none in it. */
const ownWords = (tag: string): 'en' | TranslatedLanguage | null => {
  const language = primary(tag);
  return language === 'en' ? 'en' : (translatedLanguages.find((one) => one === language) ?? null);
};

export interface Language {
  /** BCP 47, for dates, numbers and currency. */
  readonly locale: string;
  /** Of the product's own words. */
  readonly words: 'en' | TranslatedLanguage;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The language of a product: the document's, with the region of a reader of the same language; else
 * the reader's first that has translations. `readers`: the reader's languages, best first.
 */
export function chooseLanguage(document: string | null, readers: readonly string[]): Language {
  const same = document === null ? undefined : readers.find((tag) => primary(tag) === primary(document));
  const locale =
    document === null ? (readers.find((tag) => ownWords(tag) !== null) ?? 'en') : document.includes('-') ? document : (same ?? document);
  const known = ownWords(locale);
  // Words that run the other way than their screen cannot be read: those of the language decide.
  return { locale, words: known ?? 'en', direction: rightToLeft.has(known ?? primary(locale)) ? 'rtl' : 'ltr' };
}

/**
 * Which of a document's languages its reader sees: the first of theirs that it has, else its own.
 * Null: it has at most one.
 */
export function offeredLanguage(offered: readonly string[], readers: readonly string[]): string | null {
  if (offered.length < 2) return null;
  const found = readers.flatMap(
    (tag) => offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? offered.find((one) => primary(one) === primary(tag)) ?? [],
  );
  return found[0] ?? offered[0] ?? null;
}
