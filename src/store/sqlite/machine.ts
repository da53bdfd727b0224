import type { Callback } from './callbacks.ts';

/**
 * SQLite's own functions: numbers in and out, some of them addresses in SQLite's memory. The result
 * of most is a code of https://sqlite.org/rescode.html.
 */
export interface Calls {
  readonly __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors(): void;
  /** Returns 0 if there is no memory left. */
  malloc(bytes: number): number;
  free(place: number): void;
  sqlite3_vfs_register(files: number, standard: number): number;
  sqlite3_open_v2(name: number, into: number, flags: number, files: number): number;
  sqlite3_close_v2(database: number): number;
  sqlite3_extended_result_codes(database: number, on: number): number;
  sqlite3_errmsg(database: number): number;
  sqlite3_changes(database: number): number;
  sqlite3_progress_handler(database: number, instructions: number, callback: number, data: number): void;
  sqlite3_create_function_v2(
    database: number,
    name: number,
    parameters: number,
    flags: number,
    data: number,
    call: number,
    step: number,
    final: number,
    destroy: number,
  ): number;
  sqlite3_prepare_v2(database: number, sql: number, bytes: number, into: number, rest: number): number;
  sqlite3_finalize(statement: number): number;
  sqlite3_bind_null(statement: number, index: number): number;
  sqlite3_bind_int(statement: number, index: number, value: number): number;
  sqlite3_bind_int64(statement: number, index: number, value: bigint): number;
  sqlite3_bind_double(statement: number, index: number, value: number): number;
  /** `keep` 0: the text stays in place until the statement is done; `copied`: SQLite copies it. */
  sqlite3_bind_text(statement: number, index: number, text: number, bytes: number, keep: number): number;
  sqlite3_bind_blob(statement: number, index: number, blob: number, bytes: number, keep: number): number;
  sqlite3_bind_parameter_count(statement: number): number;
  sqlite3_clear_bindings(statement: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_reset(statement: number): number;
  sqlite3_data_count(statement: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_double(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  sqlite3_column_bytes(statement: number, column: number): number;
  sqlite3_user_data(context: number): number;
  sqlite3_value_type(value: number): number;
  sqlite3_value_int64(value: number): bigint;
  sqlite3_value_double(value: number): number;
  sqlite3_value_text(value: number): number;
  sqlite3_value_bytes(value: number): number;
  sqlite3_result_null(context: number): void;
  sqlite3_result_int64(context: number, value: bigint): void;
  sqlite3_result_double(context: number, value: number): void;
  sqlite3_result_text(context: number, text: number, bytes: number, keep: number): void;
  sqlite3_result_error(context: number, text: number, bytes: number): void;
}

/** SQLite's functions and memory. */
export interface Machine {
  readonly calls: Calls;
  /** The memory; a new array after the memory has grown. */
  bytes(): Uint8Array<ArrayBuffer>;
  view(): DataView<ArrayBuffer>;
  /** Allocates bytes and returns their address. Throws if there is no memory left. */
  reserve(bytes: number): number;
  /** Runs with the address of a zero-terminated text and its length in bytes. */
  withText<T>(text: string, run: (place: number, bytes: number) => T): T;
  /** The text at an address; without its length in bytes, it ends at the next zero. */
  text(place: number, bytes?: number): string;
  /** Makes functions callable by SQLite and returns their addresses. They must not throw. */
  callbacks(functions: readonly Callback[]): number[];
}

/** Makes SQLite copy a text or bytes. */
export const copied = -1;
