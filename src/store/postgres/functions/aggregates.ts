import type { Aggregate, GatheredRows } from '../../../expression/sql/dialect.ts';
import { raw, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';
import { bounded, quotient, reused, unrepresentable } from './pieces.ts';

/**
 * An aggregate of all rows, as the evaluator computes it. If the evaluator's addition could fail
 * half-way (beyond 64 bits), the evaluator takes over.
 */
export function aggregate(what: Aggregate, { item, select }: GatheredRows): SqlFragment | null {
  const from = sql`FROM (${select}) AS gathered`;
  switch (what.kind) {
    case 'join':
      return sql`(SELECT coalesce(string_agg(gathered.v, ${what.separator} ORDER BY gathered.k), '') ${from})`;
    case 'min':
      return sql`(SELECT ${raw(item === 'boolean' ? 'bool_and' : 'min')}(gathered.v) ${from})`;
    case 'max':
      return sql`(SELECT ${raw(item === 'boolean' ? 'bool_or' : 'max')}(gathered.v) ${from})`;
  }
  const totals = sql`(SELECT sum(CAST(gathered.v AS numeric)) AS s, sum(abs(CAST(gathered.v AS numeric))) AS size, CAST(count(gathered.v) AS numeric) AS n ${from}) AS total`;
  const total = totalOf(item);
  if (total === null) return null;
  if (what.kind === 'avg') return sql`(SELECT ${average(item, total)} FROM ${totals})`;
  const zero = sql`coalesce(${total}, 0)`;
  return sql`(SELECT ${item === 'decimal' ? zero : sql`CAST(${zero} AS bigint)`} FROM ${totals})`;
}

/** The sum, if no partial sum in any order exceeds what the evaluator can hold. */
function totalOf(item: GatheredRows['item']): SqlFragment | null {
  const size = raw('total.size');
  const upTo = (most: string): SqlFragment => sql`CASE WHEN ${size} > ${raw(most)} THEN ${unrepresentable(size)} ELSE total.s END`;
  switch (item) {
    case 'integer':
    case 'money':
      return upTo('9223372036854775807');
    case 'duration':
      return upTo('315576000000999999');
    case 'decimal':
      return sql`CASE WHEN ${bounded(size)} IS NOT NULL THEN total.s END`;
    default:
      return null;
  }
}

/** NULL for an empty set. The evaluator cuts off fractions of a microsecond. */
function average(item: GatheredRows['item'], total: SqlFragment): SqlFragment {
  const count = raw('total.n');
  if (item === 'money') return sql`CAST(${quotient(total, count, 0, 'up')} AS bigint)`;
  if (item !== 'duration') return quotient(total, count, 20, 'even');
  const nanos = sql`div(${total} * 1000, nullif(${count}, 0))`;
  return reused(
    nanos,
    (once) => sql`CASE WHEN mod(${once}, 1000) <> 0 THEN ${unrepresentable(once)} ELSE CAST(div(${once}, 1000) AS bigint) END`,
  );
}
