import { own } from '../../base/own.ts';
import type { Expression } from '../../expression/expression.ts';
import { isHoleText } from '../reading/cell-forms.ts';
import { orNull } from '../reading/field-type.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';

const section = 1;

const begin = /^\**(languages|language|time zone)\**\s*:\**\s*/i;

/** Names that people write instead of a language tag. */
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

/** The settings of section 1 for languages and time zones. */
export interface LanguageFacts {
  /**
   * The tags of `Languages: en, de`, or the one of `Language: de`, in canonical case; the first is
   * the document's own. Empty: each reader's own language.
   */
  readonly languages: readonly string[];
  /** ``Language: `me.language` ``: the language that a person reads. */
  readonly readerLanguage: Expression | null;
  /** ``Time zone: `me.zone` ``: the zone in which a person sees and enters times. */
  readonly readerZone: Expression | null;
}

export function readLanguage(reading: Reading): LanguageFacts {
  let languages: readonly string[] | null = null;
  let single: readonly string[] | null = null;
  let readerLanguage: Expression | null = null;
  let readerZone: Expression | null = null;
  const expression = (phrase: Phrase, about: string): Expression =>
    reading.expression(phrase.source(), {}, section, about, orNull({ kind: 'text' }, false));
  for (const { block, section: number } of reading.outline.blocks) {
    if (number !== section) continue;
    const sources = block.kind === 'paragraph' ? [block] : block.kind === 'bullets' ? block.items : [];
    for (const phrase of sources.flatMap((source) => linesOf(Phrase.of(source)))) {
      const found = begin.exec(phrase.text);
      if (found === null) continue;
      const rest = phrase.slice(found[0].length);
      const written = phrase.slice(found[0].length, phrase.text.length - (phrase.text.endsWith('.') ? 1 : 0)).plain();
      const word = found[1]?.toLowerCase();
      if (word === 'time zone') {
        if (rest.code !== null) readerZone ??= expression(rest, 'the time zone of the reader');
        else noteZone(reading, written);
      } else if (word === 'languages') languages ??= readTags(reading, written);
      else if (isHoleText(written.text) || written.empty)
        reading.notes.hole(section, phrase.span, 'cell', 'the language of the product', 'Each reader sees the product in their own.');
      else if (rest.code !== null && languageTag(written.text) === null) readerLanguage ??= expression(rest, 'the language of the reader');
      // Several words are prose about languages.
      else if (!/\s/.test(written.text)) single ??= readTags(reading, written);
    }
  }
  return { languages: languages ?? single ?? [], readerLanguage, readerZone };
}

/** These lines may follow each other without an empty line in between. */
function linesOf(phrase: Phrase): readonly Phrase[] {
  if (!begin.test(phrase.text)) return [phrase];
  const starts = [0, ...[...phrase.matches(/\s(?=\**(?:languages|language|time zone)\**\s*:)/gi)].map(({ index }) => index + 1)];
  return starts.map((start, line) => phrase.slice(start, (starts[line + 1] ?? phrase.text.length + 1) - 1));
}

/**
 * Reports `Time zone: Europe/Madrid`: the product's own zone is a constant. Several words are
 * prose.
 */
function noteZone(reading: Reading, written: Phrase): void {
  if (isHoleText(written.text) || written.empty) {
    reading.notes.hole(
      section,
      written.span,
      'cell',
      'the time zone of the reader',
      'Each reader sees times in the zone of their browser.',
    );
  } else if (!/\s/.test(written.text)) {
    const message = `This line says how to find the time zone of a reader, as an expression: Time zone: \`me.zone\`. “${written.text}” is none. The product’s own zone is the constant TIME_ZONE of section 9.`;
    reading.notes.misread(section, written.span, 'unknown-value', message, []);
  }
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

/** The tag in canonical case; null if it is not a language tag. */
export function languageTag(text: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    // RangeError: the text looks like a tag but is invalid.
    return null;
  }
}
