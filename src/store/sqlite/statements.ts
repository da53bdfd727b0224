import { StorageFull } from '../../base/storage-full.ts';
import { TooExpensive } from '../../expression/evaluate/budget.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Parameter } from '../sql/connection.ts';
import type { SqliteDatabase } from './database.ts';
import { copied } from './machine.ts';
import { checkedInt64, nothing, valueReader, wholeNumber } from './values.ts';

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

/** In bytes. Texts that do not fit are copied by SQLite. */
const deskSize = 65_536;

const row = 100;
const done = 101;
const interrupted = 9;

/**
 * Prepares statements. Texts are written to one buffer in SQLite's memory, where they stay until
 * the statement is done, because copying each takes longer than many a write.
 */
export function createStatements({ sqlite, place: database, check }: SqliteDatabase): (sql: string) => Statement {
  const { calls } = sqlite;
  const desk = sqlite.reserve(deskSize);
  const encoder = new TextEncoder();
  const valueAt = valueReader(sqlite, {
    type: calls.sqlite3_column_type,
    int64: calls.sqlite3_column_int64,
    double: calls.sqlite3_column_double,
    text: calls.sqlite3_column_text,
    bytes: calls.sqlite3_column_bytes,
  });

  let parts = 0;
  sqlite.own.watch(database, instructionsAPart, () => ++parts <= mostParts);

  const bytesAt = (statement: number, column: number): Uint8Array => {
    // SQLite requires reading the address before the length; the memory comes last, because it may
    // have grown.
    const place = calls.sqlite3_column_blob(statement, column);
    const length = calls.sqlite3_column_bytes(statement, column);
    return sqlite.bytes().slice(place, place + length);
  };

  const bindNumber = (statement: number, index: number, value: number): number => {
    if ((value | 0) === value) return calls.sqlite3_bind_int(statement, index, value);
    const whole = wholeNumber(value);
    return whole === null ? calls.sqlite3_bind_double(statement, index, value) : calls.sqlite3_bind_int64(statement, index, whole);
  };

  const bindBytes = (statement: number, index: number, value: Uint8Array): number => {
    const place = sqlite.reserve(value.length + 1);
    sqlite.bytes().set(value, place);
    const code = calls.sqlite3_bind_blob(statement, index, place, value.length, copied);
    calls.free(place);
    return code;
  };

  const failed = (code: number): void => {
    try {
      check(code);
    } catch (error) {
      throw isFull(code) ? new StorageFull(error) : error;
    }
  };

  return (sql) => {
    const into = sqlite.reserve(4);
    const code = sqlite.withText(sql, (place, bytes) => calls.sqlite3_prepare_v2(database, place, bytes, into, 0));
    const pointer = sqlite.view().getUint32(into, true);
    calls.free(into);
    check(code);
    if (pointer === 0) throw new Error(`SQLite gave no statement for ${sql}`);
    const wanted = calls.sqlite3_bind_parameter_count(pointer);
    let onDesk = true;

    return {
      bind(parameters) {
        if (parameters.length !== wanted) throw new Error(`${wanted} parameters are wanted and ${parameters.length} were given: ${sql}`);
        parts = 0;
        let used = 0;
        const bindOne = (index: number, value: Parameter): number => {
          if (value === null) return calls.sqlite3_bind_null(pointer, index);
          if (typeof value === 'number') return bindNumber(pointer, index, value);
          if (typeof value === 'bigint') return calls.sqlite3_bind_int64(pointer, index, checkedInt64(value));
          if (typeof value === 'string' && used + value.length * 3 <= deskSize) {
            const place = desk + used;
            const { written } = encoder.encodeInto(value, sqlite.bytes().subarray(place, desk + deskSize));
            used += written;
            return calls.sqlite3_bind_text(pointer, index, place, written, 0);
          }
          onDesk = false;
          if (typeof value !== 'string') return bindBytes(pointer, index, value);
          return sqlite.withText(value, (place, bytes) => calls.sqlite3_bind_text(pointer, index, place, bytes, copied));
        };
        for (let index = 0; index < wanted; index++) check(bindOne(index + 1, parameters[index] ?? null));
      },
      step() {
        const code = calls.sqlite3_step(pointer);
        if (code === row) return true;
        if (code === interrupted) throw new TooExpensive();
        if (code !== done) failed(code);
        return false;
      },
      row() {
        const count = calls.sqlite3_data_count(pointer);
        const values: SqlScalar[] = [];
        for (let column = 0; column < count; column++) values.push(valueAt(pointer, column));
        return values;
      },
      bytes: () => (calls.sqlite3_column_type(pointer, 0) === nothing ? null : bytesAt(pointer, 0)),
      reset() {
        calls.sqlite3_reset(pointer);
        // Rebind what is in the buffer before using it again; free copies.
        if (!onDesk) calls.sqlite3_clear_bindings(pointer);
        onDesk = true;
      },
      finalize: () => {
        calls.sqlite3_finalize(pointer);
      },
    };
  };
}

/**
 * `SQLITE_FULL`, or `SQLITE_IOERR_WRITE`: what SQLite gets when the browser's file system refuses a
 * write for lack of space.
 */
const isFull = (code: number): boolean => code === 13 || code === 778;
