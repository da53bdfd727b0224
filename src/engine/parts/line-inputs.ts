import type { RecordValue } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { FormField } from '../../model/ast/screens.ts';
import { type LineList, lineList } from '../../model/lines.ts';
import { isAddable } from '../../model/types/traits.ts';
import { fieldGrant } from '../access/reach.ts';
import { Draft } from '../change/draft.ts';
import { readableLines } from '../change/lines.ts';
import { readValues } from '../change/values.ts';
import type { InputData, LinesInput } from '../form-data.ts';
import type { Json } from '../record-data.ts';
import { fieldInput } from '../screens/inputs.ts';
import { recordData } from '../screens/record-data.ts';
import type { World } from '../world/world.ts';

/** A list of lines in a form, with the columns of a line in order. */
export interface LineInputs extends LineList {
  readonly line: Entity;
  readonly columns: readonly Field[];
}

export function lineInputs(world: World, entity: string, use: FormField): LineInputs | null {
  const list = use.lines === null ? null : lineList(world.index.model, entity, use.name.text);
  const line = list === null ? null : world.index.entity(list.entity);
  if (list === null || line === null) return null;
  const columns = (use.lines?.fields ?? []).flatMap(({ name }) => {
    const field = line.byName.get(name.text);
    const isShown = field !== undefined && (field.settable || field.computed !== null) && field.name.text !== list.by;
    return isShown && !world.access.neverSees(list.entity, field.name.text) ? [field] : [];
  });
  return { ...list, line, columns };
}

/** The grid of a list of lines: its columns, and the existing lines. `record` null: it is new. */
export function linesInput(world: World, inputs: LineInputs, record: RecordValue | null): InputData {
  const { field, entity, line, columns } = inputs;
  const isRefused = (operation: 'create' | 'delete'): boolean => world.access.grant(entity, operation).kind === 'no';
  const draft = new Draft(world, line, world.newId(), readValues(world, entity, new Map())).record;
  const rows = record === null ? [] : readableLines(world, inputs, record.id);
  const fixed = rows.map((row): [string, LinesInput['fixed'][string]] => [
    row.id,
    {
      columns: columns.flatMap(({ name }) => (mayChange(world, entity, row, name.text) ? [] : [name.text])),
      stays: isRefused('delete') || !world.access.isGranted(world.access.grant(entity, 'delete'), row),
    },
  ]);
  const names = columns.map(({ name }) => name.text);
  return {
    ...fieldInput(world, field, null, false),
    entity,
    value: rows.map((row): Json => ({ id: row.id, ...recordData(world, row, names).values })),
    lines: {
      entity,
      owner: { entity: field.entity, id: record?.id ?? null, by: inputs.by },
      columns: columns.map((column) => fieldInput(world, column, draft)),
      computed: columns.filter(({ computed }) => computed !== null).map(({ name }) => name.text),
      sums: summed(columns),
      adds: !isRefused('create'),
      fixed: Object.fromEntries(fixed.filter(([, { columns: some, stays }]) => stays || some.length > 0)),
    },
  };
}

const mayChange = (world: World, entity: string, row: RecordValue, field: string): boolean =>
  world.access.isGranted(fieldGrant(world, entity, 'update', field), row);

/** The columns to add up. A price is left out if the line has a total computed from it. */
function summed(columns: readonly Field[]): readonly string[] {
  const read = new Set(columns.flatMap(({ computed }) => (computed === null ? [] : computed.reads.self)));
  const numbers = columns.filter(
    (column) => column.type.kind === 'integer' || column.type.kind === 'decimal' || (column.type.kind === 'money' && isAddable(column)),
  );
  return numbers.map(({ name }) => name.text).filter((name) => !read.has(name));
}
