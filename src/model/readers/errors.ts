import { nearest } from '../../base/nearest.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { ErrorEntry, MessagePart, Shown } from '../ast/errors.ts';
import { messageParts } from '../message-parts.ts';
import { ownErrors } from '../own-words.ts';
import { isConstantName, isHoleText, toSentenceCase } from '../reading/cell-forms.ts';
import { declareNames } from '../reading/constant-names.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';
import { shownWords } from '../vocabulary.ts';

const section = 8;

/** First pass: declares the names of errors. */
export function declareErrors(reading: Reading): void {
  for (const { name } of ownErrors) reading.names.add('error', name);
  declareNames(reading, 'error', section);
  for (const name of reading.names.all('error')) reading.declarations.errors.add(name);
}

export function readErrors(reading: Reading): ErrorEntry[] {
  const errors = new Map<string, ErrorEntry>();
  for (const form of reading.forms.error) {
    for (const row of form.rows) {
      const entry = reading.unitOf(row, '', () => readEntry(reading, row));
      if (entry.name.text !== '' && !errors.has(entry.name.text)) errors.set(entry.name.text, entry);
    }
  }
  return [...errors.values()];
}

function readEntry(reading: Reading, row: FormRow): ErrorEntry {
  const name = Phrase.of(row.first).name();
  const own = ownErrors.find((one) => one.name === name.text);
  const status = readStatus(reading, row, name.text, own?.status ?? 422);
  const words = own === undefined ? toSentenceCase(name.text.toLowerCase()) : own.message;
  const messagePhrase = reading.requiredCell(
    row.cell('Message'),
    row.row.span,
    section,
    `the message of ${name.text}`,
    `People read “${words}”.`,
  );
  reading.words(row.cell('Description'), section, `the description of ${name.text}`);
  return {
    name,
    span: row.row.span,
    status,
    message: messagePhrase === null ? messageParts(words, () => row.first.span) : readMessage(reading, messagePhrase),
    shown: readShown(reading, row, name.text, own?.shown ?? 'toast'),
    key: readKey(reading, row, name.text),
  };
}

function readStatus(reading: Reading, row: FormRow, name: string, assumed: number): number {
  const phrase = reading.requiredCell(
    row.cell('Status'),
    row.row.span,
    section,
    `the status of ${name}`,
    `It is answered with ${assumed}.`,
  );
  if (phrase === null) return assumed;
  const text = phrase.plain().text;
  const status = /^[1-5]\d\d\b/.test(text) ? Number(text.slice(0, 3)) : Number.NaN;
  // Accepts even a success status; a separate rule reports it.
  if (!Number.isNaN(status)) return status;
  const meant = statusNames.get(text.toLowerCase().replaceAll(/[\s_-]+/g, ' '));
  reading.notes.misread(
    section,
    phrase.span,
    'unknown-value',
    `The status of an error is a number from 400 to 599, not “${text}”. It is answered with ${assumed}.`,
    meant === undefined ? [] : [meant],
  );
  return assumed;
}

function readMessage(reading: Reading, written: Phrase): MessagePart[] {
  const phrase = written.plain();
  const parts = messageParts(phrase.text, (from, to) => phrase.slice(from, to).span);
  for (const part of parts) {
    if (part.kind === 'slot' && isConstantName(part.name)) reading.refer('constant', { text: part.name, span: part.span }, section);
  }
  return parts;
}

const statusNames: ReadonlyMap<string, string> = new Map([
  ['bad request', '400'],
  ['unauthorized', '401'],
  ['forbidden', '403'],
  ['not found', '404'],
  ['conflict', '409'],
  ['gone', '410'],
  ['unprocessable', '422'],
  ['unprocessable entity', '422'],
  ['unprocessable content', '422'],
  ['too many requests', '429'],
]);

const shownSynonyms: ReadonlyMap<string, string> = new Map([
  ...['popup', 'pop-up', 'modal', 'alert', 'dialogue'].map((word): [string, string] => [word, 'dialog']),
  ...['notification', 'snackbar', 'message'].map((word): [string, string] => [word, 'toast']),
]);

function readShown(reading: Reading, row: FormRow, name: string, assumed: 'toast' | 'page'): Shown {
  const phrase = reading.cell(row.cell('Shown'), section, `where ${name} is shown`, `It is shown as a ${assumed}.`);
  if (phrase === null) return { kind: assumed };
  const plain = phrase.plain();
  const at = /^at\s+/i.exec(plain.text);
  if (at) return { kind: 'at', field: plain.slice(at[0].length).name() };
  const word = shownWords.find((one) => one === plain.text.toLowerCase());
  if (word !== undefined) return { kind: word };
  const other = shownSynonyms.get(plain.text.toLowerCase());
  const near = other === undefined ? nearest(plain.text, shownWords, 1) : [other];
  const message = `An error is shown “at FIELD”, or as toast, dialog, page or banner; “${plain.text}” is none of these. It is shown as a ${assumed}.`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return { kind: assumed };
}

const text: Type = { kind: 'text' };

/** Names available in the expression after `Error body:` and in the column Key. */
const bodyNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['error', text],
  ['message', text],
  ['field', text],
  ['entity', text],
  ['status', { kind: 'integer' }],
  ['value', { kind: 'any' }],
  ['limit', { kind: 'any' }],
]);

function readKey(reading: Reading, row: FormRow, name: string): ErrorEntry['key'] {
  const phrase = reading.cell(row.cell('Key'), section, `the key of ${name}`, 'It is “body”.');
  if (phrase === null) return null;
  return phrase.code === null
    ? phrase.plain().text
    : reading.expression(phrase.source(), { bound: bodyNames }, section, `the key of ${name}`, text);
}

const bodyBegin = /^\**error body\**\s*:\**/i;

/** The text after `Error body:`, in a paragraph or bullet of section 8; null if there is none. */
function errorBodyPhrase(reading: Reading): Phrase | null {
  for (const { block, section: number } of reading.outline.blocks) {
    if (number !== section) continue;
    const sources = block.kind === 'paragraph' ? [block] : block.kind === 'bullets' ? block.items : [];
    for (const source of sources) {
      const phrase = Phrase.of(source);
      const begin = bodyBegin.exec(phrase.text);
      if (begin !== null) return phrase.slice(begin[0].length, phrase.text.length - (phrase.text.endsWith('.') ? 1 : 0));
    }
  }
  return null;
}

export const hasErrorBody = (reading: Reading): boolean => errorBodyPhrase(reading) !== null;

/** Reads `` Error body: `{…}` ``; null: errors are answered as RFC 9457 defines. */
export function readErrorBody(reading: Reading): Expression | null {
  const body = errorBodyPhrase(reading);
  if (body === null) return null;
  if (!isHoleText(body.text) && !body.empty) return reading.expression(body.source(), { bound: bodyNames }, section, 'the error body');
  reading.notes.hole(section, body.span, 'cell', 'the error body', 'Errors are answered as RFC 9457 says.');
  return null;
}
