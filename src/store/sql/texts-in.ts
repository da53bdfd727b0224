import { raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import { type ColumnSchema, columnFor, type TableSchema } from '../schema.ts';
import type { Asking } from './connection.ts';
import type { Flavour } from './flavour.ts';
import { identifier } from './identifier.ts';
import { endsInIds } from './order.ts';
import { createRemembering } from './remembering.ts';
import { type Plan, whereClause } from './select.ts';

/** Answers can be long: a few are remembered. */
const most = 10;

/** As Store.textsIn, for a plan that SQL can take whole. */
export function createTextsIn(
  connection: Asking,
  flavour: Flavour,
): (plan: Plan, field: string, fresh: () => string) => readonly string[] | null {
  const ask = createRemembering(connection, flavour, most);
  return (plan, field, fresh) => {
    const column = columnFor(plan.table, field);
    // Ids that are numbers are no texts to be compared.
    if (column?.type !== 'list' || column.item !== 'text' || endsInIds(plan.table).length > 1) return null;
    const [value, order] = ['"~value"', '"~first", "~place"'];
    const question = sql`SELECT ${raw(flavour.jsonArray(value, order))} FROM (${found(plan, plan.table, column, flavour, fresh)}) AS ${raw(fresh())}`;
    return JSON.parse(String(ask(question))) as readonly string[];
  };
}

/**
 * `~value`, the first record that holds it, and where it stands there. Lists that are the same are many: each is taken apart once. That of the first record is looked at
 * again for the place, not all of them.
 */
function found(
  { alias, from, where }: Pick<Plan, 'alias' | 'from' | 'where'>,
  table: TableSchema,
  { column }: ColumnSchema,
  flavour: Flavour,
  fresh: () => string,
): SqlFragment {
  const [each, item, one, first, place] = [fresh(), fresh(), fresh(), fresh(), fresh()];
  const list = identifier(column);
  const { elements } = flavour.dialect;
  const lists = sql`SELECT ${raw(`${alias}.${list} AS "~list", min(${alias}."id") AS "~id"`)} FROM ${from}${whereClause(where)} GROUP BY ${raw(`${alias}.${list}`)}`;
  return sql`SELECT ${raw(`${one}."~value", ${one}."~first"`)}, (SELECT min(${raw(`${place}.key`)}) FROM ${raw(`${identifier(table.table)} AS ${first}`)}, ${elements(raw(`${first}.${list}`), place)} WHERE ${raw(`${first}."id" = ${one}."~first" AND ${place}.value = ${one}."~value"`)}) AS "~place" FROM (SELECT ${raw(`${item}.value AS "~value", min(${each}."~id") AS "~first"`)} FROM (${lists}) AS ${raw(each)}, ${elements(raw(`${each}."~list"`), item)} GROUP BY ${raw(`${item}.value`)}) AS ${raw(one)}`;
}
