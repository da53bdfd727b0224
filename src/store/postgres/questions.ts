import type { Parameter } from '../sql/connection.ts';
import type { Found, Question, Reply } from './exchange.ts';
import { PostgresError } from './postgres-error.ts';

export const logPosition: Question = { sql: 'SELECT pg_current_wal_lsn()', values: [] };

/** It only reads: it can be sent again, and before its turn. */
export const isQuestion = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

/** As Postgres reads it from text; bytes go as they are. */
const bound = (value: Parameter): string | Uint8Array | null =>
  value === null || typeof value === 'string' || value instanceof Uint8Array ? value : String(value);

export const questionOf = (sql: string, parameters: readonly Parameter[]): Question => ({ sql, values: parameters.map(bound) });

/** The values of a question, told from those of any other. */
export const valuesKey = ({ values }: Question): string => {
  let key = '';
  for (const value of values) key += value === null ? '\0null' : `\0=${String(value)}`;
  return key;
};

export const isSame = (a: Question, b: Question): boolean => a.sql === b.sql && valuesKey(a) === valuesKey(b);

/** Throws the first error. */
export function allFound(replies: readonly Reply[]): readonly Found[] {
  return replies.map((reply) => {
    if (reply instanceof PostgresError) throw reply;
    return reply;
  });
}

export const command = (sql: string): Question => ({ sql, values: [] });
