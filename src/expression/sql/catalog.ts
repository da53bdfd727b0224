import type { Node } from '../node.ts';
import type { RecordList } from '../value.ts';
import type { SqlFragment } from './fragment.ts';
import type { Representation } from './represent.ts';

/** Where the records of the document lie in a database. A store implements it; the expression layer knows no schema. */
export interface Catalog {
  /** The entity's table, quoted; null for an entity that is not declared. */
  table(entity: string): string | null;
  field(entity: string, field: string): FieldAccess | null;
  /** The document's: amounts of another currency do not compare with columns. */
  readonly currency: string;
  /** A list that comes from outside the query (what a person may read), as rows; null when it cannot be told in SQL. */
  rows(list: RecordList, fresh: () => string): RowSource | null;
}

export type FieldAccess =
  | {
      readonly kind: 'column';
      /** Quoted. */
      readonly column: string;
      readonly as: Representation | 'opaque';
      /** For `record`: whose. */
      readonly entity: string | null;
      readonly nullable: boolean;
    }
  /** A list of plain values, kept as JSON. */
  | { readonly kind: 'list'; readonly column: string; readonly item: Representation }
  | { readonly kind: 'computed'; readonly node: Node }
  /** The records of `entity` whose `column` is this record. */
  | { readonly kind: 'inverse'; readonly entity: string; readonly column: string }
  /** Through a table of pairs: `mine` is the column of this record, `theirs` of the members. */
  | { readonly kind: 'link'; readonly entity: string; readonly table: string; readonly mine: string; readonly theirs: string };

/** Rows of an entity: what stands after FROM and after WHERE. `alias` is the entity's table in it. */
export interface RowSource {
  readonly entity: string;
  readonly alias: string;
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
}

/** What the dialects of SQL say differently. */
export interface Dialect {
  /** Null-safe equality. */
  same(left: SqlFragment, right: SqlFragment): SqlFragment;
  different(left: SqlFragment, right: SqlFragment): SqlFragment;
  /** An integer operation that is null when the result is no 64-bit integer. */
  wholeNumber(operation: SqlFragment): SqlFragment;
  /** A text that sorts like the decimal (canonical text) it is made of. */
  decimalKey(value: SqlFragment): SqlFragment;
  /** The elements of a JSON list, for FROM; each is in `alias`.value. */
  elements(list: SqlFragment, alias: string): SqlFragment;
  listSize(list: SqlFragment): SqlFragment;
  /** How many characters (code points). */
  textSize(text: SqlFragment): SqlFragment;
  /** Does the text hold the other? */
  contains(text: SqlFragment, part: SqlFragment): SqlFragment;
  /** Days since 1970 of an ISO date. */
  dayNumber(date: SqlFragment): SqlFragment;
  /** A function of the evaluator, registered in the database: described by JSON (see registered.ts). Null where the dialect has none. */
  call(description: string, args: readonly SqlFragment[]): SqlFragment | null;
}
