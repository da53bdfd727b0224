import type { Schema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import type { Conditions } from '../sql/kept-conditions.ts';
import { missingParts } from './expected-parts.ts';
import { PostgresError } from './postgres-error.ts';

/** Missing parts of the tables cannot be recreated, because existing records violate them. */
export class ConflictingRecords extends Error {
  override readonly name = 'ConflictingRecords';
}

/**
 * Recreates missing constraints, indexes and triggers, as after an incomplete restore, and returns
 * their names for people. Throws ConflictingRecords with the records that prevent it, because such
 * a database would accept more of what no constraint checks any longer. Not inside a transaction.
 */
export function completeTables(connection: Connection, schema: Schema, conditions: Conditions): readonly string[] {
  if (missingParts(connection, schema, conditions).length === 0) return [];
  return connection.transaction(() => {
    const made: string[] = [];
    const hindered: string[] = [];
    // Another process may have recreated some of them meanwhile.
    for (const { what, statements, hindering } of missingParts(connection, schema, conditions)) {
      try {
        connection.transaction(() => {
          for (const statement of statements) connection.run(statement);
        });
        made.push(what);
      } catch (error) {
        if (!isHindered(error)) throw error;
        const ids = hindering === null ? [] : connection.rows(hindering).map(String);
        const detail = ids.length === 0 ? error.message : `not so with the records ${ids.join(', ')}`;
        hindered.push(`${what} (${detail})`);
      }
    }
    if (hindered.length > 0)
      throw new ConflictingRecords(
        `the database lacks constraints, as after restoring an incomplete backup, and some records violate them: ${hindered.join('; ')}. Restore the whole backup, or correct these records`,
      );
    return made;
  });
}

/** Whether records prevent it: class 23, or a relation to a table whose key is missing. */
const isHindered = (error: unknown): error is PostgresError =>
  error instanceof PostgresError && (error.code.startsWith('23') || error.code === '42830');
