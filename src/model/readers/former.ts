import { nearest } from '../../base/nearest.ts';
import type { Name } from '../ast/common.ts';
import type { FormerName, RenameTarget } from '../ast/entities.ts';
import { isPascalCase } from '../reading/cell-forms.ts';
import type { EntityDraft, FieldDraft } from '../reading/drafts.ts';
import { headingOf, noteMissingHeading } from '../reading/headings.ts';
import type { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import type { FormRow } from '../reading/tables.ts';

const section = 3;

/** Reads the tables `Was | Is | How`, by entity. */
export function readFormer(reading: Reading): ReadonlyMap<string, readonly FormerName[]> {
  const found = new Map<string, FormerName[]>();
  for (const form of reading.forms.former) {
    const heading = headingOf(form, (words) => reading.entities.has(words));
    const draft = heading === null ? undefined : reading.entities.get(heading.text);
    if (heading === null) noteMissingHeading(reading, form, section, 'ENTITY');
    else if (draft === undefined) reading.refer('entity', heading.name(), section);
    else {
      const rows = found.get(draft.name.text) ?? [];
      found.set(draft.name.text, rows);
      for (const row of form.rows) {
        const former = readRow(reading, draft, row);
        if (former !== null) rows.push(former);
      }
    }
  }
  return found;
}

/** Splits `priority.urgent` into a field and a former value, which may contain any character. */
function pathOf(phrase: Phrase): readonly [field: Name, value: Name | null] {
  const whole = phrase.plain();
  const dot = whole.text.indexOf('.');
  return dot < 0 ? [whole.name(), null] : [whole.slice(0, dot).name(), whole.slice(dot + 1).name()];
}

function readRow(reading: Reading, draft: EntityDraft, row: FormRow): FormerName | null {
  const unused = 'The row is not used.';
  const was = reading.requiredCell(row.first, row.row.span, section, `a former name in ${draft.name.text}`, unused);
  if (was === null) return null;
  const [field, value] = pathOf(was);
  const drop = saysDrop(reading, row);
  const is = row.cell('Is');
  const former = { field: field.text, value: value?.text ?? null, span: was.span };
  const about = `what became of ${draft.name.text}.${was.plain().text}`;
  if (drop && is !== null && is.text !== '') {
    const message = `This row says both that “${was.plain().text}” is dropped and what it is now. Leave one of the cells Is and How empty.`;
    reading.notes.misread(section, is.span, 'unknown-value', message);
    return null;
  }
  if (drop) return { ...former, is: null };
  const phrase = reading.requiredCell(is, row.row.span, section, about, 'A person decides when the data changes.');
  if (phrase === null) return null;
  const became = readTarget(reading, draft, phrase, isPascalCase(field.text) && value === null);
  if (became === null) return null;
  if (became.field !== null && (became.value === null) !== (value === null)) {
    const message = `“${was.plain().text}” and “${phrase.plain().text}” are not of one kind: a field becomes a field, FIELD.VALUE becomes FIELD.VALUE. ${unused}`;
    reading.notes.misread(section, phrase.span, 'unknown-value', message);
    return null;
  }
  return { ...former, is: became };
}

function saysDrop(reading: Reading, row: FormRow): boolean {
  const how = reading.cell(row.cell('How'), section, 'how it changed', 'The row is read without it.');
  if (how === null) return false;
  if (how.plain().text.toLowerCase() === 'drop') return true;
  const message = `How is “drop” (what was there is deleted) or empty, not “${how.text}”.`;
  const near = nearest(how.text, ['drop']);
  reading.notes.misread(section, how.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return false;
}

function readTarget(reading: Reading, draft: EntityDraft, phrase: Phrase, entity: boolean): RenameTarget | null {
  const [field, value] = pathOf(phrase);
  if (entity) {
    if (reading.refer('entity', field, section) && field.text === draft.name.text) return { field: null, value: null };
    const message = `The former name of an entity is given below the entity: here Is can only be “${draft.name.text}”. The row is not used.`;
    if (reading.entities.has(field.text)) reading.notes.misread(section, phrase.span, 'unknown-value', message, [draft.name.text]);
    return null;
  }
  if (!reading.refer('field', field, section, draft.name.text)) return null;
  if (value === null) return { field: field.text, value: null };
  const known = draft.fields.find((one) => one.name.text === field.text);
  if (known?.type.kind === 'state')
    return reading.refer('state', value, section, draft.name.text) ? { field: field.text, value: value.text } : null;
  const values = valuesOf(known);
  if (values.includes(value.text)) return { field: field.text, value: value.text };
  const which = values.length === 0 ? 'is neither an enum nor a state' : `has the values ${values.join(', ')}`;
  const message = `“${value.text}” is not a value of ${draft.name.text}.${field.text}, which ${which}. The row is not used.`;
  const near = nearest(value.text, values);
  reading.notes.misread(section, value.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  return null;
}

function valuesOf(field: FieldDraft | undefined): readonly string[] {
  const type = field?.type.kind === 'list' ? field.type.of : field?.type;
  return type?.kind === 'enum' ? type.values.map(({ text }) => text) : [];
}
