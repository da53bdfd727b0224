import type { CallContext, RegisteredCall } from './call.ts';
import type { SqlFragment } from './fragment.ts';

import type { Representation, SqlScalar } from './represent.ts';
import type { ValueTerm } from './term.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/**
 * What the dialects of SQL express differently. Values that are declared whole, decimal and so on
 * have the form of represent.ts.
 */
export interface Dialect {
  /** A value that is known before the query runs. */
  parameter(value: SqlScalar, as: Representation): SqlFragment;
  /** A list that is known before the query runs, as JSON. */
  list(json: string): SqlFragment;
  /** Null-safe equality. */
  same(left: SqlFragment, right: SqlFragment): SqlFragment;
  different(left: SqlFragment, right: SqlFragment): SqlFragment;
  /** Uses a value more than once without computing it more than once. */
  reused(value: SqlFragment, use: (value: SqlFragment) => SqlFragment): SqlFragment;

  /** Integers: NULL where there is no result, or none in 64 bits. */
  whole(operator: ArithmeticOperator, left: SqlFragment, right: SqlFragment): SqlFragment;
  /**
   * Amounts in hundredths. A result beyond 64 bits is an error for which the store asks the
   * evaluator: money has no such end.
   */
  amount(operator: '+' | '-' | '*', left: SqlFragment, right: SqlFragment): SqlFragment;
  /** An integer or an amount as a decimal. */
  decimal(value: SqlFragment, from: 'integer' | 'money'): SqlFragment;
  /** What sorts like the decimal it is made of. */
  decimalKey(value: SqlFragment): SqlFragment;
  /** Days since 1970 of an ISO date. */
  dayNumber(date: SqlFragment): SqlFragment;
  /** The number that an id of digits writes. */
  countingId(id: SqlFragment): SqlFragment;

  /** How many characters (code points). */
  textSize(text: SqlFragment): SqlFragment;
  /** Does the text hold the other? */
  contains(text: SqlFragment, part: SqlFragment): SqlFragment;
  startsWith(text: SqlFragment, part: SqlFragment): SqlFragment;
  endsWith(text: SqlFragment, part: SqlFragment): SqlFragment;
  /** What a file's JSON says of it. */
  ofFile(file: SqlFragment, key: 'id' | 'name' | 'mediaType' | 'size'): SqlFragment;

  /**
   * The elements of a JSON list, for FROM: `element` reads one, `alias`.key counts them. It may
   * look at tables that stand before it in FROM.
   */
  elements(list: SqlFragment, alias: string): SqlFragment;
  element(alias: string, item: Representation): SqlFragment;
  listSize(list: SqlFragment): SqlFragment;
  /**
   * Is the text, which is not NULL, among a JSON list's? NULL of NULL. Null where no index could
   * tell: then the elements are gone through.
   */
  listHolds(list: SqlFragment, text: SqlFragment): SqlFragment | null;
  /** One value of all rows; nulls do not count. Null where the dialect cannot say it. */
  aggregate(kind: Aggregate, rows: GatheredRows, context: CallContext): SqlFragment | null;

  /**
   * A function or an operator of the evaluator that takes no null and gives none: NULL is a
   * failure. Null where the dialect has no words for it. A result that SQL cannot hold is an error
   * for which the store asks the evaluator.
   */
  call(call: RegisteredCall, args: readonly ValueTerm[], context: CallContext): SqlFragment | null;

  /**
   * Can the fragment end in an error for which the store asks the evaluator? Then it cannot be
   * used without a store: in a definition.
   */
  mayAsk(fragment: SqlFragment): boolean;
}

/** `sum` of nothing is zero, `join` of nothing the empty text; the others are NULL then. */
export type Aggregate = { readonly kind: 'sum' | 'avg' | 'min' | 'max' } | { readonly kind: 'join'; readonly separator: SqlFragment };

export interface GatheredRows {
  readonly item: Representation;
  /** A SELECT that gives `v`, the values, and `k`, which counts them in their order from 1. */
  readonly select: SqlFragment;
}
