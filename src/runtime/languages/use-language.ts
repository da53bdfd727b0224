import { useEffect, useMemo, useState } from 'react';
import { chooseLanguage } from '../../engine/languages/choose.ts';
import type { Words } from '../words.ts';
import { englishWords } from './en.ts';
import { loadWords } from './language.ts';

/** The language to speak; `words` is null until they are here. English is always here. */
export function useLanguage(
  document: string | null,
  readers: readonly string[],
): { readonly words: Words | null; readonly locale: string; readonly direction: 'ltr' | 'rtl' } {
  const key = readers.join(' ');
  const language = useMemo(() => chooseLanguage(document, key.split(' ')), [document, key]);
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly words: Words } | null>(null);
  const wanted = language.words;
  useEffect(() => {
    if (wanted === 'en') return;
    let live = true;
    // Without its words (the network is away) the product is better in English than not at all.
    const words = loadWords(wanted, englishWords).catch(() => englishWords);
    void words.then((found) => live && setLoaded({ language: wanted, words: found }));
    return () => {
      live = false;
    };
  }, [wanted]);
  const words = wanted === 'en' ? englishWords : loaded?.language === wanted ? loaded.words : null;
  return { words, locale: language.locale, direction: language.direction };
}
