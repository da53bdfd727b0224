import { raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import { type ColumnSchema, columnFor } from '../schema.ts';
import type { Asking } from '../sql/connection.ts';
import { identifier } from '../sql/identifier.ts';
import { endsInIds } from '../sql/order.ts';
import { whereClause } from '../sql/select.ts';
import type { FoundRows, SqlEngine, TextsOf } from '../sql/sql-engine.ts';
import { createRemembering } from './remembering.ts';

/** How many answers are cached; few, because they can be long. */
const most = 10;

/** Implements Store.textsIn. */
export function createTextsIn(connection: Asking, sqlEngine: SqlEngine): TextsOf {
  const ask = createRemembering(connection, sqlEngine, most);
  return (rows, field) => {
    const column = columnFor(rows.table, field);
    // Numeric ids must not be compared as texts.
    if (column?.type !== 'list' || column.item !== 'text' || endsInIds(rows.table).length > 1) return null;
    const question = sql`SELECT CAST(coalesce(jsonb_agg("~value" ORDER BY "~first", "~place"), '[]') AS text) FROM (${found(rows, column, sqlEngine)}) AS "~found"`;
    return JSON.parse(String(ask(question))) as readonly string[];
  };
}

/**
 * Selects `~value`, the first record with it, and its position there. Many lists are equal, so each
 * is unpacked once; the position is then looked up in the first record only.
 */
function found({ table, alias, from, where }: FoundRows, { column }: ColumnSchema, { dialect }: SqlEngine): SqlFragment {
  const list = identifier(column);
  const lists = sql`SELECT ${raw(`${alias}.${list} AS "~list", min(${alias}."id") AS "~id"`)} FROM ${from}${whereClause(where)} GROUP BY ${raw(`${alias}.${list}`)}`;
  const values = sql`SELECT "~item".value AS "~value", min("~each"."~id") AS "~first" FROM (${lists}) AS "~each", ${dialect.elements(raw('"~each"."~list"'), '"~item"')} GROUP BY "~item".value`;
  const place = sql`SELECT min("~there".key) FROM ${raw(identifier(table.table))} AS "~holder", ${dialect.elements(raw(`"~holder".${list}`), '"~there"')} WHERE "~holder"."id" = "~one"."~first" AND "~there".value = "~one"."~value"`;
  return sql`SELECT "~one"."~value", "~one"."~first", (${place}) AS "~place" FROM (${values}) AS "~one"`;
}
