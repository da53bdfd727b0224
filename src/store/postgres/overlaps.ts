import type { StorageType } from '../../model/types/type.ts';
import { columnFor, type OverlapSchema, type TableSchema } from '../schema.ts';
import { identifier, shortened } from '../sql/identifier.ts';
import type { Conditions } from '../sql/kept-conditions.ts';

/**
 * The name of a constraint, with a number within the table, because errors contain it. Its index
 * has the same name, so it must be unique in the schema.
 */
const overlapName = (table: TableSchema, position: number): string => `${table.table}.overlap~${position + 1}`;

/**
 * The rule behind a constraint with this name. In older databases the name does not contain the
 * table's name.
 */
export const overlapNamed = (table: TableSchema, constraint: string): OverlapSchema | undefined =>
  table.overlaps?.find((_, position) => shortened(overlapName(table, position)) === constraint || constraint === `overlap~${position + 1}`);

/**
 * `no overlap` as exclusion constraints, which also work between concurrent transactions. A record
 * that ends before it begins has no range: the engine alone checks such records, and also every
 * record if older ones already violate the rule.
 */
export function createOverlaps(table: TableSchema, conditions: Conditions): string[] {
  const constraints = (table.overlaps ?? []).flatMap((overlap, position) => {
    const excluded = overlap.lenient === true ? null : exclusion(table, overlap, conditions);
    return excluded === null
      ? []
      : [`ALTER TABLE ${identifier(table.table)} ADD CONSTRAINT ${identifier(overlapName(table, position))} ${excluded}`];
  });
  // Required for "=" beside "&&" in one index. In the public schema, because other products may use
  // the extension, and it must outlive this product's schema.
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

/** The range type; ranges are half-open by default. */
function rangeOf(type: StorageType): string {
  if (type === 'decimal') return 'numrange';
  // ISO texts sort like the dates and times that they denote.
  return type === 'date' || type === 'time' ? '"_text_range"' : 'int8range';
}
