import type { StorageType } from '../../model/types/type.ts';
import { columnFor, type OverlapSchema, type TableSchema } from '../schema.ts';
import { identifier, shortened } from '../sql/identifier.ts';
import type { Conditions } from '../sql/kept-conditions.ts';

/** By its place among the table's: what it refuses is said by its name. The index behind it has that name too, and shares it with no other table's. */
const overlapName = (table: TableSchema, position: number): string => `${table.table}.overlap~${position + 1}`;

/** What a constraint of that name keeps. Databases from before the table's name stood in it have the rest only. */
export const overlapNamed = (table: TableSchema, constraint: string): OverlapSchema | undefined =>
  table.overlaps?.find((_, position) => shortened(overlapName(table, position)) === constraint || constraint === `overlap~${position + 1}`);

/**
 * `no overlap` as exclusion constraints: the database itself keeps them, also between two people at the same moment. A record that ends before it
 * begins has no range: of such ones, and where older records break the rule already, the engine asks alone.
 */
export function createOverlaps(table: TableSchema, conditions: Conditions): string[] {
  const constraints = (table.overlaps ?? []).flatMap((overlap, position) => {
    const excluded = overlap.lenient === true ? null : exclusion(table, overlap, conditions);
    return excluded === null
      ? []
      : [`ALTER TABLE ${identifier(table.table)} ADD CONSTRAINT ${identifier(overlapName(table, position))} ${excluded}`];
  });
  // For "=" beside "&&" in one index. In a schema that stays when the product's goes: other products may use it.
  return constraints.length === 0 ? [] : ['CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA public', ...constraints];
}

function exclusion(table: TableSchema, overlap: OverlapSchema, conditions: Conditions): string | null {
  const condition = conditions.overlap(table, overlap, null);
  const [start, end] = [columnFor(table, overlap.start), columnFor(table, overlap.end)];
  const per = overlap.per.map((field) => columnFor(table, field));
  if (condition === null || start === null || end === null) return null;
  const compared = per.flatMap((column) =>
    column === null || column.type === 'list' || column.type === 'json' || column.type === 'file'
      ? []
      : [`${identifier(column.column)} WITH =`],
  );
  if (compared.length < per.length) return null;
  const [from, to] = [identifier(start.column), identifier(end.column)];
  const range = `(CASE WHEN ${from} < ${to} THEN ${rangeOf(start.type)}(${from}, ${to}) END) WITH &&`;
  return `EXCLUDE USING gist (${[...compared, range].join(', ')}) WHERE (${condition})`;
}

/** Half-open, as ranges are where nothing else is said. */
function rangeOf(type: StorageType): string {
  if (type === 'decimal') return 'numrange';
  // ISO text sorts as the days and hours that it writes.
  return type === 'date' || type === 'time' ? '"_text_range"' : 'int8range';
}
