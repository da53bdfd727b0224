import { own } from '../../base/own.ts';
import type { TranslatedLanguage } from '../../engine/languages/choose.ts';
import type { Words } from '../words.ts';

/** The product's own words besides English; each language loads on demand. */
const catalogues: Readonly<Record<TranslatedLanguage, () => Promise<Words>>> = {
  de: async () => (await import('./de.ts')).germanWords,
  es: async () => (await import('./es.ts')).spanishWords,
  fr: async () => (await import('./fr.ts')).frenchWords,
  ar: async () => (await import('./ar.ts')).arabicWords,
};

/** The words of a language; English for one that we have none of. */
export const loadWords = async (words: string, english: Words): Promise<Words> => (await own(catalogues, words)?.()) ?? english;
