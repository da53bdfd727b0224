import type { SqlScalar } from '../../expression/sql/represent.ts';
import { copied, type Machine } from './machine.ts';
import { checkedInt64, valueReader, wholeNumber } from './values.ts';

export type OwnFunction = (...args: readonly SqlScalar[]) => SqlScalar;

/** Our functions that SQL calls, and checks of how long a statement runs. */
export interface OwnFunctions {
  /** Adds a function to a database; an error that it throws becomes the error of the statement. */
  define(database: number, name: string, parameters: number, run: OwnFunction): number;
  /** Calls `run` at this interval of instructions; a statement is cancelled if it returns false. */
  watch(database: number, instructions: number, run: () => boolean): void;
  /** Removes everything that belongs to a database. */
  forget(database: number): void;
}

/** UTF-8; deterministic; innocuous, so allowed in triggers and indexes. */
const flags = 1 | 0x800 | 0x200000;

/** SQLite calls all functions through two callbacks; a number identifies the function. */
export function createOwnFunctions(machine: Machine): OwnFunctions {
  const { calls } = machine;
  const defined = new Map<number, { readonly database: number; readonly run: OwnFunction }>();
  const watched = new Map<number, () => boolean>();
  let last = 0;

  const read = valueReader(machine, {
    type: calls.sqlite3_value_type,
    int64: calls.sqlite3_value_int64,
    double: calls.sqlite3_value_double,
    text: calls.sqlite3_value_text,
    bytes: calls.sqlite3_value_bytes,
  });
  const answer = (context: number, value: SqlScalar): void => {
    if (value === null) calls.sqlite3_result_null(context);
    else if (typeof value === 'string') machine.withText(value, (place, bytes) => calls.sqlite3_result_text(context, place, bytes, copied));
    else {
      const whole = typeof value === 'bigint' ? checkedInt64(value) : wholeNumber(Number(value));
      if (whole === null) calls.sqlite3_result_double(context, Number(value));
      else calls.sqlite3_result_int64(context, whole);
    }
  };

  const [call, progress] = machine.callbacks([
    {
      signature: 'iii:v',
      run(context: number, count: number, args: number) {
        try {
          const found = defined.get(calls.sqlite3_user_data(context));
          if (found === undefined) throw new Error('SQLite calls a function of a closed database');
          const view = machine.view();
          const values = Array.from({ length: count }, (_, index) => read(view.getUint32(args + index * 4, true), 0));
          answer(context, found.run(...values));
        } catch (error) {
          machine.withText(String(error), (place, bytes) => calls.sqlite3_result_error(context, place, bytes));
        }
      },
    },
    { signature: 'i:i', run: (database: number) => (watched.get(database)?.() === false ? 1 : 0) },
  ]) as [number, number];

  return {
    define(database, name, parameters, run) {
      defined.set(++last, { database, run });
      return machine.withText(name, (place) => calls.sqlite3_create_function_v2(database, place, parameters, flags, last, call, 0, 0, 0));
    },
    watch(database, instructions, run) {
      watched.set(database, run);
      calls.sqlite3_progress_handler(database, instructions, progress, database);
    },
    forget(database) {
      watched.delete(database);
      for (const [number, one] of defined) if (one.database === database) defined.delete(number);
    },
  };
}
