import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Machine } from './machine.ts';

/** Types of https://sqlite.org/c3ref/c_blob.html. */
const integer = 1;
const float = 2;
const text = 3;
export const nothing = 5;

/** How a value is read: of a row by a statement and a column, of a call by its own place. */
export interface Reading {
  type(from: number, column: number): number;
  int64(from: number, column: number): bigint;
  double(from: number, column: number): number;
  text(from: number, column: number): number;
  bytes(from: number, column: number): number;
}

/** Reads a value; bytes are a mistake of ours, who read them by `Statement.bytes`. */
export const valueReader =
  (machine: Machine, { type, int64, double, text: textOf, bytes }: Reading) =>
  (from: number, column: number): SqlScalar => {
    switch (type(from, column)) {
      case nothing:
        return null;
      case integer: {
        // Whole numbers of up to 53 bits are the same as doubles, and quicker to be had.
        const number = double(from, column);
        return Number.isSafeInteger(number) ? number : int64(from, column);
      }
      case float:
        return double(from, column);
      case text: {
        const place = textOf(from, column);
        return machine.text(place, bytes(from, column));
      }
      default:
        throw new Error('bytes are read by `bytes`');
    }
  };

const limit = 2 ** 63;

/** A number as SQLite keeps whole ones; null: it does not fit, and is kept as a fraction is. */
export const wholeNumber = (value: number): bigint | null => (Number.isInteger(value) && Math.abs(value) < limit ? BigInt(value) : null);

/** Throws where SQLite would cut it off. */
export function fitting(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new Error(`${value} does not fit into 64 bits`);
  return value;
}
