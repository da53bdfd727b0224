import type { Big } from 'big.js';
import type { Budget } from '../evaluate/budget.ts';
import type { Type } from '../types/type.ts';

/**
 * A value at run time. integer: a number when it is a safe integer, else a bigint (always
 * normalised so, int64 with overflow checks). decimal: Big (exact). CEL's `1.5` is a decimal. text,
 * enum, state, email, url, uuid, slug …: string.
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
  /**
   * The value of a field: relations as records, lists as lists, computed fields computed. Throws
   * EvaluationError for an unknown field.
   */
  get(field: string): Value;
}

/**
 * Records that need not be loaded: an Entity's name, the other side of a relation, and what
 * `filter` leaves of them. A memory world loops; a SQL world turns the predicate into SQL where it
 * can.
 */
export interface RecordList {
  readonly isRecordList: true;
  readonly entity: string;
  /**
   * The records for which `predicate` holds, `variable` being the record. One that cannot be
   * evaluated does not hold.
   */
  where(predicate: Node, variable: string, scope: Scope): RecordList;
  size(): number;
  includes(record: RecordValue): boolean;
  records(): readonly RecordValue[];
}

/** Records that may know something of all of them without looking at each. */
export interface KnowingRecords extends RecordList {
  /**
   * The different texts in a field that is a list of texts, in the order in which they come first;
   * null: the records must say it.
   */
  textsIn(field: string): readonly string[] | null;
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

/** What an expression needs of the product while it is evaluated: one moment, one person. */
export interface EvaluationContext {
  /** What the operation may still spend. */
  readonly budget: Budget;
  readonly me: RecordValue | null;
  readonly now: Timestamp;
  readonly today: PlainDate;
  /** IANA name; `today`, and the calendar parts of timestamps, are in it. */
  readonly timeZone: string;
  /** The current session's token, or null. */
  readonly token: string | null;
  /** A constant's value; undefined when the constant is a hole. */
  constant(name: string): Value | undefined;
  /**
   * The records behind an Entity's name, as the place allows (sections 2 and 7: those that the
   * person may read).
   */
  entity(name: string): RecordList;
  /** What `TicketView(record)` gives. */
  view(name: string, record: RecordValue): Value;
  /** `count` URL-safe characters. */
  random(count: number): string;
}

/** Where an expression is, at run time. Bound names are looked up in `bound` by own key. */
export interface Scope {
  readonly evaluationContext: EvaluationContext;
  readonly self: RecordValue | null;
  /** The record that `where` looks at, null outside `where`. */
  readonly row: RecordValue | null;
  readonly old: RecordValue | null;
  readonly bound: ReadonlyMap<string, Value>;
}

/** What a bare name means; the checker decides (NOTATION: Expressions, "a bare name"). */
export type Resolution =
  | { readonly kind: 'bound' }
  | { readonly kind: 'row-field'; readonly entity: string }
  | { readonly kind: 'self-field'; readonly entity: string }
  | { readonly kind: 'constant' }
  | { readonly kind: 'entity' }
  | { readonly kind: 'view' }
  | { readonly kind: 'self' | 'row' | 'old' | 'me' | 'now' | 'today' | 'token' | 'value' }
  | { readonly kind: 'unknown' };

interface Base {
  /** Offsets in the expression's source. */
  readonly from: number;
  readonly to: number;
  /** Set by the checker; `any` before. */
  type: Type;
}

/** An expression as a tree: CEL's, with names resolved and macros told apart from calls. */
export type Node =
  | (Base & { readonly kind: 'literal'; readonly value: Value })
  | (Base & { readonly kind: 'name'; readonly name: string; resolution: Resolution })
  /**
   * `operand.field`; `test` is the macro has(operand.field). `fieldFrom` is where the field's name
   * begins.
   */
  | (Base & { readonly kind: 'select'; readonly operand: Node; readonly field: string; readonly fieldFrom: number; readonly test: boolean })
  | (Base & { readonly kind: 'index'; readonly operand: Node; readonly index: Node })
  /** A function or method: `size(x)` has no target, `x.size()` has. */
  | (Base & { readonly kind: 'call'; readonly name: string; readonly target: Node | null; readonly args: readonly Node[] })
  | (Base & { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Node })
  | (Base & { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node })
  | (Base & { readonly kind: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node })
  | (Base & { readonly kind: 'list'; readonly items: readonly Node[] })
  | (Base & { readonly kind: 'map'; readonly entries: readonly { readonly key: Node; readonly value: Node }[] })
  /**
   * `target.exists(variable, body)` and so on; `map` with three arguments has `filter` too. Of
   * `series(COUNT, FIRST, variable, NEXT)` `target` is the count, `filter` the first entry and
   * `body` the next.
   */
  | (Base & {
      readonly kind: 'macro';
      readonly macro: 'all' | 'exists' | 'exists_one' | 'filter' | 'map' | 'series';
      readonly target: Node;
      readonly variable: string;
      readonly filter: Node | null;
      readonly body: Node;
    });

export type BinaryOperator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';
