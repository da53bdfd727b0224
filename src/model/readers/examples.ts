import { nearest } from '../../base/nearest.ts';
import type { Span } from '../../base/span.ts';
import { Mistake, parseCell } from '../../expression/values/json.ts';
import type { Name } from '../ast/common.ts';
import type { Example, ExampleValue } from '../ast/entities.ts';
import type { EntityDraft, ExampleDraft, FieldDraft } from '../reading/drafts.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form } from '../reading/tables.ts';
import { noteTooLong } from './fields.ts';

const section = 3;

/** The examples of an entity with their values. A column that names no field is prose. */
export function readExamples(reading: Reading, entity: EntityDraft): Example[] {
  const fields = new Map(entity.fields.map((field) => [field.name.text, field]));
  const columns = new Map<Form, readonly Column[]>();
  return entity.examples.map((draft) => {
    const { name, form, row } = draft;
    let known = columns.get(form);
    if (known === undefined) columns.set(form, (known = readColumns(reading, entity, fields, form)));
    const of = known;
    const cells = reading.unitOf(row, entity.name.text, () => readCells(reading, draft, of));
    const values = cells.map(({ column, span, content }): ExampleValue => ({ field: (of[column] as Column).name, span, content }));
    return { name, entity: entity.name.text, span: row.row.span, values };
  });
}

interface Column {
  readonly name: Name;
  readonly index: number;
  readonly field: FieldDraft;
}

function readColumns(reading: Reading, entity: EntityDraft, fields: ReadonlyMap<string, FieldDraft>, form: Form): Column[] {
  return form.others.flatMap(({ header, index }) => {
    const name = Phrase.of(header).name();
    const field = fields.get(name.text);
    noteColumn(reading, entity, fields, name);
    return field === undefined ? [] : [{ name, index, field }];
  });
}

/** The non-empty cells; `column` is an index into `columns`. */
function readCells(
  reading: Reading,
  { name, row }: ExampleDraft,
  columns: readonly Column[],
): { readonly column: number; readonly span: Span; readonly content: ExampleValue['content'] }[] {
  return columns.flatMap(({ name: header, index, field }, column) => {
    const title = `${header.text} of ${name.text}`;
    const phrase = reading.cell(row.at(index), section, title, 'The example says nothing about it.');
    return phrase === null ? [] : [{ column, span: phrase.span, content: readContent(reading, field, phrase, title) }];
  });
}

function noteColumn(reading: Reading, entity: EntityDraft, fields: ReadonlyMap<string, FieldDraft>, name: Name): void {
  if (fields.has(name.text)) {
    reading.refer('field', name, section, entity.name.text);
    return;
  }
  const near = nearest(name.text, fields.keys());
  if (near.length === 0) return;
  const message = `${entity.name.text} has no field “${name.text}”, so this column is read as prose. Did you mean “${near[0]}”?`;
  reading.notes.misread(section, name.span, 'near-miss', message, near);
}

function readContent(reading: Reading, field: FieldDraft, phrase: Phrase, title: string): ExampleValue['content'] {
  const { type, valueType } = field;
  if (phrase.code !== null) {
    const expression = reading.expression(phrase.source(), { bound: reading.exampleTypes, self: field.entity }, section, title, valueType);
    return { kind: 'expression', expression };
  }
  switch (type.kind) {
    case 'relation': {
      const name = phrase.name();
      reading.refer('example', name, section, type.entity.text);
      return { kind: 'example', name: name.text };
    }
    case 'members':
    case 'inverse': {
      const names = phrase.names();
      reading.referAll('example', names, section, type.entity.text);
      return { kind: 'examples', names: names.map((name) => name.text) };
    }
    case 'file':
    case 'image':
      return { kind: 'file', name: phrase.plain().text };
    case 'state': {
      const name = phrase.name();
      if (valueType.kind === 'state') reading.refer('state', name, section, field.entity);
      return { kind: 'value', value: name.text };
    }
    default:
      return readPlain(reading, field, phrase, title);
  }
}

function readPlain(reading: Reading, field: FieldDraft, phrase: Phrase, title: string): ExampleValue['content'] {
  const { valueType } = field;
  const value = parseCell(phrase.text, valueType);
  if (!(value instanceof Mistake)) {
    noteTooLong(reading, field, value, phrase.span, title);
    return { kind: 'value', value };
  }
  // An expression without its backticks.
  if (/^(?:today|now)\b/.test(phrase.text)) {
    const meant = `\`${phrase.text}\``;
    const message = `“${phrase.text}” cannot be ${title}: it ${value.message}. An expression is in backticks: ${meant}.`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message, [meant], 'certain');
    return { kind: 'unknown' };
  }
  const near = 'values' in valueType ? nearest(phrase.text, valueType.values) : [];
  const message = `“${phrase.text}” cannot be ${title}: it ${value.message}.`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return { kind: 'unknown' };
}
