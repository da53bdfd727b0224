import type { Node } from '../node.ts';
import type { RecordList } from '../values/value.ts';
import type { SqlFragment } from './fragment.ts';
import type { Representation } from './represent.ts';

/**
 * Where the records of the document lie in a database. A store implements it; the expression layer
 * knows no schema.
 */
export interface Catalog {
  /** The entity's table, quoted; null for an entity that is not declared. */
  table(entity: string): string | null;
  field(entity: string, field: string): FieldAccess | null;
  /**
   * A computed field of a row as the definition of an index says it, so that the index is found;
   * null, or without the method: it is translated like any expression.
   */
  written?(entity: string, field: string, alias: string): WrittenField | null;
  /**
   * The default order of records, for ORDER BY: that of their ids.
   * `alias` is the entity's table.
   */
  order(entity: string, alias: string): SqlFragment;
  /** The document's: amounts of another currency do not compare with columns. */
  readonly currency: string;
  /**
   * A list that comes from outside the query (what a person may read), as rows; null when it cannot
   * be told in SQL.
   */
  rows(list: RecordList, fresh: () => string): RowSource | null;
}

/** The value of a computed field in SQL, without parameters. */
export interface WrittenField {
  readonly text: string;
  readonly as: Representation | 'opaque' | 'null';
  /** For `record`: whose. */
  readonly entity: string | null;
  /** Whether it may be null; what cannot be evaluated is null as well. */
  readonly nullable: boolean;
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
      /** No two records have the same value, and an index knows whose it is. */
      readonly unique: boolean;
    }
  /** An id that counts: the column keeps the number as text. */
  | { readonly kind: 'counting id'; readonly column: string }
  /** A list of plain values, kept as JSON. */
  | { readonly kind: 'list'; readonly column: string; readonly item: Representation }
  | { readonly kind: 'computed'; readonly node: Node }
  /** The records of `entity` whose `column` is this record. */
  | { readonly kind: 'inverse'; readonly entity: string; readonly column: string }
  /** Through a table of pairs: `mine` is the column of this record, `theirs` of the members. */
  | { readonly kind: 'link'; readonly entity: string; readonly table: string; readonly mine: string; readonly theirs: string };

/**
 * Rows of an entity: what is after FROM and after WHERE. `alias` is the entity's table in it.
 */
export interface RowSource {
  readonly entity: string;
  readonly alias: string;
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
}
