import type { CallContext, RegisteredCall } from './call.ts';
import type { SqlFragment } from './fragment.ts';

import type { Representation, SqlScalar } from './represent.ts';
import type { ValueTerm } from './term.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/**
 * SQL that differs between database systems. Values of type `integer`, `decimal` and so on have the
 * forms described in represent.ts.
 */
export interface Dialect {
  /** A value known before the query runs. */
  parameter(value: SqlScalar, as: Representation): SqlFragment;
  /** A list known before the query runs, as JSON. */
  list(json: string): SqlFragment;
  /** Null-safe equality. */
  same(left: SqlFragment, right: SqlFragment): SqlFragment;
  different(left: SqlFragment, right: SqlFragment): SqlFragment;
  /** Uses a value several times but computes it only once. */
  reused(value: SqlFragment, use: (value: SqlFragment) => SqlFragment): SqlFragment;

  /** Integer arithmetic: NULL if there is no result or it exceeds 64 bits. */
  whole(operator: ArithmeticOperator, left: SqlFragment, right: SqlFragment): SqlFragment;
  /**
   * Arithmetic on amounts in hundredths. A result beyond 64 bits raises an error that makes the
   * store use the evaluator, since money has no upper limit.
   */
  amount(operator: '+' | '-' | '*', left: SqlFragment, right: SqlFragment): SqlFragment;
  /** Converts an integer or an amount to a decimal. */
  decimal(value: SqlFragment, from: 'integer' | 'money'): SqlFragment;
  /** A key that sorts in the order of the decimals. */
  decimalKey(value: SqlFragment): SqlFragment;
  /** Days since 1970-01-01 of an ISO date. */
  dayNumber(date: SqlFragment): SqlFragment;
  /** The number in a numeric id stored as text. */
  countingId(id: SqlFragment): SqlFragment;

  /** The length of a text in characters (code points). */
  textSize(text: SqlFragment): SqlFragment;
  /** Whether the text contains the other. */
  contains(text: SqlFragment, part: SqlFragment): SqlFragment;
  startsWith(text: SqlFragment, part: SqlFragment): SqlFragment;
  endsWith(text: SqlFragment, part: SqlFragment): SqlFragment;
  /** A property in a file's JSON description. */
  ofFile(file: SqlFragment, key: 'id' | 'name' | 'mediaType' | 'size'): SqlFragment;

  /**
   * The elements of a JSON list as an item of FROM: `element` reads one, and `alias`.key is its
   * index. The list may refer to earlier items of FROM.
   */
  elements(list: SqlFragment, alias: string): SqlFragment;
  element(alias: string, item: Representation): SqlFragment;
  listSize(list: SqlFragment): SqlFragment;
  /**
   * Whether a non-NULL text is an element of a JSON list; NULL for a NULL list. Returns null if no
   * index could help, in which case the elements are scanned.
   */
  listHolds(list: SqlFragment, text: SqlFragment): SqlFragment | null;
  /** Aggregates all rows, ignoring NULLs. Returns null if the dialect cannot express it. */
  aggregate(kind: Aggregate, rows: GatheredRows, context: CallContext): SqlFragment | null;

  /**
   * Calls a function or operator of the evaluator. It neither accepts nor returns null, so NULL
   * means a failure. Returns null if the dialect cannot call it. A result that SQL cannot represent
   * raises an error that makes the store use the evaluator.
   */
  call(call: RegisteredCall, args: readonly ValueTerm[], context: CallContext): SqlFragment | null;

  /**
   * Whether the fragment can raise the error that makes the store use the evaluator. It must then
   * not be used where no store handles it, such as in a definition.
   */
  mayAsk(fragment: SqlFragment): boolean;
}

/** Without rows, `sum` is zero and `join` the empty text; the others are NULL. */
export type Aggregate = { readonly kind: 'sum' | 'avg' | 'min' | 'max' } | { readonly kind: 'join'; readonly separator: SqlFragment };

export interface GatheredRows {
  readonly item: Representation;
  /** A SELECT that returns `v`, the value, and `k`, its position from 1. */
  readonly select: SqlFragment;
}
