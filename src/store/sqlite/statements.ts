import type { Database, PreparedStatement, Sqlite3Static, SqlValue } from '@sqlite.org/sqlite-wasm';
import { StorageFull } from '../../base/storage-full.ts';
import { TooExpensive } from '../../expression/evaluate/budget.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Parameter } from '../sql/connection.ts';

/** An open database and its SQLite library. */
export interface SqliteDatabase {
  readonly sqlite3: Sqlite3Static;
  readonly database: Database;
}

/**
 * SQLite's own functions without the package's wrappers: numbers in and out, some of them addresses
 * in SQLite's memory.
 */
interface Calls {
  sqlite3_bind_null(statement: number, index: number): number;
  sqlite3_bind_int(statement: number, index: number, value: number): number;
  sqlite3_bind_int64(statement: number, index: number, value: bigint): number;
  sqlite3_bind_double(statement: number, index: number, value: number): number;
  /** `destructor` 0: the text stays in place until the statement is done. */
  sqlite3_bind_text(statement: number, index: number, text: number, bytes: number, destructor: number): number;
  sqlite3_bind_parameter_count(statement: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
  sqlite3_data_count(statement: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
}

/** A prepared statement that can run many times. */
export interface Statement {
  /** Binds all parameters, in order. */
  bind(parameters: readonly Parameter[]): void;
  /**
   * Advances to the next row; false if there is none. Throws SQLite's errors, and TooExpensive if
   * the statement runs too long.
   */
  step(): boolean;
  row(): SqlScalar[];
  /** The first column of the row. */
  bytes(): Uint8Array | null;
  /** Call it after each run, even a failed one; `step` has already thrown the error. */
  reset(): void;
  finalize(): void;
}

/** How often to check a statement's progress, in instructions of SQLite's virtual machine. */
const instructionsAPart = 1_000_000;
/**
 * How many of these checks a statement may take before it is cancelled: a few seconds. Counting a
 * million records takes a fifth of it.
 */
const mostParts = 50;

/** In bytes. The package binds texts that do not fit. */
const deskSize = 65_536;

/**
 * Prepares statements. The package checks every value before binding and copies every text twice;
 * for a write that binds fifty values this took longer than the write. Here texts are written to
 * one buffer in SQLite's memory, where they stay until the statement is done.
 */
export function createStatements({ sqlite3, database }: SqliteDatabase): (sql: string) => Statement {
  const { wasm, capi } = sqlite3;
  const calls = wasm.exports as Calls;
  const desk = wasm.alloc(deskSize);
  const encoder = new TextEncoder();
  // Keep a byte order mark at the beginning of a text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const { SQLITE_ROW, SQLITE_DONE, SQLITE_INTERRUPT, SQLITE_NULL, SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT } = capi;

  let parts = 0;
  capi.sqlite3_progress_handler(database, instructionsAPart, () => (++parts > mostParts ? 1 : 0), 0);

  const bytesAt = (statement: number, column: number): Uint8Array => {
    // SQLite requires reading the address before the length; the memory comes last, because it may
    // have grown.
    const place = calls.sqlite3_column_blob(statement, column);
    const length = calls.sqlite3_column_bytes(statement, column);
    return wasm.heap8u().slice(place, place + length);
  };

  const valueAt = (statement: number, column: number): SqlScalar => {
    switch (calls.sqlite3_column_type(statement, column)) {
      case SQLITE_NULL:
        return null;
      case SQLITE_INTEGER: {
        // Doubles represent integers of up to 53 bits exactly, and are faster to read.
        const number = calls.sqlite3_column_double(statement, column);
        return Number.isSafeInteger(number) ? number : calls.sqlite3_column_int64(statement, column);
      }
      case SQLITE_FLOAT:
        return calls.sqlite3_column_double(statement, column);
      case SQLITE_TEXT: {
        const place = calls.sqlite3_column_text(statement, column);
        const length = calls.sqlite3_column_bytes(statement, column);
        return decoder.decode(wasm.heap8u().subarray(place, place + length));
      }
      default:
        throw new Error('bytes are read by `bytes`');
    }
  };

  /** Binds a number; null if the package has to bind it. */
  const bindNumber = (statement: number, index: number, value: number): number | null => {
    if ((value | 0) === value) return calls.sqlite3_bind_int(statement, index, value);
    if (Number.isSafeInteger(value)) return calls.sqlite3_bind_int64(statement, index, BigInt(value));
    return Number.isInteger(value) ? null : calls.sqlite3_bind_double(statement, index, value);
  };

  const failed = (code: number): void => {
    try {
      database.checkRc(code);
    } catch (error) {
      throw isFull(code) ? new StorageFull(error) : error;
    }
  };

  return (sql) => {
    const prepared: PreparedStatement = database.prepare(sql);
    const { pointer } = prepared;
    if (typeof pointer !== 'number') throw new Error(`SQLite gave no statement for ${sql}`);
    const wanted = calls.sqlite3_bind_parameter_count(pointer);
    let onDesk = true;

    return {
      bind(parameters) {
        if (parameters.length !== wanted) throw new Error(`${wanted} parameters are wanted and ${parameters.length} were given: ${sql}`);
        parts = 0;
        let used = 0;
        for (let index = 1; index <= wanted; index++) {
          const value = parameters[index - 1] ?? null;
          let code: number | null = null;
          if (value === null) code = calls.sqlite3_bind_null(pointer, index);
          else if (typeof value === 'number') code = bindNumber(pointer, index, value);
          else if (typeof value === 'string' && used + value.length * 3 <= deskSize) {
            const place = desk + used;
            const { written } = encoder.encodeInto(value, wasm.heap8u().subarray(place, desk + deskSize));
            code = calls.sqlite3_bind_text(pointer, index, place, written, 0);
            used += written;
          }
          if (code === null) {
            prepared.bind(index, value as SqlValue);
            onDesk = false;
          } else if (code !== 0) database.checkRc(code);
        }
      },
      step() {
        const code = calls.sqlite3_step(pointer);
        if (code === SQLITE_ROW) return true;
        if (code === SQLITE_INTERRUPT) throw new TooExpensive();
        if (code !== SQLITE_DONE) failed(code);
        return false;
      },
      row() {
        const count = calls.sqlite3_data_count(pointer);
        const values: SqlScalar[] = [];
        for (let column = 0; column < count; column++) values.push(valueAt(pointer, column));
        return values;
      },
      bytes: () => (calls.sqlite3_column_type(pointer, 0) === SQLITE_NULL ? null : bytesAt(pointer, 0)),
      reset() {
        calls.sqlite3_reset(pointer);
        // Texts in the buffer are bound again before it is reused; free copies here.
        if (!onDesk) prepared.clearBindings();
        onDesk = true;
      },
      finalize: () => {
        prepared.finalize();
      },
    };
  };
}

/**
 * `SQLITE_FULL`, or `SQLITE_IOERR_WRITE`: what SQLite gets when the browser's file system refuses a
 * write for lack of space.
 */
const isFull = (code: number): boolean => code === 13 || code === 778;
