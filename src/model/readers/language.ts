import { own } from '../../base/own.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';

const section = 1;

const begin = /^\**language\**\s*:\**\s*/i;

/** What people write instead of a tag. */
const tagsByName: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  spanish: 'es',
  español: 'es',
  french: 'fr',
  français: 'fr',
  arabic: 'ar',
  العربية: 'ar',
};

/**
 * `Language: de` as a paragraph or a bullet of section 1: a BCP 47 tag in its usual spelling
 * (`pt-BR`). Null: each reader's own.
 */
export function readLanguage(reading: Reading): string | null {
  for (const { block, section: number } of reading.outline.blocks) {
    if (number !== section) continue;
    const sources = block.kind === 'paragraph' ? [block] : block.kind === 'bullets' ? block.items : [];
    for (const source of sources) {
      const phrase = Phrase.of(source);
      const found = begin.exec(phrase.text);
      if (found === null) continue;
      const written = phrase.slice(found[0].length, phrase.text.length - (phrase.text.endsWith('.') ? 1 : 0)).plain();
      if (isHoleText(written.text) || written.empty) {
        reading.notes.hole(section, phrase.span, 'cell', 'the language of the product', 'Each reader sees the product in their own.');
        return null;
      }
      // Several words are prose about a language.
      if (/\s/.test(written.text)) continue;
      const tag = canonical(written.text);
      if (tag !== null) return tag;
      const meant = own(tagsByName, written.text.toLowerCase());
      const message = `A language is written as a tag: “en”, “de”, “pt-BR”. “${written.text}” is none. Each reader sees the product in their own language.`;
      reading.notes.misread(
        section,
        written.span,
        meant === undefined ? 'unknown-value' : 'near-miss',
        message,
        meant === undefined ? [] : [meant],
      );
      return null;
    }
  }
  return null;
}

/** The tag in its usual spelling; null when it names no language. */
function canonical(text: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    // RangeError: it has the form of a tag, and is none.
    return null;
  }
}
