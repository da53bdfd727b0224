import { useEffect, useMemo, useState } from 'react';
import { chooseLanguage } from '../../engine/languages/choose.ts';
import type { FirstWords } from '../words.ts';
import { englishWords } from './en.ts';
import { loadWords } from './language.ts';

/** The language to use; `words` is null until its texts have loaded. English is built in. */
export function useLanguage(
  document: string | null,
  readers: readonly string[],
): { readonly words: FirstWords | null; readonly locale: string; readonly direction: 'ltr' | 'rtl' } {
  const key = readers.join(' ');
  const language = useMemo(() => chooseLanguage(document, key.split(' ')), [document, key]);
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly words: FirstWords } | null>(null);
  const wanted = language.words;
  useEffect(() => {
    if (wanted === 'en') return;
    let live = true;
    // Without a connection, the product in English is better than none.
    const words = loadWords(wanted, englishWords).catch(() => englishWords);
    void words.then((found) => live && setLoaded({ language: wanted, words: found }));
    return () => {
      live = false;
    };
  }, [wanted]);
  const words = wanted === 'en' ? englishWords : loaded?.language === wanted ? loaded.words : null;
  return { words, locale: language.locale, direction: language.direction };
}
