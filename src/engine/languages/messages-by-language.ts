import { arabicRefusal } from './ar.ts';
import type { Language } from './choose.ts';
import { germanRefusal } from './de.ts';
import { spanishRefusal } from './es.ts';
import { frenchRefusal } from './fr.ts';
import type { Say } from './in-language.ts';

/** The built-in messages in all languages, for a server; a page loads only one language. */
export const messagesByLanguage: Readonly<Record<Language['words'], Say>> = {
  en: null,
  de: germanRefusal,
  es: spanishRefusal,
  fr: frenchRefusal,
  ar: arabicRefusal,
};
