import { nearest } from '../../base/nearest.ts';
import { plural } from '../../base/plural.ts';
import type { Cell } from '../../syntax/tree.ts';
import { type Caption, type LabelFacts, type Labelled, labelKey, quotedKey, type Word } from '../ast/labels.ts';
import { toWords } from '../reading/cell-forms.ts';
import { eventOf } from '../reading/event-cell.ts';
import { headingPhrase, noteMissingHeading } from '../reading/headings.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form, FormRow } from '../reading/tables.ts';
import { type Colour, colours } from '../vocabulary.ts';
import { machineAbove } from './states.ts';

const entityLabel = /^\**label\**\s*:\**\s*/i;

/**
 * Whether a paragraph under an entity's heading declares its label: `Label: order line / order
 * lines`.
 */
export const isLabelLine = (text: string): boolean => entityLabel.test(text);

interface Draft {
  readonly own: Map<string, Caption>;
  readonly colours: Map<string, Colour>;
}

/** The labels and colours of everything that users read. The first of two for one name wins. */
export function readLabels(reading: Reading, words: readonly Word[], language: string | null): LabelFacts {
  const draft: Draft = { own: new Map(), colours: new Map() };
  readEntityLabels(reading, draft);
  for (const form of reading.forms.field) {
    const entity = form.headings.map((heading) => headingPhrase(heading).text).find((words) => reading.entities.has(words));
    if (entity !== undefined) for (const row of form.rows) readLabel(reading, draft, row, 'field', [entity, nameOf(row)]);
  }
  for (const machine of reading.machines) {
    for (const row of machine.rows) {
      const event = eventOf(row);
      if (event !== null) readLabel(reading, draft, row, 'event', [machine.entity.text, event.name.text]);
    }
  }
  for (const form of reading.forms.screen) for (const row of form.rows) readLabel(reading, draft, row, 'screen', [nameOf(row)]);
  for (const form of reading.forms.role) for (const row of form.rows) readLabel(reading, draft, row, 'role', [nameOf(row)]);
  for (const form of reading.forms.message) for (const row of form.rows) readLabel(reading, draft, row, 'message', [nameOf(row)]);
  for (const form of reading.forms.state) readStates(reading, draft, form);
  for (const form of reading.forms.value) readValues(reading, draft, form);
  return { ...draft, plurals: pluralsOf(reading, draft, language), words: byLanguage(words) };
}

/**
 * The plurals that a document in English leaves out. It is in English if it says so, or if it says
 * nothing and names a screen or a list with the English plural of an entity.
 */
function pluralsOf({ entities, forms }: Reading, { own }: Draft, language: string | null): ReadonlyMap<string, string> {
  const one = (name: string): string => own.get(labelKey('entity', name))?.one ?? toWords(name);
  const plurals = new Set([...entities.keys()].map((name) => plural(toWords(name))));
  const isEnglish =
    language === null
      ? [...forms.screen, ...forms.field].some(({ rows }) => rows.some((row) => plurals.has(toWords(nameOf(row)).toLowerCase())))
      : /^en\b/i.test(language);
  return new Map(isEnglish ? [...entities.keys()].map((name) => [name, plural(one(name))]) : []);
}

/** The translations, by language and name. The first of two rows for one name wins. */
function byLanguage(words: readonly Word[]): ReadonlyMap<string, ReadonlyMap<string, Caption>> {
  const found = new Map<string, Map<string, Caption>>();
  for (const { name, quoted, captions } of words) {
    const key = quoted ? quotedKey(name) : name;
    for (const [language, caption] of captions) {
      const known = found.get(language) ?? new Map<string, Caption>();
      found.set(language, known);
      if (!known.has(key)) known.set(key, caption);
    }
  }
  return found;
}

const nameOf = (row: FormRow): string => Phrase.of(row.first).name().text;

function readLabel(reading: Reading, draft: Draft, row: FormRow, kind: Labelled, path: readonly string[]): void {
  const cell = row.cell('Label');
  const key = labelKey(kind, ...path);
  const phrase = reading.cell(cell, row.section, `the label of ${path.join('.')}`, 'Users read its name.');
  if (phrase !== null && !draft.own.has(key)) draft.own.set(key, captionOf(phrase));
}

/** Reads `ticket / tickets` as singular and plural. */
export function captionOf(phrase: Phrase): Caption {
  const [one = '', many] = phrase.plain().text.split(/\s+\/\s+/, 2);
  return { one, many: many ?? null };
}

function readEntityLabels(reading: Reading, draft: Draft): void {
  for (const { heading, section, blocks } of reading.outline.chapters) {
    const name = section === 3 ? headingPhrase(heading).text : '';
    if (!reading.entities.has(name)) continue;
    for (const block of blocks) {
      if (block.kind !== 'paragraph') continue;
      const phrase = Phrase.of(block);
      const found = entityLabel.exec(phrase.text);
      const words = found === null ? null : phrase.slice(found[0].length);
      const key = labelKey('entity', name);
      if (words !== null && !words.empty && !draft.own.has(key)) draft.own.set(key, captionOf(words));
    }
  }
}

/** Reads `State | Label | Colour` under `### Ticket.status`. */
function readStates(reading: Reading, draft: Draft, form: Form): void {
  const machine = machineAbove(reading, form);
  if (machine === null) {
    noteMissingHeading(reading, form, 4, 'ENTITY.field');
    return;
  }
  const { entity, field } = machine;
  for (const row of form.rows) {
    const name = Phrase.of(row.first).name();
    if (name.text === '' || !reading.refer('state', name, 4, entity.text)) continue;
    readLabel(reading, draft, row, 'value', [entity.text, field.text, name.text]);
    readColour(reading, draft, row.cell('Colour'), 4, [entity.text, field.text, name.text]);
  }
}

/**
 * Reads `Value | Label | Colour` under `#### priority` of the entity, or under `###
 * Ticket.priority`.
 */
function readValues(reading: Reading, draft: Draft, form: Form): void {
  const phrases = form.headings.map(headingPhrase);
  const words = phrases.map((phrase) => phrase.text);
  const [entity = '', name = ''] = words[0]?.includes('.') ? words[0].split('.', 2) : [words[1], words[0]];
  const field = reading.entities.get(entity)?.fields.find((one) => one.name.text === name);
  const type = field?.type.kind === 'list' ? field.type.of : field?.type;
  if (type?.kind !== 'enum') {
    const [first] = form.table.header.cells;
    const message =
      'This table belongs to no enum: put it below the entity, under a heading “#### FIELD”, for a field of the type “enum …”.';
    reading.notes.misread(3, first?.span ?? form.table.span, 'misplaced', message);
    return;
  }
  const heading = phrases[0]?.slice(words[0]?.includes('.') ? entity.length + 1 : 0).name();
  if (heading !== undefined) reading.refer('field', heading, 3, entity);
  const values = type.values.map((value) => value.text);
  for (const row of form.rows) {
    const value = Phrase.of(row.first).name();
    if (value.text === '') continue;
    if (!values.includes(value.text)) {
      const message = `“${value.text}” is not a value of ${entity}.${name}, which has ${values.join(', ')}. The row is not used.`;
      const near = nearest(value.text, values);
      reading.notes.misread(3, value.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
      continue;
    }
    readLabel(reading, draft, row, 'value', [entity, name, value.text]);
    readColour(reading, draft, row.cell('Colour'), 3, [entity, name, value.text]);
  }
}

function readColour(reading: Reading, draft: Draft, cell: Cell | null, section: number, path: readonly string[]): void {
  const phrase = reading.cell(cell, section, `the colour of ${path.join('.')}`, 'It has the colour that follows from its place.');
  if (phrase === null) return;
  const word = phrase.plain().text.toLowerCase();
  const colour = colours.find((one) => one === word);
  if (colour !== undefined) {
    draft.colours.set(labelKey('value', ...path), colour);
    return;
  }
  const near = nearest(word, colours);
  const message = `“${phrase.text}” is not a colour. A colour says what a value means; it is one of ${colours.join(', ')}.`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
}
