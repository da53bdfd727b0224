import type { Value } from '../values/value.ts';
import type { RowSource } from './catalog.ts';
import { anyOf, raw, type SqlFragment, sql } from './fragment.ts';
import type { Representation } from './represent.ts';

/**
 * The SQL for an expression. An expression may be null or may fail (a field of null), but SQL has
 * only one NULL. A term therefore states what its NULL means; whenever the expression fails, its
 * SQL is NULL.
 */
export type Term = ValueTerm | ListTerm | RowsTerm;

export interface ValueTerm {
  readonly kind: 'value';
  readonly sql: SqlFragment;
  /** `null` is the literal null; `opaque` allows only comparison with null. */
  readonly as: Representation | 'opaque' | 'null';
  /** For `record`: the record's entity. */
  readonly entity: string | null;
  readonly nulls: 'never' | 'value' | 'failure' | 'both';
  /** If `nulls` is `both`: the condition under which it fails. */
  readonly fails: SqlFragment | null;
  /** The alias of the query's row if the term is that record. */
  readonly alias: string | null;
  /** The column of a number stored as text, for comparisons that use its index. */
  readonly text?: SqlFragment;
  /**
   * For a unique field behind a relation: the relation, and a query for the record with a given
   * value. Lets comparisons use an index.
   */
  readonly owner?: { readonly relation: SqlFragment; having(value: SqlFragment): SqlFragment };
  /** The value, if known before the query runs. */
  readonly known?: Value;
}

/** A list of values that are no rows of the query: rows of FROM, each with a `value`. */
export interface ListTerm {
  readonly kind: 'list';
  readonly item: Representation;
  /** For `record`: the record's entity. */
  readonly entity: string | null;
  readonly from: SqlFragment;
  readonly value: SqlFragment;
  /** The key for ORDER BY. */
  readonly order: SqlFragment;
  readonly nullable: boolean;
  readonly where: readonly SqlFragment[];
  readonly fails: SqlFragment | null;
  /** The JSON that the list comes from, unless elements were filtered out. */
  readonly json: SqlFragment | null;
  /** True if the list is known to be empty before the query runs; it then fits any element type. */
  readonly empty?: boolean;
}

/** A list of records. */
export interface RowsTerm extends RowSource {
  readonly kind: 'rows';
  /**
   * The link table that also contains the ids. It suffices if nothing else of the records is read.
   */
  readonly pairs?: { readonly from: SqlFragment; readonly id: SqlFragment };
  readonly fails: SqlFragment | null;
}

export function valueTerm(fragment: SqlFragment, as: ValueTerm['as'], nulls: ValueTerm['nulls'], more: Partial<ValueTerm> = {}): ValueTerm {
  return { kind: 'value', sql: fragment, as, entity: null, nulls, fails: null, alias: null, ...more };
}

/** The condition under which a term fails; null if it never does. */
export function failureOf(term: Term): SqlFragment | null {
  if (term.kind !== 'value') return term.fails;
  if (term.nulls === 'failure') return sql`(${term.sql}) IS NULL`;
  return term.nulls === 'both' ? term.fails : null;
}

export function failureOfAny(terms: readonly Term[]): SqlFragment | null {
  const failures = terms.flatMap((term) => failureOf(term) ?? []);
  return failures.length === 0 ? null : anyOf(failures);
}

/** A term for a condition, whose NULL always means failure. `failing`: whether it can be NULL. */
export const conditionTerm = (fragment: SqlFragment, failing: boolean): ValueTerm =>
  valueTerm(fragment, 'boolean', failing ? 'failure' : 'never');

export const trueTerm: ValueTerm = valueTerm(raw('TRUE'), 'boolean', 'never', { known: true });
export const falseTerm: ValueTerm = valueTerm(raw('FALSE'), 'boolean', 'never', { known: false });
/** A term for an expression that always fails. */
export const failingTerm: ValueTerm = valueTerm(raw('NULL'), 'null', 'failure');
export const nullTerm: ValueTerm = valueTerm(raw('NULL'), 'null', 'value', { known: null });

/** NULL if `failure` is true, else `fragment`, which must then not be NULL. */
export const guarded = (failure: SqlFragment | null, fragment: SqlFragment): SqlFragment =>
  failure === null ? fragment : sql`CASE WHEN ${failure} THEN NULL ELSE ${fragment} END`;
