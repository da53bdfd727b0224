import type { Big } from 'big.js';
import type { Node } from './node.ts';
import type { Scope } from './scope.ts';

/**
 * A value at run time.
 * integer: a number when it is a safe integer, else a bigint (always normalised so, int64 with overflow checks).
 * decimal: Big (exact). CEL's `1.5` is a decimal. text, enum, state, email, url, uuid, slug …: string.
 */
export type Value =
  | null
  | boolean
  | string
  | number
  | bigint
  | Big
  | Money
  | Timestamp
  | Duration
  | PlainDate
  | PlainTime
  | Uint8Array
  | FileValue
  | readonly Value[]
  | ReadonlyMap<string, Value>
  | RecordValue
  | RecordList;

/** A record as the expression sees it. Two are equal when entity and id are. */
export interface RecordValue {
  readonly isRecord: true;
  readonly entity: string;
  readonly id: string;
  /** The value of a field: relations as records, lists as lists, computed fields computed. Throws EvaluationError for an unknown field. */
  get(field: string): Value;
}

/**
 * Records that need not be loaded: an Entity's name, the other side of a relation, and what `filter` leaves of them.
 * A memory world loops; a SQL world turns the predicate into SQL where it can.
 */
export interface RecordList {
  readonly isRecordList: true;
  readonly entity: string;
  /** The records for which `predicate` holds, `variable` being the record. One that cannot be evaluated does not hold. */
  where(predicate: Node, variable: string, scope: Scope): RecordList;
  size(): number;
  includes(record: RecordValue): boolean;
  records(): readonly RecordValue[];
}

/** A file kept by the product: its bytes lie in the store under `id`. */
export interface FileValue {
  readonly isFile: true;
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

/** An exact amount with two places. */
export class Money {
  readonly amount: Big;
  readonly currency: string;

  constructor(amount: Big, currency: string) {
    this.amount = amount;
    this.currency = currency;
  }
}

/** A moment: whole seconds since 1970-01-01T00:00:00Z, and 0 to 999,999,999 nanoseconds. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;

  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

/** A length of time; `nanos` has the sign of the whole. */
export class Duration {
  readonly seconds: number;
  readonly nanos: number;

  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

/** A day of the Gregorian calendar: days since 1970-01-01. */
export class PlainDate {
  readonly days: number;

  constructor(days: number) {
    this.days = days;
  }
}

/** A time of day: seconds since midnight. */
export class PlainTime {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }
}

export const isRecord = (value: Value | undefined): value is RecordValue =>
  typeof value === 'object' && value !== null && 'isRecord' in value;

export const isRecordList = (value: Value | undefined): value is RecordList =>
  typeof value === 'object' && value !== null && 'isRecordList' in value;

export const isFile = (value: Value | undefined): value is FileValue => typeof value === 'object' && value !== null && 'isFile' in value;
