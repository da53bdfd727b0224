import type { Schema } from '../schema.ts';

/**
 * How a document's tables are distributed over several machines (docs/decisions/0071): plain data,
 * stored next to the data like the schema. Everything that belongs to one record of `root` is on
 * one machine.
 */
export interface Layout {
  readonly version: 1;
  readonly root: string;
  /** One for each table of the schema, then one for each of its links, in schema order. */
  readonly tables: readonly TableLayout[];
}

/**
 * `divided`: each row is on one machine; `copied`: every machine has all rows, and each write goes
 * to all of them; `single`: only on the coordinator, like the store's own tables.
 */
export type TableLayout =
  | { readonly table: string; readonly kind: 'divided'; readonly column: string; readonly from: RootSource | null }
  | { readonly table: string; readonly kind: 'copied' | 'single' };

/**
 * Where a new row finds its root: in the row of `table` that `column` refers to, in its column
 * `theirs`. Null if the column is the record's own.
 */
export interface RootSource {
  readonly column: string;
  readonly table: string;
  readonly theirs: string;
}

/**
 * The additional column with the root's id, if no column of the record has it. No field's column
 * starts with this character.
 */
export const rootColumn = '~root';

export type DividedTable = Extract<TableLayout, { kind: 'divided' }>;

/** The layout of one table. Throws if the layout does not include it. */
export const layoutFor = (layout: Layout, table: string): TableLayout => {
  const found = layout.tables.find((one) => one.table === table);
  if (found === undefined) throw new Error(`the layout says nothing about the table ${table}`);
  return found;
};

/** The layout of a table if it is divided; otherwise null. */
export function dividedTable(layout: Layout, table: string): DividedTable | null {
  const found = layoutFor(layout, table);
  return found.kind === 'divided' ? found : null;
}

/** The columns that determine the root of a record; their values never change. */
export function fixedColumns(layout: Layout, table: string): readonly string[] {
  const found = dividedTable(layout, table);
  return found === null ? [] : [found.from === null ? found.column : found.from.column];
}

/** A reference between tables, as the database enforces it in a layout. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly onDelete: 'restrict' | 'cascade' | 'clear';
  /** Whether both rows are on the same machine, under the same root. */
  readonly together: boolean;
}

/** Every relation and both ends of every link. */
export function referencesIn(schema: Schema, layout: Layout): readonly Reference[] {
  const tableOf = new Map(schema.tables.map(({ entity, table }) => [entity, table]));
  const reference = (table: string, column: string, entity: string, onDelete: Reference['onDelete']): Reference[] => {
    const target = tableOf.get(entity);
    if (target === undefined) return [];
    const [mine, theirs] = [dividedTable(layout, table), dividedTable(layout, target)];
    return [{ table, column, target, onDelete, together: mine !== null && theirs !== null }];
  };
  return [
    ...schema.tables.flatMap(({ table, columns }) =>
      columns.flatMap((column) =>
        column.target === null ? [] : reference(table, column.column, column.target, column.onDelete ?? 'restrict'),
      ),
    ),
    ...schema.links.flatMap((link) => [
      ...reference(link.table, 'owner', link.entity, 'cascade'),
      ...reference(link.table, 'member', link.target, 'cascade'),
    ]),
  ];
}
