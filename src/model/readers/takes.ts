import type { TakesEntry, TakesPattern } from '../ast/calls.ts';
import type { Name } from '../ast/common.ts';
import { isIdentifier } from '../reading/cell-forms.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { typeFromElsewhere } from '../reading/type-elsewhere.ts';
import { isPlainKind, typeSynonyms } from '../types/index.ts';

const section = 7;
const maximumDepth = 50;

/**
 * Reads the pattern of a request body, `{article: {title, body?}}`; null if it is invalid, which is
 * reported.
 */
export function readTakes(reading: Reading, written: Phrase, title: string): TakesPattern | null {
  const phrase = written.plain();
  const fail = (message: string, at: Phrase): null => {
    reading.notes.misread(section, at.span, 'unknown-value', `What ${title} takes is not read: ${message}`);
    return null;
  };
  const read = (inner: Phrase, depth: number): TakesPattern | null => {
    const isEnclosed = inner.text.startsWith('{') && inner.text.endsWith('}') && inner.text.length > 1;
    const isBare = depth === 0 && inner.split().every(({ text }) => /^\w+\??\s*(?::[^:{}]+)?$/.test(text));
    if ((!isEnclosed && !isBare) || depth > maximumDepth) return fail('a pattern is names in braces, such as `{title, body?}`.', inner);
    if (!isEnclosed) {
      const meant = `\`{${inner.text}}\``;
      const message = `What ${title} takes is in braces: ${meant}.`;
      reading.notes.misread(section, written.span, 'near-miss', message, [meant], 'certain');
    }
    const entries: TakesEntry[] = [];
    let open = false;
    for (const part of isEnclosed ? inner.slice(1, inner.text.length - 1).split() : inner.split()) {
      if (part.empty) continue;
      if (part.text === '...' || part.text === '…') {
        open = true;
        continue;
      }
      const entry = readEntry(part, depth);
      if (entry === null) return null;
      entries.push(entry);
    }
    return { span: inner.span, entries, open };
  };
  const readEntry = (part: Phrase, depth: number): TakesEntry | null => {
    const colon = part.text.indexOf(':');
    const head = colon < 0 ? part : part.slice(0, colon);
    const optional = head.text.endsWith('?');
    const bare = optional ? head.slice(0, head.text.length - 1) : head;
    const quoted = /^"([^"]*)"$|^'([^']*)'$/.test(bare.text);
    const named = quoted ? bare.slice(1, bare.text.length - 1) : bare;
    // A pattern is code, so an underscore in it is no emphasis.
    const key: Name = { text: named.text, span: named.span };
    if (colon < 0 && !isIdentifier(key.text)) return fail(`“${part.text}” is not a name.`, part);
    if (colon < 0) return { key, optional, inside: null, each: null };
    const value = part.slice(colon + 1);
    if (isIdentifier(key.text) && isType(value.text)) {
      const mayMiss = optional || value.text.endsWith('?');
      const meant = `${key.text}${mayMiss ? '?' : ''}`;
      const message = `What ${title} takes has names only: their types are those of the fields and parameters that they are given to. Write “${meant}”.`;
      reading.notes.misread(section, part.span, 'near-miss', message, [meant], 'certain');
      return { key, optional: mayMiss, inside: null, each: null };
    }
    const isList = value.text.startsWith('[') && value.text.endsWith(']');
    const pattern = read(isList ? value.slice(1, value.text.length - 1) : value, depth + 1);
    if (pattern === null) return null;
    if (isList && pattern.entries.some(({ inside, each }) => inside !== null || each !== null))
      return fail('an entry of a list is plain names in braces, such as `lines: [{text, price?}]`.', value);
    if (isList && !isIdentifier(key.text)) return fail(`“${key.text}” is not a name.`, head);
    return { key, optional, inside: isList ? null : pattern, each: isList ? pattern : null };
  };
  const isType = (text: string): boolean =>
    isPlainKind(text.toLowerCase()) ||
    typeSynonyms.has(text.toLowerCase()) ||
    reading.entities.has(text) ||
    typeFromElsewhere(text, reading.entities) !== null;
  return read(phrase, 0);
}

/** The names that a pattern binds. A name inside an optional entry is optional too. */
export function bodyNames(
  pattern: TakesPattern,
  optional = false,
): { readonly name: Name; readonly optional: boolean; readonly each: TakesPattern | null }[] {
  return pattern.entries.flatMap((entry) =>
    entry.inside === null
      ? [{ name: entry.key, optional: optional || entry.optional, each: entry.each }]
      : bodyNames(entry.inside, optional || entry.optional),
  );
}
