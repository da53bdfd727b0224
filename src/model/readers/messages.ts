import { nearest } from '../../base/nearest.ts';
import { type Message, type MessageWay, messageWays, type TextPart } from '../ast/messages.ts';
import { toSentenceCase } from '../reading/cell-forms.ts';
import { declareNames } from '../reading/constant-names.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 8;

/**
 * Assumed entity of a message that no event sends. It has no fields to check against, so that one
 * finding reports the problem.
 */
const unknown = '';

/** First pass: declares the names of messages. */
export function declareMessages(reading: Reading): void {
  declareNames(reading, 'message', section);
  for (const name of reading.names.all('message')) reading.declarations.messages.add(name);
}

/**
 * Reads the messages. Must run after the effects of section 4, which determine what each message is
 * about.
 */
export function readMessages(reading: Reading): Message[] {
  const about = new Map<string, string>();
  for (const { action, self } of reading.notes.actions)
    for (const step of action.steps)
      if (step.kind === 'tell' && self != null && !about.has(step.message.text)) about.set(step.message.text, self);
  const messages = new Map<string, Message>();
  for (const form of reading.forms.message) {
    for (const row of form.rows) {
      const name = Phrase.of(row.first).name().text;
      const entity = about.get(name) ?? null;
      const message = reading.unitOf(row, entity ?? '', () => readMessage(reading, row, entity));
      if (name !== '' && !messages.has(name)) messages.set(name, message);
    }
  }
  return [...messages.values()];
}

function readMessage(reading: Reading, row: FormRow, about: string | null): Message {
  const name = Phrase.of(row.first).name();
  const title = `the message ${name.text}`;
  const to = reading.cell(row.cell('To'), section, `who is told ${name.text}`, 'Nobody is told, unless the effect says who.');
  const subject = reading.requiredCell(
    row.cell('Subject'),
    row.row.span,
    section,
    `the subject of ${name.text}`,
    'People read its name instead.',
  );
  const text = reading.cell(row.cell('Text'), section, `the text of ${name.text}`, 'It has none.');
  return {
    name,
    span: row.row.span,
    about,
    to: to === null ? null : reading.expression(to.source(), { self: about ?? unknown }, section, `who is told ${name.text}`),
    by: readWays(reading, row, name.text),
    subject:
      subject === null
        ? [{ kind: 'text', text: toSentenceCase(name.text.toLowerCase()) }]
        : readParts(reading, subject.plain(), about, title),
    text: text === null ? [] : readParts(reading, text, about, title),
  };
}

function readWays(reading: Reading, row: FormRow, name: string): readonly MessageWay[] {
  const phrase = reading.cell(row.cell('By'), section, `how ${name} is told`, 'It is told in the product.');
  if (phrase === null) return ['app'];
  const ways = phrase.names().flatMap(({ text, span }): MessageWay[] => {
    const way = messageWays.find((one) => one === text.toLowerCase());
    if (way !== undefined) return [way];
    const near = nearest(text, messageWays, 1);
    const message = `People are told by app (in the product) or by mail; “${text}” is neither.`;
    reading.notes.misread(section, span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
    return [];
  });
  return ways.length === 0 ? ['app'] : [...new Set(ways)];
}

/** Splits a message into text and paths in braces. */
function readParts(reading: Reading, phrase: Phrase, about: string | null, place: string): TextPart[] {
  const { text } = phrase;
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}/g)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    from = match.index + match[0].length;
    const source = phrase.slice(match.index + 1, from - 1).source();
    parts.push({ kind: 'value', expression: reading.expression(source, { self: about ?? unknown }, section, place) });
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
