import type { Dialect } from '../../expression/sql/dialect.ts';
import type { SqlFragment } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { SearchTerm } from '../meaning.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import type { RuleConflict } from '../store.ts';
import type { Asking, Connection } from './connection.ts';
import type { Conditions } from './kept-conditions.ts';
import type { LaidOut } from './laid-out.ts';
import type { TunedIndex } from './tuned-index.ts';

/**
 * How databases differ in storing records. What they have in common is in the other files of this
 * folder.
 */
export interface SqlEngine {
  /** How expressions are translated. */
  readonly dialect: Dialect;

  /** The definition of an entity's table; `as` is a temporary name while the table is rebuilt. */
  createTable(schema: Schema, table: TableSchema, as?: string): string;
  /** What is defined once the table has its name: indexes, overlap constraints, triggers. */
  completeTable(schema: Schema, table: TableSchema, conditions: Conditions): readonly string[];
  /**
   * The condition under which the values of these columns, quoted, are together too long for an
   * index; null if there is no limit.
   */
  isTooLong(columns: readonly string[]): string | null;
  createLink(schema: Schema, link: LinkSchema): readonly string[];
  /** Foreign keys, defined after all tables; empty if `createTable` includes them. */
  createReferences(schema: Schema): readonly string[];

  /**
   * Runs a migration in one transaction, in which references may dangle until the end. Throws if
   * some still do.
   */
  migrating(connection: Connection, from: Schema, to: Schema, body: () => void): void;
  /**
   * Empties the database, including the trail. `fill` runs in the same transaction, and references
   * may dangle until it is done; throws if some still do.
   */
  clear(connection: Connection, fill?: () => void): void;
  /**
   * How the store works with distributed tables; null if all are on one machine. Throws with a
   * message if they are not distributed as this document requires.
   */
  laidOut(connection: Connection, model: RunModel, schema: Schema): LaidOut | null;
  /** Restores a trail entry with its original number; seven parameters, the number first. */
  readonly putTrail: string;
  /** The suffix of a SELECT that picks rows to change: skips those that others are changing. */
  readonly skipLocked: string;
  /** Makes new trail entries continue after this number. */
  continueTrail(connection: Connection, last: number): void;

  /**
   * Statements that make the database enforce sections 4 to 6. `what` is null if the tables are
   * distributed; then there are none.
   */
  defences(connection: Connection, what: Defences | null): readonly string[];
  /**
   * Revokes unnecessary rights: of other database roles, and the engine's own on the audit trail.
   * Returns what it may not revoke itself, one sentence each for the administrator. Not inside a
   * transaction.
   */
  guard(connection: Connection): readonly string[];
  /** Drops everything that `defences` created, for this document or an earlier one. */
  dropDefences(connection: Connection): void;
  /**
   * Recreates missing parts of the tables and returns them, one sentence each. Not inside a
   * transaction.
   */
  complete(connection: Connection, model: RunModel, schema: Schema): readonly string[];
  /** Whether everything that `defences` returned exists. */
  hasDefences(connection: Connection, made: readonly string[]): boolean;
  /** Runs statements without results, in as few round trips as possible. */
  runAll(connection: Connection, statements: readonly string[]): void;
  /** Runs a transaction in which the database checks none of the defences. */
  withoutRuleChecks<T>(connection: Connection, body: () => T): T;
  /** The first violation in the transaction so far, if the database cannot report it at COMMIT. */
  broken(connection: Connection): BrokenRule | null;
  /** Converts an error at COMMIT that reports a broken rule; null for any other error. */
  brokenAtEnd(error: unknown): RuleConflict | null;

  /** Deletes a record; the database applies `on delete`. */
  remove(connection: Connection, schema: Schema, table: TableSchema, id: string): void;

  /** The text as `ORDER BY` compares it: deterministic, ignoring the case of ASCII letters. */
  textOrder(text: string): string;
  /** A term of ORDER BY with nulls last in both directions; `fromEnd` reverses the whole order. */
  inOrder(key: SqlFragment, how: Direction, fromEnd: boolean): SqlFragment;
  /** The index key that matches this order. */
  indexKey(key: string, how: Direction): string;
  /**
   * Indexes for finding the texts in a list (Dialect.listHolds), for the lists that the document
   * searches.
   */
  listIndexes(model: RunModel, schema: Schema): readonly TunedIndex[];
  indexNames(connection: Connection): readonly string[];
  /**
   * Whether an index on a column is left out if one of the document's lists begins with the column.
   */
  readonly leavesOutCovered: boolean;
  /** Tests whether the text contains the search text (meaning.ts); null if SQL cannot. */
  found(text: SqlFragment, needle: SearchTerm): SqlFragment | null;
  /**
   * Whether sorting by another record's label joins that record's table, so that a page can be read
   * in label order from an index of that table.
   */
  readonly joinsToOrder: boolean;
  /**
   * Whether a search runs before sorting. Otherwise the planner, which takes any text for a common
   * one, would read all records in order, from disk, until the page is full.
   */
  readonly searchesFirst: boolean;
  /**
   * Selects several ids with one parameter, so that the text of the statement stays the same. For a
   * single id use `idIn` (select.ts).
   */
  isOneOf(id: SqlFragment, ids: readonly string[]): SqlFragment;
  /** For FROM: the items of a list of texts or numbers, as texts in `alias`.value. */
  items(list: string, alias: string): string;
  /**
   * The query for the distinct texts of a list (Store.textsIn), for rows that SQL can select; null:
   * the evaluator finds them. `sqlEngine` is this one, or one with another `moment`.
   */
  textsIn(connection: Asking, sqlEngine: SqlEngine): TextsOf | null;
  /** A number as text in SQL. */
  numberText(number: SqlFragment): SqlFragment;
  /** ` LIMIT … OFFSET …` with nonnegative integers; a null limit is none. */
  page(limit: number | null, offset: number): SqlFragment;

  /** Caches at most `most` answers until something is committed, which `moment` reveals. */
  remembering(connection: Asking, flavour: Pick<SqlEngine, 'moment'>, most: number): Ask;
  /**
   * SQL for a text that changes with every commit of any connection; null if there is none. Own
   * uncommitted changes do not count.
   */
  readonly moment: string | null;

  /** Which constraint the error reports; null for any other error. */
  violation(error: unknown, schema: Schema, table: TableSchema): Violation | null;
  /** Whether the database met a value that it cannot represent; the evaluator then takes over. */
  isUnrepresentable(error: unknown): boolean;
  /** Whether the database refuses this kind of query on distributed tables. */
  isUnsupported(error: unknown): boolean;
}

/** Rows of a table: the text after FROM and after WHERE. */
export interface FoundRows {
  readonly table: TableSchema;
  readonly alias: string;
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
}

export type TextsOf = (rows: FoundRows, field: string) => readonly string[] | null;

/** Queries a single value, which is never NULL. */
export type Ask = (question: SqlFragment) => SqlScalar;

export interface Defences {
  readonly model: RunModel;
  readonly schema: Schema;
  readonly moves: readonly KeptMoves[];
  readonly rules: readonly KeptRule[];
}

export interface BrokenRule {
  readonly entity: string;
  readonly rule: string;
  readonly record: string;
}

export interface Direction {
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Whether it is the first sort key. */
  readonly first: boolean;
}

export type Violation =
  /** `fields`: the fields of the constraint, or `id` if the database reports none. */
  | { readonly kind: 'unique'; readonly fields: readonly string[]; readonly rule: string | null }
  | { readonly kind: 'overlap'; readonly rule: string }
  | { readonly kind: 'required' | 'value'; readonly column: ColumnSchema | null; readonly constraintName: string }
  /** The value is too long for an index; null if the database does not report the column. */
  | { readonly kind: 'length'; readonly column: ColumnSchema | null }
  | { readonly kind: 'reference' }
  /** Section 4 has no such transition. */
  | { readonly kind: 'move' };
