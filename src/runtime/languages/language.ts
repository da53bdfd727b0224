import { own } from '../../base/own.ts';
import type { TranslatedLanguage } from '../../engine/languages/choose.ts';
import type { FirstWords, Words } from '../words.ts';

/** The product's own texts in other languages than English; each loads on demand. */
const catalogues: Readonly<Record<TranslatedLanguage, () => Promise<Words>>> = {
  de: async () => (await import('./de.ts')).germanWords,
  es: async () => (await import('./es.ts')).spanishWords,
  fr: async () => (await import('./fr.ts')).frenchWords,
  ar: async () => (await import('./ar.ts')).arabicWords,
};

/**
 * The texts of a language, or the English ones if there are none. Rejects if they cannot be loaded.
 */
export const loadWords = async <English extends FirstWords>(words: string, english: English): Promise<English | Words> =>
  (await own(catalogues, words)?.()) ?? english;
