import type { Span } from '../../../base/span.ts';
import type { TextEdit } from '../../../base/text-edit.ts';
import { writeIn } from '../../../check/asking/write.ts';
import type { Entity } from '../../../model/ast/entities.ts';
import type { Model } from '../../../model/model.ts';
import { isLabelLine } from '../../../model/readers/labels.ts';
import { saysNotShown } from '../../../model/reading/cell-forms.ts';
import { appendUnder } from '../../../syntax/edit-section.ts';
import { lineEndOf, tableText } from '../../../syntax/edit-table.ts';
import { addRowAfter } from '../row-edits.ts';
import { shownFields } from './entity-graph.ts';
import { fieldNameOf } from './field-words.ts';

const columns = ['Field', 'Type', 'Required', 'Unique', 'Default', 'Computed', 'Description'] as const;

export interface NewField {
  readonly name: string;
  /** As written in the cell: `enum low, high`, `User on delete clear`. */
  readonly type: string;
  readonly required: boolean;
}

/**
 * Adds a row after the entity's other fields. Adds a table if there is none, and places it below
 * the heading if there is one.
 */
export function addField(model: Model, entity: Entity, { name, type, required }: NewField): TextEdit[] {
  const cells = { Field: name, Type: type, Required: required ? 'yes' : '' };
  const last = shownFields(entity).at(-1);
  const added = last === undefined ? null : addRowAfter(model, last, cells);
  if (added !== null) return added;
  const table = tableText(columns, [columns.map((column) => cells[column as keyof typeof cells] ?? '')]);
  const blocks = model.tree.sections
    .flatMap((section) => section.blocks)
    .filter(({ span }) => span.from >= entity.span.from && span.to <= entity.span.to);
  const hole = blocks.find((block) => block.kind === 'paragraph' && saysNotShown(block.text));
  if (hole !== undefined) return [{ ...hole.span, insert: table.replaceAll('\n', lineEndOf(model.tree.text)) }];
  return blocks.some(({ kind }) => kind === 'heading')
    ? appendUnder(model.tree, entity.span.to, table)
    : writeIn(model, 3, `### ${entity.name.text}\n\n${table}`);
}

/** Adds an entity at the end of section 3, with a first field that labels its records. */
export function addEntity(model: Model, name: string): TextEdit[] {
  const row = { Field: 'name', Type: 'text', Required: 'yes', Description: 'label' };
  const table = tableText(columns, [columns.map((column) => row[column as keyof typeof row] ?? '')]);
  return writeIn(model, 3, `### ${name}\n\n${table}`);
}

export interface NewRelation {
  readonly name: string;
  readonly to: string;
  /** Whether the field contains many records instead of one. */
  readonly many: boolean;
  readonly required: boolean;
  readonly onDelete: 'restrict' | 'cascade' | 'clear';
  /** The name of the list on the other side; empty: none. */
  readonly back: string;
}

/** Adds a field that refers to another entity, and the inverse list there if it has a name. */
export function addRelation(model: Model, entity: Entity, relation: NewRelation): TextEdit[] {
  const { name, to, many, required, onDelete, back } = relation;
  const type = many ? `list of ${to}` : onDelete === 'restrict' ? to : `${to} on delete ${onDelete}`;
  const there = model.entities.find((other) => other.name.text === to);
  const forth = addField(model, entity, { name, type, required: required && !many });
  if (back === '' || there === undefined) return forth;
  const returning = addField(model, there, { name: back, type: `list of ${entity.name.text} by ${name}`, required: false });
  // If an entity refers to itself, both rows go to the same position, in this order.
  const [first] = forth;
  const [second] = returning;
  if (first && second && first.from === second.from && first.to === second.to) return [{ ...first, insert: first.insert + second.insert }];
  return [...forth, ...returning];
}

/** A chosen field, with the additional details that its type requires. */
export interface ChosenField extends NewField {
  /** For a list of records: whether each record is part of one parent, or may be shared. */
  readonly meaning: 'parts' | 'shared' | null;
  /** For a relation: the name of the list on the other side; empty: none. */
  readonly back: string;
}

/**
 * Returns the entity that a type refers to: `Customer`, or `list of OrderLine` without its other
 * side.
 */
export function relatedEntity(model: Model, type: string): { readonly entity: Entity; readonly many: boolean } | null {
  const [, list, name] = /^(list of )?([A-Z]\w*)$/.exec(type.trim()) ?? [];
  const entity = model.entities.find((one) => one.name.text === name);
  return entity === undefined ? null : { entity, many: list !== undefined };
}

/** Adds the field, and what its type needs in the entity that it refers to. */
export function addChosen(model: Model, entity: Entity, { meaning, back, ...field }: ChosenField): TextEdit[] {
  const related = relatedEntity(model, field.type);
  const own = entity.name.text;
  if (related === null || (related.many && meaning !== 'parts')) return addField(model, entity, field);
  const { entity: other, many } = related;
  if (!many) {
    const relation = { name: field.name, to: other.name.text, many: false, required: field.required, onDelete: 'restrict', back } as const;
    return addRelation(model, entity, relation);
  }
  const there = other.fields.find(({ type }) => type.kind === 'relation' && type.entity.text === own);
  if (there !== undefined) return addField(model, entity, { ...field, type: `list of ${other.name.text} by ${there.name.text}` });
  const taken = new Set([...other.byName.keys(), ...(other === entity ? [field.name] : [])]);
  let name = fieldNameOf(own);
  while (taken.has(name)) name = `${name}Of`;
  // With a required field, examples without a related record would be incomplete.
  const required = other.examples.length === 0 && other !== entity;
  return addRelation(model, other, { name, to: own, many: false, required, onDelete: 'cascade', back: field.name });
}

/** Returns the line `Label: …` below an entity's heading: its text and its range. */
function labelLine(model: Model, entity: Entity): { readonly words: string; readonly span: Span } | null {
  const blocks = model.tree.sections.flatMap((section) => section.blocks);
  const start = blocks.findIndex(
    ({ kind, span }) => kind === 'heading' && span.from <= entity.name.span.from && entity.name.span.from <= span.to,
  );
  for (const block of start < 0 ? [] : blocks.slice(start + 1)) {
    if (block.kind === 'heading') return null;
    if (block.kind !== 'paragraph' || !isLabelLine(block.text)) continue;
    const written = model.tree.text.slice(block.span.from, block.span.to);
    const words = written.replace(/^[^:]*:\**\s*/u, '').trimEnd();
    const from = block.span.from + written.indexOf(words);
    return { words, span: { from, to: from + words.length } };
  }
  return null;
}

/** Such as `order line / order lines`; empty: the document defines no label. */
export const labelOf = (model: Model, entity: Entity): string => labelLine(model, entity)?.words ?? '';

/** Writes the line `Label: …`, adding it below the entity's heading if there is none. */
export function setLabel(model: Model, entity: Entity, words: string): TextEdit[] {
  const line = labelLine(model, entity);
  if (words.trim() === '' || words === line?.words) return [];
  if (line !== null) return [{ ...line.span, insert: words.trim() }];
  const heading = model.tree.sections
    .flatMap((section) => section.blocks)
    .find(({ kind, span }) => kind === 'heading' && span.from <= entity.name.span.from && entity.name.span.from <= span.to);
  return heading === undefined ? [] : appendUnder(model.tree, heading.span.to, `Label: ${words.trim()}`);
}
