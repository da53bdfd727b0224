import type { Node } from '../node.ts';
import type { RecordList } from '../values/value.ts';
import type { SqlFragment } from './fragment.ts';
import type { Representation } from './represent.ts';

/**
 * Describes where a database stores the document's records. Stores implement it, because this layer
 * does not know the schema.
 */
export interface Catalog {
  /** The entity's table, quoted; null for an undeclared entity. */
  table(entity: string): string | null;
  field(entity: string, field: string): FieldAccess | null;
  /**
   * A computed field of a row, written exactly as in the definition of its index, so that the index
   * applies. Null, or without this method: the field is translated like any expression.
   */
  written?(entity: string, field: string, alias: string): WrittenField | null;
  /** The default order of records by id, for ORDER BY. `alias` is the entity's table. */
  order(entity: string, alias: string): SqlFragment;
  /** The document's currency. Amounts in other currencies cannot be compared with columns. */
  readonly currency: string;
  /**
   * A list from outside the query (such as the records that a person may read), as rows; null if
   * SQL cannot express it.
   */
  rows(list: RecordList, fresh: () => string): RowSource | null;
}

/** The SQL of a computed field, without parameters. */
export interface WrittenField {
  readonly text: string;
  readonly as: Representation | 'opaque' | 'null';
  /** For `record`: the record's entity. */
  readonly entity: string | null;
  /** Whether it can be NULL, which also covers a failed evaluation. */
  readonly nullable: boolean;
}

export type FieldAccess =
  | {
      readonly kind: 'column';
      /** The quoted name. */
      readonly column: string;
      readonly as: Representation | 'opaque';
      /** For `record`: the record's entity. */
      readonly entity: string | null;
      readonly nullable: boolean;
      /** Whether values are unique and indexed. */
      readonly unique: boolean;
    }
  /** A numeric id, stored as text. */
  | { readonly kind: 'counting id'; readonly column: string }
  /** A list of plain values, stored as JSON. */
  | { readonly kind: 'list'; readonly column: string; readonly item: Representation }
  | { readonly kind: 'computed'; readonly node: Node }
  /** The records of `entity` whose `column` refers to this record. */
  | { readonly kind: 'inverse'; readonly entity: string; readonly column: string }
  /**
   * A relation through a link table: `mine` is the column for this record, `theirs` the one for the
   * members.
   */
  | { readonly kind: 'link'; readonly entity: string; readonly table: string; readonly mine: string; readonly theirs: string };

/**
 * Rows of an entity, as the parts of a query after FROM and WHERE. `alias` is the entity's table.
 */
export interface RowSource {
  readonly entity: string;
  readonly alias: string;
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
}
