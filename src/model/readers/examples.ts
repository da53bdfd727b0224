import { nearest } from '../../base/nearest.ts';
import { Mistake, parseCell } from '../../expression/json.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Example, ExampleValue } from '../facts/entities.ts';
import type { EntityDraft, ExampleDraft, FieldDraft } from '../reading/drafts.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';

const section = 3;

/** An example with the values of its cells. A column that is no field is prose. */
export function readExample(reading: Reading, draft: ExampleDraft, entity: EntityDraft): Example {
  const fields = new Map(entity.fields.map((field) => [field.name.text, field]));
  const values: ExampleValue[] = [];
  const first = entity.examples.find((other) => other.form === draft.form) === draft;
  for (const { header, index } of draft.form.others) {
    const name = Phrase.of(header).name();
    const field = fields.get(name.text);
    if (first) noteColumn(reading, entity, fields, header);
    if (field === undefined) continue;
    const title = `${name.text} of ${draft.name.text}`;
    const phrase = reading.cell(draft.row.at(index), section, title, 'The example says nothing about it.');
    if (phrase === null) continue;
    values.push({ field: name, span: phrase.span, content: readContent(reading, field, phrase, title) });
  }
  return { name: draft.name, entity: entity.name.text, span: draft.row.row.span, values };
}

function noteColumn(reading: Reading, entity: EntityDraft, fields: ReadonlyMap<string, FieldDraft>, header: Cell): void {
  const name = Phrase.of(header).name();
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
  if (!(value instanceof Mistake)) return { kind: 'value', value };
  const near = 'values' in valueType ? nearest(phrase.text, valueType.values) : [];
  const message = `“${phrase.text}” cannot be ${title}: it ${value.message}.`;
  reading.notes.misread(section, phrase.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return { kind: 'unknown' };
}
