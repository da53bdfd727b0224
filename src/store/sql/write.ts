import { own } from '../../base/own.ts';
import { JoinedTexts } from '../../expression/sql/joined-texts.ts';
import type { Value } from '../../expression/values/value.ts';
import type { RunModel } from '../../model/run-model.ts';
import { type ColumnSchema, linkFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { refuseLongUnique, refuseUnstorable } from '../storable.ts';
import { type Change, ReferenceConflict } from '../store.ts';
import type { Codec } from './codec.ts';
import { conflictOf, referenceConflict, unresolvedRelation } from './conflict.ts';
import type { Connection, Parameter } from './connection.ts';
import { canDelayUpdate, type DelayedUpdate } from './delayed-update.ts';
import { identifier } from './identifier.ts';
import type { LaidOut, RootValue } from './laid-out.ts';
import type { SqlEngine } from './sql-engine.ts';

export interface Writer {
  apply(change: Change): void;
  /** Writes the delayed update, if there is one. */
  settle(): void;
  /** Discards the delayed update, because its transaction is rolled back. */
  drop(): void;
}

/** Writes changes, and throws the store's conflicts if the database refuses one. */
export function createWriter(
  connection: Connection,
  sqlEngine: SqlEngine,
  schema: Schema,
  codec: Codec,
  /** Whether the number was drawn in this transaction, so that the counter already includes it. */
  drawn: (entity: string, field: string, number: number) => boolean,
  /** Null if all tables are on one machine. */
  laidOut: LaidOut | null,
  /** Checks after each write the unique constraints that no index enforces. */
  checkUniques: (table: TableSchema, id: string, written: readonly ColumnSchema[]) => void,
): Writer {
  const needed = (entity: string): TableSchema => {
    const table = tableFor(schema, entity);
    if (table === null) throw new Error(`there is no entity ${entity} in the schema`);
    return table;
  };
  const encode = (table: TableSchema, column: ColumnSchema, value: Value): Parameter => {
    refuseUnstorable(table.entity, column.field, value);
    refuseLongUnique(table, column.field, value);
    return codec.encode(table, column, value);
  };
  const attempt = (table: TableSchema, values: () => Readonly<Record<string, Value>>, write: () => void): void => {
    try {
      write();
    } catch (error) {
      const violation = sqlEngine.violation(error, schema, table);
      if (violation === null) throw error;
      if (violation.kind !== 'reference') throw conflictOf(violation, table);
      const written = values();
      throw unresolvedRelation(connection, schema, table, written) ?? laidOut?.leadsElsewhere(table, written) ?? error;
    }
  };

  // Cached, because the same few texts recur for each table.
  const insertTexts = new Map<TableSchema, string>();
  const updateTexts = new JoinedTexts();
  const insertText = (table: TableSchema, root: RootValue | null): string => {
    const known = insertTexts.get(table);
    if (known !== undefined) return known;
    const names = [...table.columns.map((column) => column.column), ...(root === null ? [] : [root.column])].map(identifier);
    const text = `INSERT INTO ${identifier(table.table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    insertTexts.set(table, text);
    return text;
  };

  const updateText = (table: TableSchema, columns: readonly ColumnSchema[]): string =>
    updateTexts.of(
      [table.table, ...columns.map(({ column }) => column)],
      () => `UPDATE ${identifier(table.table)} SET ${columns.map(({ column }) => `${identifier(column)} = ?`).join(', ')} WHERE "id" = ?`,
    );

  const insert = ({ entity, record, counted }: Extract<Change, { kind: 'insert' }>): void => {
    const table = needed(entity);
    const parameters = table.columns.map((column) => encode(table, column, own(record, column.field) ?? null));
    const root = laidOut === null ? null : laidOut.rootOf(table, parameters);
    const text = insertText(table, root);
    if (root !== null) parameters.push(root.id);
    attempt(
      table,
      () => record,
      () => connection.later(text, parameters),
    );
    for (const column of table.columns) {
      const number = column.serial ? Number(own(record, column.field)) : Number.NaN;
      if (Number.isSafeInteger(number) && !counted && !drawn(entity, column.field, number))
        raiseSerial(connection, entity, column.field, number);
    }
    checkUniques(table, record.id, table.columns);
  };

  let delayed: DelayedUpdate | null = null;

  const update = ({ entity, id, values }: Extract<Change, { kind: 'update' }>): void => {
    const table = needed(entity);
    const given = table.columns.filter((column) => column.field !== 'id' && own(values, column.field) !== undefined);
    const columns = laidOut === null ? given : movableOf(laidOut, table, id, given, values);
    if (columns.length === 0) return;
    const written = columns.map((column): [ColumnSchema, Parameter] => [column, encode(table, column, own(values, column.field) ?? null)]);
    const waits = laidOut === null && columns.every((column) => canDelayUpdate(table, column, own(values, column.field) ?? null));
    if (!waits || !joins(table, id, written)) settle();
    delayed ??= { table, id, columns: new Map() };
    for (const [column, value] of written) delayed.columns.set(column, value);
    if (!waits) settle();
  };

  /**
   * Whether the delayed update can include these columns. A time may be written twice; a state only
   * once, since each of its transitions must be allowed.
   */
  const joins = (table: TableSchema, id: string, written: readonly (readonly [ColumnSchema, Parameter])[]): boolean =>
    delayed?.table === table &&
    delayed.id === id &&
    written.every(([column, value]) => delayed?.columns.has(column) !== true || delayed.columns.get(column) === value);

  const settle = (): void => {
    if (delayed === null) return;
    const { table, id, columns } = delayed;
    delayed = null;
    const written = [...columns.keys()];
    attempt(
      table,
      () => Object.fromEntries([...columns].map(([{ field }, value]) => [field, value])),
      () => connection.run(updateText(table, written), [...columns.values(), id]),
    );
    if (connection.changes() === 0) throw new Error(`${table.entity} ${id} cannot be updated: there is none`);
    checkUniques(table, id, written);
  };

  const movableOf = (
    layout: LaidOut,
    table: TableSchema,
    id: string,
    given: readonly ColumnSchema[],
    values: Readonly<Record<string, Value>>,
  ): readonly ColumnSchema[] => {
    const names = given.map(({ column }) => column);
    const movable = layout.movable(
      table,
      id,
      names,
      given.map((column) => encode(table, column, own(values, column.field) ?? null)),
    );
    return given.filter(({ column }) => movable.has(column));
  };

  const remove = ({ entity, id }: Extract<Change, { kind: 'delete' }>): void => {
    const table = needed(entity);
    const deleted = (): void => sqlEngine.remove(connection, schema, table, id);
    try {
      if (laidOut === null) deleted();
      else
        connection.transaction(() => {
          laidOut.leave(table, id);
          deleted();
        });
    } catch (error) {
      const violation = sqlEngine.violation(error, schema, table);
      throw (violation === null ? null : referenceConflict(connection, schema, entity, id)) ?? error;
    }
  };

  const member = (change: Extract<Change, { kind: 'add' | 'remove' }>): void => {
    const link = linkFor(schema, change.entity, change.field);
    if (link === null) throw new Error(`${change.entity}.${change.field} is not a list of records with members of its own`);
    const table = identifier(link.table);
    if (change.kind === 'remove') {
      connection.run(`DELETE FROM ${table} WHERE "owner" = ? AND "member" = ?`, [change.id, change.member]);
      return;
    }
    const root = laidOut === null ? null : laidOut.rootOfPair(link, change.id, change.member);
    const key = [...(root === null ? [] : [root.column]), 'owner', 'member'].map(identifier).join(', ');
    try {
      connection.later(`INSERT INTO ${table} (${key}) VALUES (${root === null ? '' : '?, '}?, ?) ON CONFLICT (${key}) DO NOTHING`, [
        ...(root === null ? [] : [root.id]),
        change.id,
        change.member,
      ]);
    } catch (error) {
      const violation = sqlEngine.violation(error, schema, needed(change.entity));
      throw violation?.kind === 'reference' ? new ReferenceConflict(change.entity, change.field, change.member) : error;
    }
  };

  return {
    apply(change) {
      if (!connection.inTransaction) throw new Error(`a change (${change.kind} ${change.entity}) is applied inside a transaction only`);
      if (change.kind === 'update') return update(change);
      settle();
      if (change.kind === 'insert') insert(change);
      else if (change.kind === 'delete') remove(change);
      else member(change);
    },
    settle,
    drop() {
      delayed = null;
    },
  };
}

/** Raises the counter, because a number that was written must not be issued again. */
export function raiseSerial(connection: Connection, entity: string, field: string, number: number): void {
  connection.run(
    `INSERT INTO "_serial" ("entity", "field", "last") VALUES (?, ?, ?) ON CONFLICT ("entity", "field") DO UPDATE
     SET "last" = excluded."last" WHERE "_serial"."last" < excluded."last"`,
    [entity, field, number],
  );
}

/** The document's currency; money columns contain hundredths of it. */
export function currencyOf(model: RunModel): string {
  const value = model.constants.find((constant) => constant.name.text === 'CURRENCY')?.value;
  return typeof value === 'string' ? value : '';
}
