import { nearest } from '../../base/nearest.ts';
import type { Name } from '../ast/common.ts';
import type { Word } from '../ast/labels.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';
import { captionOf } from './labels.ts';
import { languageTag } from './language.ts';

const section = 1;

/** Reads `Word | de | id`: the translations of a name or a quoted text of the document. */
export function readWords(reading: Reading): Word[] {
  const words: Word[] = [];
  for (const form of reading.forms.word) {
    const languages = form.others.flatMap(({ header, index }) => {
      const tag = languageTag(header.text.trim());
      if (tag !== null) return [{ tag, index }];
      const message = `“${header.text}” is not a language: the columns of this table are tags such as “de” or “pt-BR”. The column is not used.`;
      reading.notes.misread(section, header.span, 'unknown-value', message);
      return [];
    });
    for (const row of form.rows) {
      const word = readWord(reading, row, languages);
      if (word !== null) words.push(word);
    }
  }
  return words;
}

function readWord(reading: Reading, row: FormRow, languages: readonly { readonly tag: string; readonly index: number }[]): Word | null {
  const phrase = Phrase.of(row.first).plain();
  if (phrase.empty) return null;
  const captions = new Map(
    languages.flatMap(({ tag, index }) => {
      const cell = row.at(index);
      const written = reading.cell(cell, section, `“${phrase.text}” in ${tag}`, 'Its readers see the document’s own word.');
      return written === null ? [] : [[tag, captionOf(written)] as const];
    }),
  );
  const quoted = /^["“”„]([\s\S]+)["“”]$/.exec(phrase.text)?.[1] ?? null;
  if (quoted === null) noteName(reading, phrase);
  return { name: quoted ?? phrase.text, quoted: quoted !== null, span: phrase.span, captions };
}

const alone = ['entity', 'screen', 'role', 'error', 'message'] as const;

/**
 * Records the names in `Ticket.status.open` as used, so that a rename reaches them, and reports
 * names that are undeclared.
 */
function noteName(reading: Reading, phrase: Phrase): void {
  const kind = alone.find((one) => reading.names.has(one, phrase.text));
  if (kind !== undefined) {
    reading.refer(kind, phrase.name(), section);
    return;
  }
  const entities = [...reading.names.all('entity')].filter((entity) => reading.names.has('event', phrase.text, entity));
  if (entities.length > 0) {
    // If several events share a name, renaming one of them must not change this row.
    if (entities.length === 1) reading.refer('event', phrase.name(), section, entities[0]);
    return;
  }
  const [entity, member, value] = segments(phrase);
  if (entity !== undefined && member !== undefined && reading.names.has('entity', entity.text)) {
    reading.refer('entity', entity, section);
    const isEvent = value === undefined && reading.names.has('event', member.text, entity.text);
    reading.refer(isEvent ? 'event' : 'field', member, section, entity.text);
    if (value !== undefined) noteValue(reading, entity.text, member.text, value);
    return;
  }
  // A unit is any text in the Unit column of section 9, without a declaration.
  if (reading.forms.constant.some((form) => form.rows.some((row) => row.cell('Unit')?.text.trim() === phrase.text))) return;
  const near = nearest(
    phrase.text,
    alone.flatMap((one) => [...reading.names.all(one)]),
  );
  const message = `“${phrase.text}” names nothing in this document: no entity, field, state, value, event, screen, role, error, message or unit. A text of the document is written in quotes.`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
}

/** The names between the dots. The last may be several words (`Ticket.status.in progress`). */
function segments(phrase: Phrase): Name[] {
  const [first = '', second = ''] = phrase.text.split('.', 2);
  const ends = [first.length, first.length + 1 + second.length];
  const parts = [phrase.slice(0, ends[0]), phrase.slice((ends[0] ?? 0) + 1, ends[1]), phrase.slice((ends[1] ?? 0) + 1)];
  return parts.filter((part) => !part.empty).map((part) => part.name());
}

function noteValue(reading: Reading, entity: string, field: string, value: Name): void {
  const type = reading.entities.get(entity)?.fields.find((one) => one.name.text === field)?.type;
  const of = type?.kind === 'list' ? type.of : type;
  if (of?.kind !== 'enum') {
    reading.refer('state', value, section, entity);
    return;
  }
  const values = of.values.map(({ text }) => text);
  if (values.includes(value.text)) return;
  const near = nearest(value.text, values);
  const message = `“${value.text}” is not a value of ${entity}.${field}, which has ${values.join(', ')}.`;
  reading.notes.misread(section, value.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
}
