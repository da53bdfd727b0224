import { traitsOf } from '../../model/types/traits.ts';
import type { Name } from '../ast/common.ts';
import type { Entity, Field } from '../ast/entities.ts';
import { isHoleText, isIdentifier, isPascalCase, saysNotShown, toCamelCase, toPascalCase } from '../reading/cell-forms.ts';
import type { EntityDraft, FieldDraft } from '../reading/drafts.ts';
import { orNull, readFieldType, valueTypeOf } from '../reading/field-type.ts';
import { entityOfExamples } from '../reading/header-synonyms.ts';
import { headingOf, headingPhrase, noteMissingHeading } from '../reading/headings.ts';
import { nameMeant } from '../reading/name-meant.ts';
import type { Chapter } from '../reading/outline.ts';
import type { Reading } from '../reading/reading.ts';
import type { Form, FormRow } from '../reading/tables.ts';
import { builtInFields } from '../vocabulary.ts';
import { readExamples } from './examples.ts';
import { readField } from './fields.ts';
import { readFormer } from './former.ts';
import { isLabelLine } from './labels.ts';

const section = 3;

/** First pass: declares entities with their fields and examples by name. */
export function declareEntities(reading: Reading): void {
  const chapters = new Map(reading.outline.chapters.map((chapter) => [chapter.heading.content.from, chapter]));
  // Several tables under one heading belong to the same entity; a second heading with its name is a
  // second declaration.
  const declared = new Set<number>();
  const declare = (name: Name, chapter: Chapter | undefined): EntityDraft => {
    if (!declared.has(name.span.from)) {
      declared.add(name.span.from);
      reading.notes.declare('entity', name, section);
      noteName(reading, name);
    }
    let draft = reading.entities.get(name.text);
    if (draft === undefined) {
      draft = {
        name,
        span: chapter ? { from: chapter.heading.span.from, to: chapter.to } : name.span,
        description: descriptionOf(chapter),
        fields: [],
        examples: [],
      };
      reading.entities.set(name.text, draft);
      reading.names.add('entity', name.text);
      reading.declarations.entities.add(name.text);
    }
    return draft;
  };
  const byHeading: { at: number; run: () => void }[] = [];
  for (const form of reading.forms.field) {
    const heading = headingOf(form, isPascalCase);
    if (heading === null) noteMissingHeading(reading, form, section, 'ENTITY');
    else
      byHeading.push({
        at: form.table.span.from,
        run: () => declareFields(reading, declare(heading.name(), chapters.get(contentStart(form))), form),
      });
  }
  for (const chapter of reading.outline.chapters) {
    if (chapter.section === section && isEmptyEntity(chapter)) {
      byHeading.push({
        at: chapter.heading.span.from,
        run: () => declareEmpty(reading, declare(headingPhrase(chapter.heading).name(), chapter)),
      });
    }
  }
  byHeading.sort((a, b) => a.at - b.at);
  for (const { run } of byHeading) run();
  for (const form of reading.forms.example) declareExamples(reading, form);
}

const contentStart = (form: Form): number => {
  const heading = form.headings.find((one) => isPascalCase(headingPhrase(one).text)) ?? form.headings[0];
  return heading?.content.from ?? -1;
};

/**
 * Whether a heading can only name an entity and has either no content or a sentence that it is not
 * shown.
 */
function isEmptyEntity(chapter: Chapter): boolean {
  if (!isPascalCase(headingPhrase(chapter.heading).text)) return false;
  if (chapter.blocks.some((block) => block.kind === 'table')) return false;
  const words = chapter.blocks.filter((block) => block.kind === 'paragraph');
  return chapter.blocks.length === 0 || words.some((block) => isHoleText(block.text) || saysNotShown(block.text));
}

function declareEmpty(reading: Reading, draft: EntityDraft): void {
  const consequence = `${draft.name.text} has only id, createdAt, updatedAt and createdBy.`;
  reading.notes.hole(section, draft.name.span, 'cell', `the fields of ${draft.name.text}`, consequence);
}

const descriptionOf = (chapter: Chapter | undefined): string =>
  (chapter?.blocks ?? []).flatMap((block) => (block.kind === 'paragraph' && !isLabelLine(block.text) ? [block.text] : [])).join('\n\n');

function noteName(reading: Reading, name: Name): void {
  if (isPascalCase(name.text)) return;
  const better = toPascalCase(name.text);
  const message = `An entity’s name is one word that begins with a capital: “${better}”.`;
  reading.notes.misread(section, name.span, 'bad-name', message, isPascalCase(better) ? [better] : []);
}

function declareFields(reading: Reading, draft: EntityDraft, form: Form): void {
  for (const row of form.rows) {
    const name = reading.unitAlone(row, draft.name.text, () => fieldName(reading, draft, row));
    if (name === null) continue;
    const builtIn = (builtInFields as readonly string[]).includes(name.text);
    const typeCell = row.cell('Type');
    if (reading.names.has('field', name.text, draft.name.text)) continue;
    draft.fields.push({
      name,
      entity: draft.name.text,
      row,
      typeCell,
      builtIn,
      type: { kind: 'unknown', text: '' },
      valueType: { kind: 'any' },
    });
    reading.names.add('field', name.text, draft.name.text);
  }
}

function fieldName(reading: Reading, { name: entity }: EntityDraft, row: FormRow): Name | null {
  const about = `the name of a field of ${entity.text}`;
  const phrase = reading.requiredCell(row.first, row.row.span, section, about, 'The row is not used.');
  if (phrase === null) return null;
  const name = phrase.name();
  reading.notes.declare('field', name, section, entity.text);
  if (!isIdentifier(name.text)) {
    const better = toCamelCase(name.text);
    const usable = isIdentifier(better);
    const message = `A field’s name is one word of letters, digits and _, and none that expressions keep for themselves${usable ? `: “${better}”` : ''}.`;
    reading.notes.misread(section, name.span, 'bad-name', message, usable ? [better] : []);
  }
  return name;
}

/** The entity of “Examples of tickets”; null: the heading says nothing like it. */
function entityOf(reading: Reading, [heading]: Form['headings']): string | null {
  const words = heading === undefined ? null : entityOfExamples(headingPhrase(heading).text);
  return words === null ? null : nameMeant(reading.entities.keys(), words);
}

function declareExamples(reading: Reading, form: Form): void {
  const heading = headingOf(form, (words) => reading.entities.has(words));
  if (heading === null) {
    noteMissingHeading(reading, form, section, 'ENTITY');
    return;
  }
  const draft = reading.entities.get(entityOf(reading, form.headings) ?? heading.text);
  if (draft === undefined) {
    reading.refer('entity', heading.name(), section);
    return;
  }
  for (const row of form.rows) {
    const phrase = reading.requiredCell(
      row.first,
      row.row.span,
      section,
      `the name of an example of ${draft.name.text}`,
      'The row is not used.',
    );
    if (phrase === null) continue;
    const name = phrase.name();
    reading.notes.declare('example', name, section, draft.name.text);
    if (!isIdentifier(name.text)) {
      const better = toPascalCase(name.text);
      const message = `An example’s name is one word, so that expressions can use it${isIdentifier(better) ? `: “${better}”` : ''}.`;
      reading.notes.misread(section, name.span, 'bad-name', message, isIdentifier(better) ? [better] : []);
    }
    if (reading.names.has('example', name.text)) continue;
    reading.names.add('example', name.text, draft.name.text);
    reading.declarations.examples.set(name.text, draft.name.text);
    draft.examples.push({ name, form, row });
  }
}

/** First pass, once entities, machines and constants are known: the types of fields. */
export function typeFields(reading: Reading, currency: string | null): void {
  for (const draft of reading.entities.values()) {
    for (const field of draft.fields) typeField(reading, field, currency);
    for (const name of builtInFields) {
      const declared = draft.fields.find((field) => field.name.text === name);
      if (declared === undefined) {
        const type = builtInType(reading, name);
        draft.fields.push({
          name: { text: name, span: draft.name.span },
          entity: draft.name.text,
          row: null,
          typeCell: null,
          builtIn: true,
          type,
          valueType: orNull(valueTypeOf(reading, type, draft.name.text, name, currency), name !== 'createdBy'),
        });
        reading.names.add('field', name, draft.name.text);
      }
    }
    for (const field of draft.fields) reading.declarations.addField(draft.name.text, field.name.text, field.valueType);
  }
}

function typeField(reading: Reading, field: FieldDraft, currency: string | null): void {
  const title = `${field.entity}.${field.name.text}`;
  const span = field.row?.row.span ?? field.name.span;
  if (field.builtIn && (field.typeCell === null || field.typeCell.text === '')) field.type = builtInType(reading, field.name.text);
  else {
    const phrase = reading.requiredCell(
      field.typeCell,
      span,
      section,
      `the type of ${title}`,
      'It is kept as text, and expressions with it are not checked.',
    );
    if (phrase !== null) field.type = readFieldType(reading, phrase, section, field.entity);
  }
  const always = field.builtIn ? field.name.text !== 'createdBy' : traitsOf(field.type).filledIn === 'always';
  const required = field.row?.cell('Required')?.text.trim().toLowerCase() === 'yes';
  const computed = (field.row?.cell('Computed')?.text ?? '') !== '';
  if (field.type.kind === 'rows' && !computed) {
    const message = `${title} is worked out: a “list of {…}” has a Computed, such as series(…). Entries that people write are records of an entity of their own.`;
    reading.notes.misread(section, field.typeCell?.span ?? span, 'unknown-value', message);
    field.type = { kind: 'unknown', text: '' };
  }
  field.valueType = orNull(valueTypeOf(reading, field.type, field.entity, field.name.text, currency), always || (required && !computed));
}

function builtInType(reading: Reading, name: string): Field['type'] {
  if (name === 'id') return { kind: 'uuid' };
  if (name !== 'createdBy') return { kind: 'datetime' };
  const account = reading.declarations.account;
  const entity = account === null ? undefined : reading.entities.get(account);
  return entity === undefined ? { kind: 'unknown', text: '' } : { kind: 'relation', entity: entity.name, onDelete: 'clear' };
}

/** Second pass: reads defaults, computed fields and examples. */
export function readEntities(reading: Reading): Entity[] {
  const former = readFormer(reading);
  return [...reading.entities.values()].map((draft) => {
    const all = draft.fields.map((field) => readField(reading, field));
    const fields = all.filter((_, index) => draft.fields[index]?.row !== null);
    const examples = readExamples(reading, draft);
    return {
      name: draft.name,
      description: draft.description,
      span: draft.span,
      fields,
      byName: new Map(all.map((field) => [field.name.text, field])),
      label: labelOf(fields),
      examples,
      former: former.get(draft.name.text) ?? [],
    };
  });
}

/** The field described as “label”, or else the first text field. */
function labelOf(fields: readonly Field[]): string | null {
  const described = fields.find((field) => /^["“]?label\b(?!\s+\w)/i.test(field.description));
  return (described ?? fields.find((field) => field.type.kind === 'text'))?.name.text ?? null;
}
