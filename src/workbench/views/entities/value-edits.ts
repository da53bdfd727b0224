import type { TextEdit } from '../../../base/text-edit.ts';
import { writeCell } from '../../../check/asking/write.ts';
import { valuesOf, valueTables } from '../../../language/value-tables.ts';
import type { Field } from '../../../model/ast/entities.ts';
import type { Model } from '../../../model/model.ts';
import { appendUnder } from '../../../syntax/edit-section.ts';
import { tableText } from '../../../syntax/edit-table.ts';
import type { Block, Table } from '../../../syntax/tree.ts';
import { addRowAfter, cellOf } from '../row-edits.ts';

/** What users see of a value; empty if the document does not define it. */
export interface ValueLook {
  readonly value: string;
  readonly label: string;
  readonly colour: string;
}

export function valueLooks(model: Model, field: Field): readonly ValueLook[] {
  const table = valueTable(model, field);
  return valuesOf(field).map((value) => {
    const row = rowOf(table, value);
    const cell = (header: string): string => (row === null ? '' : cellOf(model, row, header));
    return { value, label: cell('Label'), colour: cell('Colour') };
  });
}

/** Writes a cell in the table `Value` of a field, adding the table if there is none. */
export function setValueLook(model: Model, field: Field, value: string, column: 'Label' | 'Colour', words: string): TextEdit[] {
  const table = valueTable(model, field);
  const row = rowOf(table, value);
  if (row !== null) return writeCell(model, row.span, column, words);
  if (words.trim() === '') return [];
  const last = table?.rows.at(-1);
  const added = last === undefined ? null : addRowAfter(model, last, { Value: value, [column]: words });
  if (added !== null) return added;
  const header = ['Value', 'Label', 'Colour', 'Description'];
  const rows = valuesOf(field).map((one) => header.map((name) => (name === 'Value' ? one : name === column && one === value ? words : '')));
  return appendUnder(model.tree, endOfEntity(model, field), `#### ${field.name.text}\n\n${tableText(header, rows)}`);
}

const rowOf = (table: Table | null, value: string) => table?.rows.find(({ cells }) => cells[0]?.text.trim() === value) ?? null;

const valueTable = (model: Model, { entity, name }: Field): Table | null =>
  valueTables(model).find(({ field }) => field.entity === entity && field.name.text === name.text)?.table ?? null;

/** Returns the end of the entity's part of the document. */
function endOfEntity(model: Model, field: Field): number {
  const blocks = blocksOf(model).filter(({ span }) => span.to > field.span.to);
  const next = blocks.findIndex((block) => block.kind === 'heading' && block.level <= 3);
  return (next < 0 ? blocks : blocks.slice(0, next)).at(-1)?.span.to ?? field.span.to;
}

const blocksOf = ({ tree }: Model): readonly Block[] => tree.sections.find(({ number }) => number === 3)?.blocks ?? [];
