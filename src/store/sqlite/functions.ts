import { decimalKey } from '../../expression/sql/decimal-key.ts';
import { createRegistered } from '../../expression/sql/registered.ts';
import type { SqliteDatabase } from './database.ts';

/** Evaluates a function or operator of the evaluator, described by its first argument. */
export const callFunction = 'ninefold_call';
/** Converts a decimal to a text that sorts like the number. */
export const decimalKeyFunction = 'ninefold_decimal_key';
/** Converts a text to lower case, in all alphabets. */
export const foldFunction = 'ninefold_fold';

/**
 * Registers what SQLite lacks or does differently: functions of the evaluator, exact decimals,
 * upper and lower case of all alphabets.
 */
export function registerFunctions(database: SqliteDatabase): void {
  const call = createRegistered();
  database.define(callFunction, -1, (description, ...args) => call(String(description), args));
  database.define(decimalKeyFunction, 1, (text = null) => (text === null ? null : decimalKey(String(text))));
  database.define(foldFunction, 1, (text = null) => (text === null ? null : String(text).toLowerCase()));
}
