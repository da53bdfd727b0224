import type { Dialect } from '../../expression/sql/dialect.ts';
import type { SqlFragment } from '../../expression/sql/fragment.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Model } from '../../model/model.ts';
import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { Needle } from '../meaning.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import type { RuleConflict } from '../store.ts';
import type { Asking, Connection } from './connection.ts';
import type { Conditions } from './kept-conditions.ts';
import type { LaidOut } from './laid-out.ts';
import type { TunedIndex } from './tuned-index.ts';

/** What one database says differently from another about keeping records. Everything else stands once, beside this file. */
export interface SqlEngine {
  /** How expressions are told. */
  readonly dialect: Dialect;

  /** The definition of an entity's table; `as` is another name for it, while it is rebuilt. */
  createTable(schema: Schema, table: TableSchema, as?: string): string;
  /** What is defined once the table has its name: indexes, what may not overlap, triggers. */
  completeTable(schema: Schema, table: TableSchema, conditions: Conditions): readonly string[];
  createLink(schema: Schema, link: LinkSchema): readonly string[];
  /** Defined when all tables are there; empty where `createTable` says them. */
  createReferences(schema: Schema): readonly string[];

  /** Runs a migration in one transaction, in which relations may lead nowhere until its end. Throws when some still do then. */
  migrating(connection: Connection, from: Schema, to: Schema, body: () => void): void;
  /**
   * An empty database, as it was when it was made; the trail goes as well. `fill` runs in the same transaction: relations may lead nowhere until
   * it is done, and throws when some still do.
   */
  clear(connection: Connection, fill?: () => void): void;
  /** How the store works with tables that lie on several machines; null: all lie on one. Throws in words where they do not lie as this document's would. */
  laidOut(connection: Connection, model: Model, schema: Schema): LaidOut | null;
  /** Puts a line of the trail back under the number it had; seven parameters, the number first. */
  readonly putTrail: string;
  /** New lines of the trail come after this number. */
  continueTrail(connection: Connection, last: number): void;

  /** Statements that make the database keep what sections 4 to 6 say; null: none of it, where its tables lie on several machines. */
  defences(connection: Connection, what: Defences | null): readonly string[];
  /**
   * Takes rights away that nobody needs: those of other roles of the database, and the engine's own over the audit trail. Gives, in
   * words for the administrator, what it may not do itself. Not inside a transaction.
   */
  guard(connection: Connection): readonly string[];
  /** Takes away whatever `defences` made, of this document or an earlier one. */
  dropDefences(connection: Connection): void;
  /** Makes again what belongs to the tables and is not there, and gives it in words for people. Not inside a transaction. */
  complete(connection: Connection, model: Model, schema: Schema): readonly string[];
  /** Whether what `defences` gave is there. */
  hasDefences(connection: Connection, made: readonly string[]): boolean;
  /** Runs statements that give no rows, in as few exchanges as it can. */
  runAll(connection: Connection, statements: readonly string[]): void;
  /** A transaction in which the database asks none of these. */
  pardoned<T>(connection: Connection, body: () => T): T;
  /** What the transaction has broken so far, where the database cannot say it at its end. */
  broken(connection: Connection): BrokenRule | null;
  /** What the database said at the end of a transaction, if it is that a rule is broken. */
  brokenAtEnd(error: unknown): RuleConflict | null;

  /** Deletes a record; `on delete` is done by the database. */
  remove(connection: Connection, schema: Schema, table: TableSchema, id: string): void;

  /** Deterministic, as `ORDER BY` uses it: text with ASCII's case left out. */
  textOrder(text: string): string;
  /** For ORDER BY: nulls last either way. */
  inOrder(key: SqlFragment, how: Direction): SqlFragment;
  /** The key of an index that gives this order. */
  indexKey(key: string, how: Direction): string;
  /** Those that know which texts a list holds (Dialect.listHolds), of the lists that the document looks into. */
  listIndexes(model: Model, schema: Schema): readonly TunedIndex[];
  indexNames(connection: Connection): readonly string[];
  /** Does the text hold what is looked for (meaning.ts)? Null where this needle cannot be looked for in SQL. */
  found(text: string, needle: Needle): SqlFragment | null;
  /** One of several ids; one parameter, however many they are: the text of the statement stays the same. For a single one there is `among` (select.ts). */
  isOneOf(id: SqlFragment, ids: readonly string[]): SqlFragment;
  /** For FROM: the items of a list of texts or numbers as texts, each in `alias`.value. */
  items(list: string, alias: string): string;
  /** What asks for the different texts of a list, as Store.textsIn says, of rows that SQL can tell; null: the evaluator finds them. `flavour` is this one, or with another moment. */
  textsIn(connection: Asking, sqlEngine: SqlEngine): TextsOf | null;
  /** A number as it is written. */
  numberText(number: string): string;
  /** ` LIMIT … OFFSET …`; whole numbers from 0. */
  page(limit: number | null, offset: number): SqlFragment;

  /** What asks again only when somebody has changed something since; it remembers so many answers, `most`. `flavour` says the moment. */
  remembering(connection: Asking, flavour: Pick<SqlEngine, 'moment'>, most: number): Ask;
  /** SQL for a text that is another as soon as anybody has committed a change; null where there is none. Own changes that are not committed do not count. */
  readonly moment: string | null;

  /** What a constraint refused; null for any other error. */
  violation(error: unknown, schema: Schema, table: TableSchema): Violation | null;
  /** The database met a value that it cannot hold on the way to its answer: the evaluator is asked instead. */
  isUnrepresentable(error: unknown): boolean;
  /** The database understood the question and does not answer such ones where its tables lie on several machines. */
  isUnsupported(error: unknown): boolean;
}

/** Rows of a table: what stands after FROM and after WHERE. */
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
  readonly model: Model;
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
  | { readonly kind: 'reference' }
  /** Section 4 has no such transition. */
  | { readonly kind: 'move' };
