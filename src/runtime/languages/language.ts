import { own } from '../../base/own.ts';
import type { Words } from '../words.ts';

/** Languages of the product's own words besides English; each loads on demand. */
const catalogues: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./de.ts')).germanWords,
  es: async () => (await import('./es.ts')).spanishWords,
  fr: async () => (await import('./fr.ts')).frenchWords,
  ar: async () => (await import('./ar.ts')).arabicWords,
};

/**
 * Right-to-left scripts by language, for dates and documents in languages without translations
 * here.
 */
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

export interface Language {
  /** BCP 47, for dates, numbers and currency. */
  readonly locale: string;
  /** Of the product's own words. */
  readonly words: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The language of a product: the document's, with the region of a reader of the same language; else
 * the reader's first that has translations. `readers`: the browser's languages, best first.
 */
export function chooseLanguage(document: string | null, readers: readonly string[]): Language {
  const known = (tag: string): boolean => primary(tag) === 'en' || Object.hasOwn(catalogues, primary(tag));
  const same = document === null ? undefined : readers.find((tag) => primary(tag) === primary(document));
  const locale = document === null ? (readers.find(known) ?? 'en') : document.includes('-') ? document : (same ?? document);
  const words = known(locale) ? primary(locale) : 'en';
  // Words that run the other way than their screen cannot be read: those of the language decide.
  return { locale, words, direction: rightToLeft.has(known(locale) ? words : primary(locale)) ? 'rtl' : 'ltr' };
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

/** The words of a language; English for one that we have none of. */
export const loadWords = async (words: string, english: Words): Promise<Words> => (await own(catalogues, words)?.()) ?? english;
