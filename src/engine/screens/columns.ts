import { setOwn } from '../../base/own.ts';
import { allOf } from '../../base/pending.ts';
import { compileExpression } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Column, Listing } from '../../model/ast/screens.ts';
import { isSecret } from '../../model/types/traits.ts';
import { scopeFor } from '../../store/record-values.ts';
import type { RowValue } from '../../store/store.ts';
import { canEvaluate } from '../document/model-index.ts';
import type { PartPlace } from '../parts/part-reader.ts';
import type { Json, RecordData } from '../record-data.ts';
import type { World } from '../world/world.ts';
import { recordData, valueData } from './record-data.ts';

/** The context in which the columns of a part are read. */
export type ColumnPlace = Pick<PartPlace, 'world' | 'record'>;

/** The columns that the person may see in some record, in order. */
export const seenColumns = (world: World, entity: string, columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ name, value }) => (value === null ? seesField(world, entity, name.text) : seesValue(world, value)));

export const seesField = (world: World, entity: string, name: string): boolean =>
  world.index.field(entity, name) !== null && !isSecret(world.index.field(entity, name)) && !world.access.neverSees(entity, name);

/**
 * Whether the person may see the value of an expression in some record. Not if one of its fields is
 * never readable to them, or is a password, which has no value in expressions.
 */
export function seesValue(world: World, value: Expression): boolean {
  if (!canEvaluate(value)) return false;
  return value.reads.fields.every((path) => {
    const dot = path.indexOf('.');
    const [entity, field] = [path.slice(0, dot), path.slice(dot + 1)];
    if (isSecret(world.index.field(entity, field)) || world.access.neverSees(entity, field)) return false;
    // People can read their own account even if section 6 grants them no account.
    return world.access.grant(entity, 'read').kind !== 'no' || entity === world.index.model.account?.entity.text;
  });
}

/**
 * The expression of the column with this name; null if it is a field. Includes values that are only
 * sorted by.
 */
export function valueNamed(part: Listing, name: string): Expression | null {
  const found =
    [...part.fields, ...part.search].find((column) => column.value !== null && column.name.text === name)?.value ??
    part.sort.find(({ field, value }) => value !== null && field.text === name)?.value;
  return found ?? null;
}

/** The value of a column for each row; `self` is the record of the screen. */
export const rowValue = ({ world, record }: ColumnPlace, value: Expression): RowValue | null =>
  value.node === null ? null : { node: value.node, scope: world.scope(record, undefined, 'person') };

/** The named columns whose values the store cannot sort by. */
export const unordered = (place: ColumnPlace, part: Listing, names: readonly string[]): readonly string[] =>
  names.filter((name) => {
    const value = valueNamed(part, name);
    const row = value === null ? null : rowValue(place, value);
    return row !== null && !place.world.store.ordersBy(part.entity.text, row);
  });

/**
 * Records as a part shows them: the named fields, and the values of columns with an expression,
 * with the person's visibility.
 */
export function rowsData(
  place: ColumnPlace,
  columns: readonly Column[],
  records: readonly RecordValue[],
  names: readonly string[],
): readonly RecordData[] {
  const { world } = place;
  const values = columns.filter(({ name, value }) => value !== null && names.includes(name.text));
  // Row by row, so everything they need is fetched together.
  return allOf(records, (record) => {
    const seen = world.record(record.entity, record.id, 'person') ?? record;
    const scope = scopeFor(world.scope(place.record, undefined, 'person'), null, seen);
    const data = recordData(world, record, names);
    const found: Record<string, Json> = { ...data.values };
    for (const { name, value } of values) if (value !== null) setOwn(found, name.text, evaluated(world, value, scope));
    return { ...data, values: found };
  });
}

/**
 * The value; null if it cannot be evaluated or depends on something that the person may not read.
 */
function evaluated(world: World, value: Expression, scope: Scope): Json {
  try {
    return valueData(world, compileExpression(value)(scope));
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
