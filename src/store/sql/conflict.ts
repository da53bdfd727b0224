import { own } from '../../base/own.ts';
import type { Schema, TableSchema } from '../schema.ts';
import { OverlapConflict, ReferenceConflict, RuleConflict, UniqueConflict, ValueConflict } from '../store.ts';
import type { Connection } from './connection.ts';
import { identifier } from './identifier.ts';
import type { Violation } from './sql-engine.ts';

/** Translates a constraint violation into an error of the store. */
export function conflictOf(violation: Exclude<Violation, { kind: 'reference' }>, table: TableSchema): Error {
  switch (violation.kind) {
    case 'move':
      return new RuleConflict(table.entity, null, null);
    case 'unique':
      return new UniqueConflict(table.entity, violation.fields, violation.rule);
    case 'overlap':
      return new OverlapConflict(table.entity, violation.rule);
    case 'required':
      return new ValueConflict(table.entity, violation.column?.field ?? violation.constraintName, 'is required');
    case 'length':
      return new ValueConflict(table.entity, violation.column?.field ?? 'id', 'is longer than a unique value can be in this database');
    case 'value':
      return new ValueConflict(
        table.entity,
        violation.column?.field ?? violation.constraintName,
        violation.column?.maxLength === undefined
          ? `is none of ${violation.column?.values.join(', ') ?? 'what is allowed'}`
          : `cannot be longer than ${violation.column.maxLength} characters`,
      );
  }
}

/** Finds the relation of the record that leads to no record, because databases do not report it. */
export function unresolvedRelation(
  connection: Connection,
  schema: Schema,
  table: TableSchema,
  values: Readonly<Record<string, unknown>>,
): ReferenceConflict | null {
  for (const column of table.columns) {
    const id = own(values, column.field);
    const target = column.target === null ? undefined : schema.tables.find((candidate) => candidate.entity === column.target);
    if (!target || typeof id !== 'string') continue;
    if (connection.row(`SELECT 1 FROM ${identifier(target.table)} WHERE "id" = ?`, [id]) === null) {
      return new ReferenceConflict(table.entity, column.field, id);
    }
  }
  return null;
}

/**
 * Finds a record that still refers to one that cannot be deleted; records that a cascade would
 * delete do not count.
 */
export function referenceConflict(connection: Connection, schema: Schema, entity: string, id: string): ReferenceConflict | null {
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
