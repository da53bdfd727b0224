import { own } from '../../base/own.ts';
import type { RunModel } from '../../model/run-model.ts';
import { layoutBy } from '../layout/divide.ts';
import { dividedTable, fixedColumns, type Layout, type RootSource, referencesIn, rootColumn } from '../layout/layout.ts';
import type { Schema, TableSchema } from '../schema.ts';
import type { Connection, Parameter } from '../sql/connection.ts';
import { identifier } from '../sql/identifier.ts';
import type { LaidOut } from '../sql/laid-out.ts';
import { keptLayout } from '../sql/meta.ts';
import type { SqlEngine } from '../sql/sql-engine.ts';
import { ReferenceConflict, ValueConflict } from '../store.ts';

/*
 * What a store does in addition if its tables are distributed (layout/): sets the root's id of a
 * new row, keeps it constant, and does on delete what keys and triggers of one machine would do.
 */

/**
 * Returns null if all tables are on one machine. Throws with a message if the tables are
 * distributed in a way that this document cannot use.
 */
export function laidOut(connection: Connection, sqlEngine: SqlEngine, model: RunModel, schema: Schema): LaidOut | null {
  const layout = keptLayout(connection);
  if (layout === null) return null;
  if (JSON.stringify(layoutBy(model, layout.root)) !== JSON.stringify(layout))
    throw new Error(
      `the tables are laid out by ${layout.root}, and this document cannot be divided so any more: ninefold export citus FILE --by ${layout.root} says why`,
    );
  return createLaidOut(connection, sqlEngine, schema, layout);
}

function createLaidOut(connection: Connection, sqlEngine: SqlEngine, schema: Schema, layout: Layout): LaidOut {
  const references = referencesIn(schema, layout);
  const tables = new Map(schema.tables.map((table) => [table.table, table]));

  const rootAt = ({ table, theirs }: RootSource, id: string): string | null => {
    const row = connection.row(`SELECT ${identifier(theirs)} FROM ${identifier(table)} WHERE "id" = ?`, [id]);
    return row?.[0] == null ? null : String(row[0]);
  };
  const ids = (sql: string, parameters: readonly Parameter[]): string[] => connection.rows(sql, parameters).map(([id]) => String(id));

  /** Ids of the records in a table whose column refers to one of these. */
  const referring = (table: string, column: string, to: readonly string[]): string[] => {
    const among = sqlEngine.isOneOf({ text: identifier(column), parameters: [] }, to);
    return ids(`SELECT "id" FROM ${identifier(table)} WHERE ${among.text}`, among.parameters);
  };

  /** The record and everything that a cascade would delete with it, by table. */
  const goingWith = (table: TableSchema, id: string): ReadonlyMap<string, ReadonlySet<string>> => {
    const going = new Map([[table.table, new Set([id])]]);
    const waiting: [string, readonly string[]][] = [[table.table, [id]]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [target, to] = next;
      for (const reference of references) {
        // No records depend on the rows of a link table.
        if (reference.target !== target || reference.onDelete !== 'cascade' || !tables.has(reference.table)) continue;
        const known = going.get(reference.table) ?? new Set<string>();
        const found = referring(reference.table, reference.column, to).filter((one) => !known.has(one));
        if (found.length === 0) continue;
        going.set(reference.table, new Set([...known, ...found]));
        waiting.push([reference.table, found]);
      }
    }
    return going;
  };

  return {
    rootOf(table, values) {
      const from = dividedTable(layout, table.table)?.from;
      if (from == null) return null;
      const place = table.columns.findIndex(({ column }) => column === from.column);
      const id = String(values[place] ?? '');
      const root = rootAt(from, id);
      if (root === null) throw new ReferenceConflict(table.entity, table.columns[place]?.field ?? from.column, id);
      return { column: rootColumn, id: root };
    },
    rootOfPair(link, owner, member) {
      const from = dividedTable(layout, link.table)?.from;
      if (from == null) return null;
      const root = rootAt(from, from.column === 'owner' ? owner : member);
      if (root === null) throw new ReferenceConflict(link.entity, link.field, member);
      return { column: rootColumn, id: root };
    },
    movable(table, id, columns, values) {
      const fixed = fixedColumns(layout, table.table).filter((column) => columns.includes(column));
      for (const name of fixed) {
        const row = connection.row(`SELECT ${identifier(name)} FROM ${identifier(table.table)} WHERE "id" = ?`, [id]);
        const field = table.columns.find(({ column }) => column === name)?.field ?? name;
        if (row !== null && row[0] !== values[columns.indexOf(name)])
          throw new ValueConflict(
            table.entity,
            field,
            `says which ${layout.root} it belongs to, and cannot change, because it decides on which machine the record is stored`,
          );
      }
      return new Set(columns.filter((column) => !fixed.includes(column)));
    },
    leadsElsewhere(table, values) {
      for (const { table: of, column, together } of references) {
        if (of !== table.table || !together) continue;
        const field = table.columns.find((one) => one.column === column)?.field;
        const id = field === undefined ? undefined : own(values, field);
        if (field !== undefined && typeof id === 'string' && !fixedColumns(layout, of).includes(column))
          return new ReferenceConflict(table.entity, field, id);
      }
      return null;
    },
    leave(table, id) {
      for (const [name, going] of goingWith(table, id)) {
        const of = tables.get(name);
        const to = [...going];
        if (of?.columns.some(({ type }) => type === 'state') === true) {
          const among = sqlEngine.isOneOf({ text: '"record"', parameters: [] }, to);
          connection.run(`DELETE FROM "_entered" WHERE "entity" = ? AND ${among.text}`, [of.entity, ...among.parameters]);
        }
        for (const { table: other, column, onDelete, together, target } of references) {
          if (target !== name || onDelete !== 'clear' || !together) continue;
          const among = sqlEngine.isOneOf({ text: identifier(column), parameters: [] }, to);
          connection.run(`UPDATE ${identifier(other)} SET ${identifier(column)} = NULL WHERE ${among.text}`, among.parameters);
        }
      }
    },
  };
}
