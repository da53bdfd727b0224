import type { StorageType } from '../../model/types/type.ts';
import { columnFor, type OverlapSchema, type TableSchema } from '../schema.ts';
import { identifier, shortened } from '../sql/identifier.ts';
import type { Conditions } from '../sql/kept-conditions.ts';

/**
 * Numbered within the table: errors name the constraint. Its index has the same name and is its
 * only user.
 */
const overlapName = (table: TableSchema, position: number): string => `${table.table}.overlap~${position + 1}`;

/**
 * The rule behind a constraint of that name. In older databases the name lacks the table's name.
 */
export const overlapNamed = (table: TableSchema, constraint: string): OverlapSchema | undefined =>
  table.overlaps?.find((_, position) => shortened(overlapName(table, position)) === constraint || constraint === `overlap~${position + 1}`);

/**
 * `no overlap` as exclusion constraints, which hold between concurrent transactions too. A record
 * that ends before it begins has no range: the engine alone checks such records, and all where
 * older records already break the rule.
 */
export function createOverlaps(table: TableSchema, conditions: Conditions): string[] {
  const constraints = (table.overlaps ?? []).flatMap((overlap, position) => {
    const excluded = overlap.lenient === true ? null : exclusion(table, overlap, conditions);
    return excluded === null
      ? []
      : [`ALTER TABLE ${identifier(table.table)} ADD CONSTRAINT ${identifier(overlapName(table, position))} ${excluded}`];
  });
  // For "=" beside "&&" in one index. In a schema that outlives the product's: other products may
  // use the extension.
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

/** Half-open, the default of ranges. */
function rangeOf(type: StorageType): string {
  if (type === 'decimal') return 'numrange';
  // ISO text sorts as the days and hours that it writes.
  return type === 'date' || type === 'time' ? '"_text_range"' : 'int8range';
}
