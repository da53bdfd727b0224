import type { Schema, TableSchema, UniqueSchema } from '../schema.ts';
import { ReferenceConflict, UniqueConflict, ValueConflict } from '../store.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import { isIndexed } from './tables.ts';

/** What SQLite says when a constraint refuses, in the store's words; anything else as it is. */
export function conflictOf(error: unknown, table: TableSchema): unknown {
  const said = error instanceof Error ? error.message : '';
  const unique = /UNIQUE constraint failed: (.+)$/.exec(said)?.[1];
  if (unique !== undefined) {
    const found = uniqueNamed(table, unique);
    return new UniqueConflict(table.entity, found?.fields ?? ['id'], found?.rule ?? null);
  }
  const empty = /NOT NULL constraint failed: (.+)$/.exec(said)?.[1];
  if (empty !== undefined) {
    const column = table.columns.find((candidate) => `${table.table}.${candidate.column}` === empty);
    return new ValueConflict(table.entity, column?.field ?? empty, 'is required');
  }
  const check = /CHECK constraint failed: (.+)$/.exec(said)?.[1];
  if (check !== undefined) {
    const column = table.columns.find((candidate) => check.startsWith(identifier(candidate.column)));
    return new ValueConflict(table.entity, column?.field ?? check, `is none of ${column?.values.join(', ') ?? 'what is allowed'}`);
  }
  return error;
}

export const isForeignKeyError = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('FOREIGN KEY constraint failed');

/** SQLite names the columns. Of a field's Unique and a rule with the same fields the rule counts: it has an error of its own. */
function uniqueNamed(table: TableSchema, columns: string): UniqueSchema | undefined {
  const named = table.uniques.filter((unique) => {
    const names = unique.fields.map((field) => `${table.table}.${table.columns.find((column) => column.field === field)?.column ?? field}`);
    return isIndexed(unique) && names.join(', ') === columns;
  });
  return named.find((unique) => unique.rule !== null) ?? named[0];
}

/** A relation of the record that leads to nothing: SQLite does not say which. */
export function danglingRelation(
  connection: Connection,
  schema: Schema,
  table: TableSchema,
  values: Readonly<Record<string, unknown>>,
): ReferenceConflict | null {
  for (const column of table.columns) {
    const id = values[column.field];
    const target = column.target === null ? undefined : schema.tables.find((candidate) => candidate.entity === column.target);
    if (!target || typeof id !== 'string') continue;
    if (connection.row(`SELECT 1 FROM ${identifier(target.table)} WHERE "id" = ?`, [id]) === null) {
      return new ReferenceConflict(table.entity, column.field, id);
    }
  }
  return null;
}

/** Who still refers to a record that cannot go; what a cascade would take along does not count. */
export function whoRefers(connection: Connection, schema: Schema, entity: string, id: string): ReferenceConflict | null {
  const going = new Set([`${entity} ${id}`]);
  const waiting: [string, string][] = [[entity, id]];
  const holding: { entity: string; field: string; record: string; to: string }[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [of, to] = next;
    for (const table of schema.tables) {
      for (const column of table.columns) {
        if (column.target !== of) continue;
        const rows = connection.rows(`SELECT "id" FROM ${identifier(table.table)} WHERE ${identifier(column.column)} = ?`, [to]);
        for (const [found] of rows) {
          const record = String(found);
          const key = `${table.entity} ${record}`;
          if (column.onDelete === 'cascade') {
            if (!going.has(key)) waiting.push([table.entity, record]);
            going.add(key);
          } else if (column.onDelete !== 'clear' || (column.required && column.lenient !== true)) {
            holding.push({ entity: table.entity, field: column.field, record, to });
          }
        }
      }
    }
  }
  const first = holding.find((reference) => !going.has(`${reference.entity} ${reference.record}`));
  return first === undefined ? null : new ReferenceConflict(first.entity, first.field, first.to);
}
