import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import { tableNames } from '../../expression/sql/translation-cache.ts';
import { columnFor } from '../schema.ts';
import type { Store } from '../store.ts';
import type { Asking } from './connection.ts';
import { identifier } from './identifier.ts';
import { isComplete, type Planner, plan, whereClause } from './select.ts';

/**
 * Implements Store.enteredFirst: only ids and times leave the database, however many records there
 * are.
 */
export function createEnteredFirst(asking: Asking, planner: Planner): Store['enteredFirst'] {
  return (query, field, most) => {
    // State times are on one machine, the records on others.
    if (planner.apart) return null;
    const fresh = tableNames();
    const { alias, from, where, table, ...found } = plan(query, planner, fresh, { ordering: false });
    if (!isComplete({ alias, from, where, table, ...found })) return null;
    const created = columnFor(table, 'createdAt');
    // In whole milliseconds, rounded down as in the evaluator.
    const made = created === null ? 'NULL' : `${alias}.${identifier(created.column)}`;
    const madeAt = raw(`(${made} - ((${made} % 1000) + 1000) % 1000) / 1000`);
    // A subquery for each found record; a join might read the state times of all others.
    const entered = sql`SELECT "at" FROM "_entered" WHERE "entity" = ${parameter(query.entity)} AND "field" = ${parameter(field)} AND "record" = ${raw(`${alias}."id"`)}`;
    const rows = sql`SELECT ${raw(`${alias}."id" AS "id"`)}, coalesce((${entered}), ${madeAt}) AS "at" FROM ${from}${whereClause(where)}`;
    const question = sql`SELECT "id", "at" FROM (${rows}) AS found ORDER BY "at" NULLS LAST, "id"${planner.sqlEngine.page(most, 0)}`;
    return asking
      .rows(question.text, question.parameters)
      .map(([id, at = null]) => ({ id: String(id), at: at === null ? null : Number(at) }));
  };
}
