import type { Parameter } from '../sql/connection.ts';
import type { Found, Question, Reply } from './exchange.ts';
import { PostgresError } from './postgres-error.ts';

export const logPosition: Question = { sql: 'SELECT pg_current_wal_lsn()', values: [] };

/** Whether a statement only reads, so that it may be repeated and sent out of order. */
export const isQuestion = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

/** A value in the text form that Postgres parses; bytes stay bytes. */
const bound = (value: Parameter): string | Uint8Array | null =>
  value === null || typeof value === 'string' || value instanceof Uint8Array ? value : String(value);

export const questionOf = (sql: string, parameters: readonly Parameter[]): Question => ({ sql, values: parameters.map(bound) });

/** A key that distinguishes the values of a question. */
export const valuesKey = ({ values }: Question): string => {
  let key = '';
  for (const value of values) key += value === null ? '\0null' : `\0=${String(value)}`;
  return key;
};

export const isSame = (a: Question, b: Question): boolean => a.sql === b.sql && valuesKey(a) === valuesKey(b);

/** Returns the replies; throws the first error among them. */
export function resultsOrThrow(replies: readonly Reply[]): readonly Found[] {
  return replies.map((reply) => {
    if (reply instanceof PostgresError) throw reply;
    return reply;
  });
}

export const command = (sql: string): Question => ({ sql, values: [] });
