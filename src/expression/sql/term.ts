import type { Value } from '../values/value.ts';
import type { RowSource } from './catalog.ts';
import { anyOf, raw, type SqlFragment, sql } from './fragment.ts';
import type { Representation } from './represent.ts';

/**
 * What an expression becomes in SQL. An expression may be null, or may fail (null selected from);
 * SQL has one NULL for both. So a term says what its NULL means; where it fails, its SQL is always
 * NULL.
 */
export type Term = ValueTerm | ListTerm | RowsTerm;

export interface ValueTerm {
  readonly kind: 'value';
  readonly sql: SqlFragment;
  /** `null` is the literal null; `opaque` can only be compared with null. */
  readonly as: Representation | 'opaque' | 'null';
  /** For `record`: whose. */
  readonly entity: string | null;
  readonly nulls: 'never' | 'value' | 'failure' | 'both';
  /** When nulls is `both`: the condition under which it fails. */
  readonly fails: SqlFragment | null;
  /** A record that is a row of this query. */
  readonly alias: string | null;
  /** The column of a number that is kept as text: an index knows it. */
  readonly text?: SqlFragment;
  /**
   * A field behind a relation that no two records share: the relation, and which record has a
   * value. So an index finds it.
   */
  readonly owner?: { readonly relation: SqlFragment; having(value: SqlFragment): SqlFragment };
  /** The value, where it is known before the query runs. */
  readonly known?: Value;
}

/** A list of values, none of them a row: rows of FROM, each giving `value`. */
export interface ListTerm {
  readonly kind: 'list';
  readonly item: Representation;
  /** For `record`: whose. */
  readonly entity: string | null;
  readonly from: SqlFragment;
  readonly value: SqlFragment;
  /** For ORDER BY. */
  readonly order: SqlFragment;
  readonly nullable: boolean;
  readonly where: readonly SqlFragment[];
  readonly fails: SqlFragment | null;
  /** The JSON it is made of, while nothing has been left out. */
  readonly json: SqlFragment | null;
  /** Known before the query runs to hold nothing: then it is a list of whatever is requested. */
  readonly empty?: boolean;
}

/** A list of records. */
export interface RowsTerm extends RowSource {
  readonly kind: 'rows';
  /**
   * Where their ids stand by themselves as well, in a table of pairs: it is enough where nothing
   * else of the records is looked at.
   */
  readonly pairs?: { readonly from: SqlFragment; readonly id: SqlFragment };
  readonly fails: SqlFragment | null;
}

export function valueTerm(fragment: SqlFragment, as: ValueTerm['as'], nulls: ValueTerm['nulls'], more: Partial<ValueTerm> = {}): ValueTerm {
  return { kind: 'value', sql: fragment, as, entity: null, nulls, fails: null, alias: null, ...more };
}

/** The condition under which a term fails; null when it never does. */
export function failureOf(term: Term): SqlFragment | null {
  if (term.kind !== 'value') return term.fails;
  if (term.nulls === 'failure') return sql`(${term.sql}) IS NULL`;
  return term.nulls === 'both' ? term.fails : null;
}

export function failureOfAny(terms: readonly Term[]): SqlFragment | null {
  const failures = terms.flatMap((term) => failureOf(term) ?? []);
  return failures.length === 0 ? null : anyOf(failures);
}

/** A condition: its NULL is always a failure. `failing` says whether it can be NULL. */
export const conditionTerm = (fragment: SqlFragment, failing: boolean): ValueTerm =>
  valueTerm(fragment, 'boolean', failing ? 'failure' : 'never');

export const trueTerm: ValueTerm = valueTerm(raw('TRUE'), 'boolean', 'never', { known: true });
export const falseTerm: ValueTerm = valueTerm(raw('FALSE'), 'boolean', 'never', { known: false });
/** What cannot be evaluated. */
export const failingTerm: ValueTerm = valueTerm(raw('NULL'), 'null', 'failure');
export const nullTerm: ValueTerm = valueTerm(raw('NULL'), 'null', 'value', { known: null });

/** A failure makes the whole NULL; else it is `fragment`, which must never be NULL then. */
export const guarded = (failure: SqlFragment | null, fragment: SqlFragment): SqlFragment =>
  failure === null ? fragment : sql`CASE WHEN ${failure} THEN NULL ELSE ${fragment} END`;
