import { useEffect, useMemo, useState } from 'react';
import { chooseLanguage } from '../../engine/languages/choose.ts';
import type { FirstWords } from '../words.ts';
import { englishWords } from './en.ts';
import { loadWords } from './language.ts';
import type { translatedSession } from './translated-session.ts';

interface Texts {
  readonly words: FirstWords;
  /** Null if the session's own messages and labels are in the reader's language. */
  readonly translate: typeof translatedSession | null;
}

const english: Texts = { words: englishWords, translate: null };

async function loadTexts(wanted: string): Promise<Texts> {
  const [words, { translatedSession: translate }] = await Promise.all([loadWords(wanted, englishWords), import('./translated-session.ts')]);
  return { words, translate };
}

/**
 * The language to use; `texts` is null until they have loaded. English is built in. `isOther`: the
 * document is shown in another language than its own.
 */
export function useLanguage(
  document: string | null,
  readers: readonly string[],
  isOther = false,
): { readonly texts: Texts | null; readonly locale: string; readonly direction: 'ltr' | 'rtl' } {
  const key = readers.join(' ');
  const language = useMemo(() => chooseLanguage(document, key.split(' ')), [document, key]);
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly texts: Texts } | null>(null);
  const wanted = language.words;
  const isBuiltIn = wanted === 'en' && !isOther;
  useEffect(() => {
    if (isBuiltIn) return;
    let live = true;
    // Without a connection, the product in English is better than none.
    const came = loadTexts(wanted).catch(() => english);
    void came.then((texts) => live && setLoaded({ language: wanted, texts }));
    return () => {
      live = false;
    };
  }, [wanted, isBuiltIn]);
  const texts = isBuiltIn ? english : loaded?.language === wanted ? loaded.texts : null;
  return { texts, locale: language.locale, direction: language.direction };
}
