import { own } from '../../base/own.ts';
import type { Expression } from '../../expression/expression.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { orNull } from '../reading/field-type.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';

const section = 1;

const begin = /^\**language(s)?\**\s*:\**\s*/i;

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

/** What section 1 says of languages and of the time. */
export interface LanguageFacts {
  /**
   * The tags of `Languages: en, de`, or the one of `Language: de`, in their usual spelling; the
   * first is the document's own. Empty: each reader's own.
   */
  readonly languages: readonly string[];
  /** ``Language: `me.language` ``: which of them a person reads. */
  readonly ofReader: Expression | null;
}

export function readLanguage(reading: Reading): LanguageFacts {
  let languages: readonly string[] | null = null;
  let single: readonly string[] | null = null;
  let ofReader: Expression | null = null;
  for (const { block, section: number } of reading.outline.blocks) {
    if (number !== section) continue;
    const sources = block.kind === 'paragraph' ? [block] : block.kind === 'bullets' ? block.items : [];
    for (const source of sources) {
      const phrase = Phrase.of(source);
      const found = begin.exec(phrase.text);
      if (found === null) continue;
      const rest = phrase.slice(found[0].length);
      const written = phrase.slice(found[0].length, phrase.text.length - (phrase.text.endsWith('.') ? 1 : 0)).plain();
      if (found[1] !== undefined) languages ??= readTags(reading, written);
      else if (isHoleText(written.text) || written.empty)
        reading.notes.hole(section, phrase.span, 'cell', 'the language of the product', 'Each reader sees the product in their own.');
      else if (rest.code !== null && languageTag(written.text) === null)
        ofReader ??= reading.expression(rest.source(), {}, section, 'the language of the reader', orNull({ kind: 'text' }, false));
      // Several words are prose about a language.
      else if (!/\s/.test(written.text)) single ??= readTags(reading, written);
    }
  }
  return { languages: languages ?? single ?? [], ofReader };
}

function readTags(reading: Reading, phrase: Phrase): string[] {
  const tags = phrase.split().flatMap((part) => readTag(reading, part.plain()) ?? []);
  return [...new Set(tags)];
}

function readTag(reading: Reading, written: Phrase): string | null {
  const tag = languageTag(written.text);
  if (tag !== null) return tag;
  const meant = own(tagsByName, written.text.toLowerCase());
  const message = `A language is written as a tag: “en”, “de”, “pt-BR”. “${written.text}” is none. Each reader sees the product in their own language.`;
  const code = meant === undefined ? 'unknown-value' : 'near-miss';
  reading.notes.misread(section, written.span, code, message, meant === undefined ? [] : [meant]);
  return null;
}

/** The tag in its usual spelling; null when it names no language. */
export function languageTag(text: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    // RangeError: it has the form of a tag, and is none.
    return null;
  }
}
