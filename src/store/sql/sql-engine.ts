import type { Dialect } from '../../expression/sql/dialect.ts';
import type { SqlFragment } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { Needle } from '../meaning.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import type { RuleConflict } from '../store.ts';
import type { Asking, Connection } from './connection.ts';
import type { Conditions } from './kept-conditions.ts';
import type { LaidOut } from './laid-out.ts';
import type { TunedIndex } from './tuned-index.ts';

/**
 * How one database differs from another in storing records. Everything that is the same is next to
 * this file.
 */
export interface SqlEngine {
  /** How expressions are translated. */
  readonly dialect: Dialect;

  /** The definition of an entity's table; `as` is another name for it, while it is rebuilt. */
  createTable(schema: Schema, table: TableSchema, as?: string): string;
  /** What is defined once the table has its name: indexes, what may not overlap, triggers. */
  completeTable(schema: Schema, table: TableSchema, conditions: Conditions): readonly string[];
  /**
   * The condition under which the values of these columns, quoted, are too long together for an
   * index; null: none are.
   */
  isTooLong(columns: readonly string[]): string | null;
  createLink(schema: Schema, link: LinkSchema): readonly string[];
  /** Defined when all tables are there; empty where `createTable` says them. */
  createReferences(schema: Schema): readonly string[];

  /**
   * Runs a migration in one transaction, in which references may dangle until the end. Throws if
   * some still do then.
   */
  migrating(connection: Connection, from: Schema, to: Schema, body: () => void): void;
  /**
   * Empties the database, including the trail. `fill` runs in the same transaction: references may
   * dangle until it is done; throws if some still do.
   */
  clear(connection: Connection, fill?: () => void): void;
  /**
   * How the store works with distributed tables; null: all are on one machine. Throws with a
   * message if they are not distributed as this document needs.
   */
  laidOut(connection: Connection, model: RunModel, schema: Schema): LaidOut | null;
  /** Puts a line of the trail back under the number it had; seven parameters, the number first. */
  readonly putTrail: string;
  /** After a SELECT that picks rows to change: leaves out those that others are changing. */
  readonly skipLocked: string;
  /** New lines of the trail come after this number. */
  continueTrail(connection: Connection, last: number): void;

  /**
   * Statements that make the database enforce sections 4 to 6; null: none, if its tables are
   * distributed.
   */
  defences(connection: Connection, what: Defences | null): readonly string[];
  /**
   * Revokes unnecessary rights: of other roles of the database, and the engine's own on the
   * audit trail. Returns, in words for the administrator, what it may not do itself. Not inside a
   * transaction.
   */
  guard(connection: Connection): readonly string[];
  /** Takes away whatever `defences` made, of this document or an earlier one. */
  dropDefences(connection: Connection): void;
  /**
   * Recreates missing parts of the tables and returns them in words for people. Not inside a
   * transaction.
   */
  complete(connection: Connection, model: RunModel, schema: Schema): readonly string[];
  /** Whether what `defences` gave is there. */
  hasDefences(connection: Connection, made: readonly string[]): boolean;
  /** Runs statements that give no rows, in as few exchanges as it can. */
  runAll(connection: Connection, statements: readonly string[]): void;
  /** A transaction in which the database checks none of these. */
  pardoned<T>(connection: Connection, body: () => T): T;
  /** What the transaction has broken so far, where the database cannot say it at its end. */
  broken(connection: Connection): BrokenRule | null;
  /** What the database said at the end of a transaction, if it is that a rule is broken. */
  brokenAtEnd(error: unknown): RuleConflict | null;

  /** Deletes a record; `on delete` is done by the database. */
  remove(connection: Connection, schema: Schema, table: TableSchema, id: string): void;

  /** Deterministic, as `ORDER BY` uses it: text with ASCII's case left out. */
  textOrder(text: string): string;
  /** For ORDER BY: nulls last either way; `fromEnd` the whole order is reversed. */
  inOrder(key: SqlFragment, how: Direction, fromEnd: boolean): SqlFragment;
  /** The key of an index that gives this order. */
  indexKey(key: string, how: Direction): string;
  /**
   * Indexes that find which texts a list contains (Dialect.listHolds), for the lists that the
   * document searches.
   */
  listIndexes(model: RunModel, schema: Schema): readonly TunedIndex[];
  indexNames(connection: Connection): readonly string[];
  /** Whether the text contains the search text (meaning.ts)? Null if SQL cannot search for it. */
  found(text: SqlFragment, needle: Needle): SqlFragment | null;
  /**
   * Whether an order by another record's label joins that record's table: then a page can be read
   * along the labels, from an index of that table.
   */
  readonly joinsToOrder: boolean;
  /**
   * Whether a page of a search is found before it is ordered. The planner takes any text for a
   * common one: it would walk over all records in their order, from disk, until the page is full.
   */
  readonly searchesFirst: boolean;
  /**
   * One of several ids, as one parameter, so that the text of the statement stays the same. For a
   * single id use `among` (select.ts).
   */
  isOneOf(id: SqlFragment, ids: readonly string[]): SqlFragment;
  /** For FROM: the items of a list of texts or numbers as texts, each in `alias`.value. */
  items(list: string, alias: string): string;
  /**
   * The query for the distinct texts of a list (Store.textsIn), for rows that SQL can select; null:
   * the evaluator finds them. `sqlEngine` is this one, or one with another time.
   */
  textsIn(connection: Asking, sqlEngine: SqlEngine): TextsOf | null;
  /** A number as an SQL literal. */
  numberText(number: SqlFragment): SqlFragment;
  /** ` LIMIT … OFFSET …`; whole numbers from 0. */
  page(limit: number | null, offset: number): SqlFragment;

  /**
   * Caches answers until something is committed, at most `most` of them. `sqlEngine` gives the
   * version.
   */
  remembering(connection: Asking, flavour: Pick<SqlEngine, 'moment'>, most: number): Ask;
  /**
   * SQL for a text that changes whenever anyone commits; null if there is none. Own uncommitted
   * changes do not count.
   */
  readonly moment: string | null;

  /** What a constraint refused; null for any other error. */
  violation(error: unknown, schema: Schema, table: TableSchema): Violation | null;
  /** The database met a value that it cannot hold: the evaluator takes over. */
  isUnrepresentable(error: unknown): boolean;
  /** The database refuses this kind of query on distributed tables. */
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

/** Asks for one value, which is never NULL. */
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
  /** Nothing is sorted by before it. */
  readonly first: boolean;
}

export type Violation =
  /** Which fields; `id` where the database names no other. */
  | { readonly kind: 'unique'; readonly fields: readonly string[]; readonly rule: string | null }
  | { readonly kind: 'overlap'; readonly rule: string }
  | { readonly kind: 'required' | 'value'; readonly column: ColumnSchema | null; readonly said: string }
  /** Longer than an index can hold; null: the database does not say which column. */
  | { readonly kind: 'length'; readonly column: ColumnSchema | null }
  | { readonly kind: 'reference' }
  /** Section 4 has no such transition. */
  | { readonly kind: 'move' };
