import type { Database, SqlValue } from '@sqlite.org/sqlite-wasm';
import { decimalKey } from '../../expression/sql/decimal-key.ts';
import { createRegistered } from '../../expression/sql/registered.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';

export const callFunction = 'ninefold_call';
export const decimalKeyFunction = 'ninefold_decimal_key';
export const foldFunction = 'ninefold_fold';

/**
 * Registers what SQLite lacks or does differently: functions of the evaluator, exact decimals,
 * upper and lower case of all alphabets.
 */
export function registerFunctions(database: Database): void {
  const call = createRegistered();
  const options = { arity: 1, deterministic: true, directOnly: false, innocuous: true };
  database.createFunction({
    ...options,
    name: callFunction,
    arity: -1,
    xFunc: (_context: number, description: SqlValue, ...args: SqlValue[]) => call(String(description), args as SqlScalar[]),
  });
  database.createFunction({
    ...options,
    name: decimalKeyFunction,
    xFunc: (_context: number, text: SqlValue) => (text === null ? null : decimalKey(String(text))),
  });
  database.createFunction({
    ...options,
    name: foldFunction,
    xFunc: (_context: number, text: SqlValue) => (text === null ? null : String(text).toLowerCase()),
  });
}
