import { foldEmail } from '../../base/email.ts';
import type { Value } from '../../expression/values/value.ts';
import { isFolded } from '../../model/types/traits.ts';
import { UniqueConflict } from '../../store/store.ts';
import { uniqueFailure } from '../change/conflicts.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import { binary, call, listOfValues, rowField } from '../world/row-query.ts';
import { nobody, type World } from '../world/world.ts';
import { type KnownRow, keyOf } from './order.ts';

interface RowConflict<Row> {
  readonly refusal: Refusal;
  /**
   * The row of the batch that has the value; if that row cannot be written, the refusal does not
   * apply. Null: another record has the value.
   */
  readonly by: Row | null;
}

/**
 * Finds the rows of a batch that cannot be written because another record has their value in a
 * unique field. Otherwise the database would refuse the statement and the transaction, and all rows
 * would have to be written again one at a time. The database still decides about values that
 * records of the batch give up. `isNew`: the row's record does not exist yet.
 */
export function uniqueConflictsIn<Row extends KnownRow>(
  product: Product,
  some: readonly Row[],
  isNew: (row: Row) => boolean,
): Map<Row, RowConflict<Row>> {
  const world = product.world(nobody);
  const found = new Map<Row, RowConflict<Row>>();
  for (const { entity, uniques } of world.index.schema.tables) {
    const rows = some.filter(({ row }) => row.entity === entity);
    if (rows.length === 0) continue;
    const own = new Set(rows.map(({ row, id }) => keyOf(row.entity, id)));
    for (const { fields, where, rule } of uniques) {
      const [field = ''] = fields;
      if (fields.length > 1 || where !== null) continue;
      const values = new Map(rows.flatMap((one): [Row, string | number][] => compared(world, entity, field, one)));
      /** By value: the row of the batch that has it; null: a record outside the batch. */
      const taken = new Map<string | number, Row | null>();
      for (const { id, value } of holders(world, entity, field, [...new Set(values.values())]))
        if (!own.has(keyOf(entity, id))) taken.set(value, null);
      for (const [one, value] of values) {
        const by = taken.get(value);
        if (by === undefined) {
          if (isNew(one)) taken.set(value, one);
          continue;
        }
        const record = { id: one.id, [field]: one.row.values.get(field) as Value };
        const { refusal } = uniqueFailure(world, new UniqueConflict(entity, fields, rule), record);
        if (!found.has(one)) found.set(one, { refusal, by });
      }
    }
  }
  return found;
}

/** A row's value in a unique field, in the form used for comparison; only texts and numbers. */
function compared<Row extends KnownRow>(world: World, entity: string, field: string, one: Row): [Row, string | number][] {
  const value = one.row.values.get(field);
  const kind = world.index.field(entity, field)?.valueType.kind;
  if (kind === 'integer' && typeof value === 'number') return [[one, value]];
  if (kind !== 'text' || typeof value !== 'string' || value === '') return [];
  return [[one, isFolded(world.index.field(entity, field)) ? foldEmail(value) : value]];
}

/** The records with one of these values, in one query. */
function holders(
  world: World,
  entity: string,
  field: string,
  values: readonly (string | number)[],
): readonly { readonly id: string; readonly value: string | number }[] {
  if (values.length === 0) return [];
  const folds = isFolded(world.index.field(entity, field));
  const plain = rowField(world, entity, field);
  const node = binary('in', folds ? { ...call('lowerAscii', plain, []), type: { kind: 'text' } } : plain, listOfValues(values));
  return world.store.query({ entity, conditions: [{ node, variable: null, scope: world.scope(null) }] }).flatMap((record) => {
    const value = record[field];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [{ id: record.id, value: folds && typeof value === 'string' ? foldEmail(value) : value }];
  });
}
