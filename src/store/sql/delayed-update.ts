import type { Value } from '../../expression/values/value.ts';
import type { ColumnSchema, TableSchema } from '../schema.ts';
import type { Connection, Parameter } from './connection.ts';
import { isNotNull, keptLength } from './shape.ts';

/**
 * An update that is delayed, so that the effect of an event, which also updates the record, is
 * written with it.
 */
export interface DelayedUpdate {
  readonly table: TableSchema;
  readonly id: string;
  readonly columns: Map<ColumnSchema, Parameter>;
}

/** Whether the database has no reason to refuse the value, so that the update may be delayed. */
export function canDelayUpdate({ uniques, overlaps = [] }: TableSchema, column: ColumnSchema, value: Value): boolean {
  const isAllowed = value === null ? !isNotNull(column) : column.values.length === 0 || column.values.includes(String(value));
  const isAlone = column.target === null && keptLength(column) === null && overlaps.length === 0;
  return isAllowed && isAlone && uniques.every(({ fields, where }) => where === null && !fields.includes(column.field));
}

/** The connection for statements that must see all writes: calls `settle` before each of them. */
export function settlingConnection(connection: Connection, settle: () => void): Connection {
  const { run, later, rows, row, bytes } = connection;
  const settled =
    <Args extends readonly unknown[], T>(ask: (...args: Args) => T) =>
    (...args: Args): T => {
      settle();
      return ask(...args);
    };
  const asking = { run: settled(run), later: settled(later), rows: settled(rows), row: settled(row), bytes: settled(bytes) };
  return Object.create(connection, Object.getOwnPropertyDescriptors(asking)) as Connection;
}
