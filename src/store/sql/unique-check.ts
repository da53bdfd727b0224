import { own } from '../../base/own.ts';
import type { EvaluationContext, Scope } from '../../expression/evaluate/scope.ts';
import type { RunModel } from '../../model/run-model.ts';
import { isMet } from '../meaning.ts';
import { recordValues } from '../record-values.ts';
import { type ColumnSchema, columnFor, type Schema, type TableSchema, type UniqueSchema, uniqueWhere } from '../schema.ts';
import { type Condition, type Store, UniqueConflict } from '../store.ts';
import type { Codec } from './codec.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';
import { comparedIn, isIndexed } from './shape.ts';

interface Parts {
  readonly connection: Connection;
  readonly conditions: Conditions;
  readonly schema: Schema;
  readonly codec: Codec;
  readonly model: RunModel;
  readonly reader: Pick<Store, 'record' | 'query' | 'count'>;
  readonly evaluationContext: EvaluationContext;
}

/**
 * Enforces the unique constraints without an index: those with a condition, and those that older
 * records violate. Runs after a write, inside its transaction. Throws UniqueConflict.
 */
export function createUniqueCheck(parts: Parts): (table: TableSchema, id: string, written: readonly ColumnSchema[]) => void {
  const { connection, conditions, schema, codec, model, reader, evaluationContext } = parts;
  const scope: Scope = { evaluationContext, self: null, row: null, old: null, bound: new Map() };

  const others = (table: TableSchema, unique: UniqueSchema, id: string): string[] => {
    const stored = reader.record(table.entity, id);
    if (stored === null || unique.fields.some((field) => (own(stored, field) ?? null) === null)) return [];
    const columns = unique.fields.flatMap((field) => columnFor(table, field) ?? []);
    const same = columns
      .map((column) => `${comparedIn(unique, column)} = ${unique.folded?.includes(column.field) ? 'lower(?)' : '?'}`)
      .join(' AND ');
    const values = columns.map((column) => codec.encode(table, column, own(stored, column.field) ?? null));
    return connection
      .rows(`SELECT "id" FROM ${identifier(table.table)} WHERE ${same} AND "id" <> ?`, [...values, id])
      .map(([other]) => String(other));
  };

  const unindexed = new Map(schema.tables.map((table) => [table, table.uniques.filter((unique) => !isIndexed(table, unique, conditions))]));

  return (table, id, written) => {
    for (const unique of unindexed.get(table) ?? []) {
      const where = uniqueWhere(model, table.entity, unique);
      if (unique.where !== null && (where === null || where.node === null)) continue;
      const reads = [...unique.fields, ...(where?.reads.self ?? []), ...(where?.reads.row ?? [])];
      if (!written.some(({ field }) => reads.includes(field)) && (where?.reads.fields.length ?? 0) === 0) continue;
      const same = others(table, unique, id);
      if (same.length === 0) continue;
      const stated: Condition[] = where?.node == null ? [] : [{ node: where.node, variable: null, scope }];
      const values = recordValues(reader, model, evaluationContext);
      evaluationContext.budget.renew();
      const stored = reader.record(table.entity, id);
      if (stored === null || !stated.every((condition) => isMet(condition, values.of(table.entity, stored)))) continue;
      if (reader.count({ entity: table.entity, conditions: stated, ids: same }) > 0)
        throw new UniqueConflict(table.entity, unique.fields, unique.rule);
    }
  };
}
