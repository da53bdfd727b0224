import type { SqlScalar } from '../../../expression/sql/represent.ts';
import { PostgresError } from './postgres-error.ts';

/** What one statement of a request found. */
export interface Found {
  /** The columns' types (OIDs), when the request asked for them. */
  readonly types: readonly number[] | null;
  readonly rows: SqlScalar[][];
  /** The first value of the first row as it came: for bytes. */
  readonly bytes: Uint8Array | null;
  /** How it ended: `INSERT 0 1`. */
  readonly tag: string;
}

/** How many rows a statement has changed. */
export const changesOf = ({ tag }: Found): number => Number(/ (\d+)$/.exec(tag)?.[1] ?? 0);

/** What the server said to one request: what each statement found that came to its end, and the error that ended the others. */
export interface Answer {
  readonly found: readonly Found[];
  readonly error: PostgresError | null;
}

/** How the values of a statement are read. */
export interface Expected {
  /** OIDs, where they are known from before. */
  readonly types: readonly number[] | null;
  /** Values come as bytes, not as text: only `bytes` of what is found is read. */
  readonly binary: boolean;
}

const message = {
  rowDescription: 0x54, // T
  dataRow: 0x44, // D
  commandComplete: 0x43, // C
  error: 0x45, // E
  notice: 0x4e, // N
} as const;

/**
 * Reads the messages of an answer; those that say nothing new (ParseComplete, parameters) are passed over. `expected`: by the place of the statement
 * in the request; those that are not in it find nothing.
 */
export function readAnswer(answer: Uint8Array, expected: ReadonlyMap<number, Expected> = new Map()): Answer {
  const buffer = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const found: Found[] = [];
  let error: PostgresError | null = null;
  let { types, binary } = expected.get(0) ?? untold;
  let described: number[] | null = null;
  let bytes: Uint8Array | null = null;
  let rows: SqlScalar[][] = [];
  const warnings: string[] = [];
  for (let at = 0; at < buffer.length; ) {
    const code = buffer[at];
    const end = at + 1 + buffer.readInt32BE(at + 1);
    const body = at + 5;
    if (code === message.dataRow) {
      if (!binary) rows.push(readRow(buffer, body, end, types ?? []));
      else bytes ??= firstValue(buffer, body);
    } else if (code === message.commandComplete) {
      found.push({ types: described, rows, bytes, tag: buffer.toString('latin1', body, end - 1) });
      ({ types, binary } = expected.get(found.length) ?? untold);
      described = null;
      bytes = null;
      rows = [];
    } else if (code === message.rowDescription) {
      described = readTypes(buffer, body);
      types = described;
    } else if (code === message.error) error ??= new PostgresError(readFields(buffer, body, end), warnings);
    else if (code === message.notice) warnings.push(readFields(buffer, body, end).get('C') ?? '');
    at = end;
  }
  return { found, error };
}

const untold: Expected = { types: null, binary: false };

/** Texts up to so many bytes are looked at here; of longer ones the decoder itself is quicker. */
const short = 64;

function readRow(buffer: Buffer, start: number, end: number, types: readonly number[]): SqlScalar[] {
  const row: SqlScalar[] = [];
  const count = buffer.readInt16BE(start);
  // Byte by byte: what is ASCII is cut out of it, which is quicker than decoding each value by itself.
  const plain = buffer.toString('latin1', start, end);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const length = buffer.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row.push(null);
      continue;
    }
    const type = types[index] ?? 0;
    if (length <= short && !isBuiltIn(type) && isAscii(buffer, at, at + length)) row.push(plain.substring(at - start, at + length - start));
    else row.push(readValue(buffer, at, at + length, type));
    at += length;
  }
  return row;
}

function firstValue(buffer: Buffer, start: number): Uint8Array | null {
  const length = buffer.readInt32BE(start + 2);
  return length < 0 ? null : new Uint8Array(buffer.subarray(start + 6, start + 6 + length));
}

/**
 * A value from its text. Types by their OID (pg_type.dat): what is a number comes as a number or a bigint, boolean as 0 or 1, all else as text.
 * Dates, intervals and numeric are never made into anything that could lose a part of them.
 */
function readValue(buffer: Buffer, from: number, to: number, type: number): SqlScalar {
  switch (type) {
    case 16: // bool
      return buffer[from] === 0x74 ? 1 : 0;
    case 20: // int8
    case 21: // int2
    case 23: // int4
    case 26: // oid
      return readInteger(buffer, from, to);
    case 700: // float4
    case 701: // float8
      return Number(buffer.toString('latin1', from, to));
    default:
      return buffer.toString('utf8', from, to);
  }
}

/** Beyond 15 digits it may be more than a number holds exactly. */
function readInteger(buffer: Buffer, from: number, to: number): number | bigint {
  const isNegative = buffer[from] === 0x2d;
  const first = isNegative ? from + 1 : from;
  if (to - first > 15) {
    const text = buffer.toString('latin1', from, to);
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  let number = 0;
  for (let at = first; at < to; at++) number = number * 10 + (buffer[at] ?? 0) - 0x30;
  return isNegative ? -number : number;
}

/** Is it made into something else than text? */
const isBuiltIn = (type: number): boolean =>
  type === 16 || type === 20 || type === 21 || type === 23 || type === 26 || type === 700 || type === 701;

function isAscii(buffer: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((buffer[at] ?? 0) > 0x7f) return false;
  return true;
}

function readTypes(buffer: Buffer, start: number): number[] {
  const types: number[] = [];
  const count = buffer.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    // The name, its NUL, the table's OID and the column's number; then the type's OID, its size, its modifier and the format.
    at = buffer.indexOf(0, at) + 1 + 6;
    types.push(buffer.readUInt32BE(at));
    at += 12;
  }
  return types;
}

function readFields(buffer: Buffer, start: number, end: number): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = start; at < end && buffer[at] !== 0; ) {
    const stop = buffer.indexOf(0, at);
    fields.set(String.fromCharCode(buffer[at] ?? 0), buffer.toString('utf8', at + 1, stop));
    at = stop + 1;
  }
  return fields;
}
