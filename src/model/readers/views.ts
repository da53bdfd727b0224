import type { View, ViewEntry } from '../ast/calls.ts';
import { isPascalCase, toPascalCase } from '../reading/cell-forms.ts';
import { headingPhrase, noteMissingHeading } from '../reading/headings.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form, FormRow } from '../reading/tables.ts';

const section = 7;
const viewForm = /^(.+?)\s+of\s+(.+)$/;

interface ViewHeading {
  readonly name: Phrase;
  readonly entity: Phrase;
  readonly at: number;
  /** The heading that is meant, if it does not name the entity. */
  readonly implied?: string;
}

function viewOf(reading: Reading, form: Form): ViewHeading | null {
  for (const heading of form.headings) {
    const phrase = headingPhrase(heading);
    const match = viewForm.exec(phrase.text);
    if (match === null) continue;
    const name = match[1] ?? '';
    return {
      name: phrase.slice(0, name.length).plain(),
      entity: phrase.slice(phrase.text.length - (match[2] ?? '').length).plain(),
      at: heading.span.from,
    };
  }
  return impliedView(reading, form);
}

/** The view that a heading such as `### TicketView` means, without saying of which entity. */
function impliedView({ entities }: Reading, form: Form): ViewHeading | null {
  const [heading] = form.headings;
  if (heading === undefined) return null;
  const name = headingPhrase(heading);
  const starts = [...entities.values()].filter(({ name: { text } }) => name.text.startsWith(text) && name.text !== text);
  const [longest] = starts.sort((a, b) => b.name.text.length - a.name.text.length);
  if (longest === undefined || !isPascalCase(name.text)) return null;
  return { name, entity: name.slice(0, longest.name.text.length), at: heading.span.from, implied: `${name.text} of ${longest.name.text}` };
}

/** First pass: declares the names of views. */
export function declareViews(reading: Reading): void {
  const seen = new Set<number>();
  for (const form of reading.forms.view) {
    const view = viewOf(reading, form);
    if (view === null || seen.has(view.at)) continue;
    seen.add(view.at);
    const name = view.name.name();
    reading.notes.declare('view', name, section);
    if (view.implied !== undefined) {
      const message = `The heading of a view says of which entity it is: “### ${view.implied}”.`;
      reading.notes.misread(section, name.span, 'near-miss', message, [view.implied]);
    }
    if (!isPascalCase(name.text)) {
      const better = toPascalCase(name.text);
      const message = `A view’s name is one word that begins with a capital: “${better}”.`;
      reading.notes.misread(section, name.span, 'bad-name', message, isPascalCase(better) ? [better] : []);
    }
    if (reading.names.has('view', name.text)) continue;
    reading.names.add('view', name.text);
    reading.declarations.views.set(name.text, view.entity.text);
  }
}

export function readViews(reading: Reading): View[] {
  const views = new Map<string, View & { readonly entries: ViewEntry[] }>();
  for (const form of reading.forms.view) {
    const heading = viewOf(reading, form);
    if (heading === null) {
      noteMissingHeading(reading, form, section, 'NAME of ENTITY');
      continue;
    }
    const name = heading.name.name();
    let view = views.get(name.text);
    if (view === undefined) {
      const entity = heading.entity.name();
      if (heading.implied === undefined) reading.refer('entity', entity, section);
      views.set(name.text, (view = { name, entity, span: { from: heading.at, to: form.table.span.to }, entries: [] }));
    }
    for (const row of form.rows) {
      const entry = reading.unitOf(row, `${name.text}\0${view.entity.text}`, () => readEntry(reading, row, view));
      if (entry !== null) view.entries.push(entry);
    }
  }
  return [...views.values()];
}

function readEntry(reading: Reading, row: FormRow, view: View): ViewEntry | null {
  const phrase = reading.requiredCell(row.first, row.row.span, section, `a key of ${view.name.text}`, 'The row is not used.');
  if (phrase === null) return null;
  const key = phrase.name();
  const entity = view.entity.text;
  const title = `${key.text} of ${view.name.text}`;
  const known = reading.names.has('entity', entity);
  const value = reading.cell(row.cell('Value'), section, title, 'The field of that name is taken.');
  reading.words(row.cell('Description'), section, `the description of ${title}`);
  if (value === null) {
    if (known) reading.refer('field', key, section, entity);
    return { key, span: row.row.span, value: null };
  }
  if (value.code === null && !reading.names.has('field', value.text, entity)) {
    const message = `The value of ${title} is an expression in backticks. “${value.text}” is words.`;
    reading.notes.misread(section, value.span, 'unknown-value', message, [`\`${value.text}\``]);
    return { key, span: row.row.span, value: null };
  }
  return {
    key,
    span: row.row.span,
    value: reading.expression(value.source(), { self: known ? entity : null, token: true }, section, title),
  };
}
