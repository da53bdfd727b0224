import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Machine } from './machine.ts';

/** Types of https://sqlite.org/c3ref/c_blob.html. */
const integer = 1;
const float = 2;
const text = 3;
export const nothing = 5;

/**
 * The functions that read a value: of a statement's row by column, or of a call by its own address.
 */
export interface Reading {
  type(from: number, column: number): number;
  int64(from: number, column: number): bigint;
  double(from: number, column: number): number;
  text(from: number, column: number): number;
  bytes(from: number, column: number): number;
}

/** Returns a function that reads a value. It throws for bytes, which `Statement.bytes` reads. */
export const valueReader =
  (machine: Machine, { type, int64, double, text: textOf, bytes }: Reading) =>
  (from: number, column: number): SqlScalar => {
    switch (type(from, column)) {
      case nothing:
        return null;
      case integer: {
        // Doubles represent integers of up to 53 bits exactly, and are faster to read.
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

/** A number as a 64-bit integer for SQLite; null if it does not fit or is a fraction. */
export const wholeNumber = (value: number): bigint | null => (Number.isInteger(value) && Math.abs(value) < limit ? BigInt(value) : null);

/** Throws if the value does not fit into 64 bits, because SQLite would truncate it. */
export function checkedInt64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new Error(`${value} does not fit into 64 bits`);
  return value;
}
