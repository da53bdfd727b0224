import { raw } from '../../expression/sql/fragment.ts';
import { type ColumnSchema, columnFor, type OverlapSchema, type TableSchema } from '../schema.ts';
import { identifier, textLiteral } from '../sql/identifier.ts';
import type { Conditions } from '../sql/kept-conditions.ts';
import { sqliteDialect } from './dialect.ts';

/** The prefix of a trigger's error message, before the name of the rule. */
export const overlapMark = 'no overlap: ';

/**
 * Triggers that check for overlaps; they suffice because SQLite has one writer at a time. The
 * engine handles rules that older records violate.
 */
export const createOverlaps = (table: TableSchema, conditions: Conditions): string[] =>
  (table.overlaps ?? []).flatMap((overlap, position) => {
    const refused = overlap.lenient === true ? null : overlapping(table, overlap, conditions);
    if (refused === null) return [];
    return ['INSERT', 'UPDATE'].map(
      (when) => `CREATE TRIGGER ${identifier(`${table.table}.overlap~${position + 1} ${when}`)} BEFORE ${when} ON ${identifier(table.table)}
        BEGIN SELECT RAISE(ABORT, ${textLiteral(overlapMark + overlap.rule)}) WHERE ${refused}; END`,
    );
  });

function overlapping(table: TableSchema, overlap: OverlapSchema, conditions: Conditions): string | null {
  const [now, other] = ['NEW', 'other'].map((alias) => conditions.overlap(table, overlap, alias));
  const [start, end] = [columnFor(table, overlap.start), columnFor(table, overlap.end)];
  const per = overlap.per.map((field) => columnFor(table, field));
  if (now == null || other == null || start === null || end === null || per.includes(null)) return null;
  const tests = [
    `other."id" <> NEW."id"`,
    `${inOrder('other', start)} < ${inOrder('NEW', end)}`,
    `${inOrder('other', end)} > ${inOrder('NEW', start)}`,
    ...per.flatMap((column) => (column === null ? [] : [`other.${identifier(column.column)} = NEW.${identifier(column.column)}`])),
    other,
  ];
  return `(${now}) AND EXISTS (SELECT 1 FROM ${identifier(table.table)} AS other WHERE ${tests.join(' AND ')})`;
}

/** The value that `<` compares. */
function inOrder(alias: string, column: ColumnSchema): string {
  const name = `${alias}.${identifier(column.column)}`;
  return column.type === 'decimal' ? sqliteDialect.decimalKey(raw(name)).text : name;
}
