import type { Big } from 'big.js';
import type { Budget } from '../evaluate/budget.ts';
import type { Type } from '../types/type.ts';

/**
 * A value at run time. integer: a number if it is a safe integer, else a bigint (always normalised,
 * int64 with overflow checks). decimal: Big (exact); CEL's `1.5` is a decimal. text, enum, state,
 * email, url, uuid, slug …: string.
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

/** A record as expressions see it. Records are equal if their entity and id are. */
export interface RecordValue {
  readonly isRecord: true;
  readonly entity: string;
  readonly id: string;
  /**
   * Returns the value of a field: relations as records, lists as lists, computed fields evaluated.
   * Throws EvaluationError for an unknown field.
   */
  get(field: string): Value;
}

/**
 * A list of records that need not be loaded: an entity's name, the inverse of a relation, or the
 * result of `filter`. In memory it loops over records; a SQL store translates the predicate where
 * possible.
 */
export interface RecordList {
  readonly isRecordList: true;
  readonly entity: string;
  /**
   * The records that satisfy `predicate`, with `variable` bound to each. A record whose predicate
   * cannot be evaluated does not satisfy it.
   */
  where(predicate: Node, variable: string, scope: Scope): RecordList;
  /** With `most`, counting may stop there. */
  size(most?: number): number;
  includes(record: RecordValue): boolean;
  records(): readonly RecordValue[];
}

/** A list of records that may answer some questions without reading each record. */
export interface KnowingRecords extends RecordList {
  /**
   * The distinct texts in a field that is a list of texts, in order of first occurrence; null: the
   * records have to be read.
   */
  textsIn(field: string): readonly string[] | null;
}

/** A file that the product stores; `id` is the key of its content. */
export interface FileValue {
  readonly isFile: true;
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** An exact amount with two decimal places. */
export class Money {
  readonly amount: Big;
  readonly currency: string;

  constructor(amount: Big, currency: string) {
    this.amount = amount;
    this.currency = currency;
  }
}

/** A moment: whole seconds since 1970-01-01T00:00:00Z and 0 to 999,999,999 nanoseconds. */
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

/** A date of the Gregorian calendar, in days since 1970-01-01. */
export class PlainDate {
  readonly days: number;

  constructor(days: number) {
    this.days = days;
  }
}

/** A time of day, in seconds since midnight. */
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

/** The context in which an operation evaluates expressions: fixed in time and for one person. */
export interface EvaluationContext {
  /** The operation's remaining budget. */
  readonly budget: Budget;
  readonly me: RecordValue | null;
  readonly now: Timestamp;
  readonly today: PlainDate;
  /** An IANA name; `today` and the calendar parts of timestamps use it. */
  readonly timeZone: string;
  /** The token of the current session, or null. */
  readonly token: string | null;
  /** The value of a constant; undefined if the constant is a hole. */
  constant(name: string): Value | undefined;
  /**
   * The records of an entity, as its name means here (sections 2 and 7: those that the person may
   * read).
   */
  entity(name: string): RecordList;
  /** The value of `TicketView(record)`. */
  view(name: string, record: RecordValue): Value;
  /** Returns `count` random URL-safe characters. */
  random(count: number): string;
  /** Called before an expression of the document is evaluated. */
  readonly watch?: Watch | null;
}

/** Sees the root of an expression that is evaluated, and what its names mean there. */
export type Watch = (root: Node, scope: Scope) => void;

/** The names in scope at run time. */
export interface Scope {
  readonly evaluationContext: EvaluationContext;
  readonly self: RecordValue | null;
  /** The record that `where` filters; null outside `where`. */
  readonly row: RecordValue | null;
  readonly old: RecordValue | null;
  readonly bound: ReadonlyMap<string, Value>;
}

/** The meaning of a plain name, resolved by the checker (NOTATION: Expressions, "a bare name"). */
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

/** An expression tree: that of CEL, with names resolved and macros separated from calls. */
export type Node =
  | (Base & { readonly kind: 'literal'; readonly value: Value })
  | (Base & { readonly kind: 'name'; readonly name: string; resolution: Resolution })
  /**
   * `operand.field`; `test` marks the macro has(operand.field). `fieldFrom` is the offset of the
   * field's name.
   */
  | (Base & { readonly kind: 'select'; readonly operand: Node; readonly field: string; readonly fieldFrom: number; readonly test: boolean })
  | (Base & { readonly kind: 'index'; readonly operand: Node; readonly index: Node })
  /** A function or method call: `size(x)` has no target, `x.size()` has one. */
  | (Base & { readonly kind: 'call'; readonly name: string; readonly target: Node | null; readonly args: readonly Node[] })
  | (Base & { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Node })
  | (Base & { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node })
  | (Base & { readonly kind: 'conditional'; readonly test: Node; readonly then: Node; readonly otherwise: Node })
  | (Base & { readonly kind: 'list'; readonly items: readonly Node[] })
  | (Base & { readonly kind: 'map'; readonly entries: readonly { readonly key: Node; readonly value: Node }[] })
  /**
   * `target.exists(variable, body)` and the other macros; `map` with three arguments also has
   * `filter`. For `series(COUNT, FIRST, variable, NEXT)`, `target` is the count, `filter` the first
   * entry and `body` the next.
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
