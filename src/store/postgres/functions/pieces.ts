import { raw, reused as reusedWith, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';

/** Keeps Postgres from inlining a subquery wherever its value is used. */
export const optimizationFence = ' OFFSET 0';

export const reused = (value: SqlFragment, use: (value: SqlFragment) => SqlFragment): SqlFragment =>
  reusedWith(value, use, optimizationFence);

export const bigint = (value: SqlFragment): SqlFragment => sql`CAST(${value} AS bigint)`;
export const numeric = (value: SqlFragment): SqlFragment => sql`CAST(${value} AS numeric)`;

const integers = raw('-9223372036854775808 AND 9223372036854775807');

/** Converts an integral numeric to bigint; NULL if it does not fit. */
export const fits = (whole: SqlFragment, use = reused): SqlFragment =>
  use(whole, (once) => sql`CASE WHEN ${once} BETWEEN ${integers} THEN CAST(${once} AS bigint) END`);

/**
 * SQL that raises an error of class 22 (number out of range), after which the store hands the whole
 * query to the evaluator. It must read a row, here a number: Postgres computes constants while
 * planning, needed or not.
 */
export const unrepresentable = (looksAt: SqlFragment): SqlFragment => sql`CAST((abs(${looksAt}) + 1) * ${raw(beyond)} AS bigint)`;

const beyond = '1e30';
export const mayNeedEvaluator = ({ text }: SqlFragment): boolean => text.includes(beyond);

/** Converts hundredths to bigint; hands the query to the evaluator if they do not fit. */
export const hundredths = (whole: SqlFragment): SqlFragment =>
  reused(whole, (once) => sql`CASE WHEN ${once} NOT BETWEEN ${integers} THEN ${unrepresentable(once)} ELSE CAST(${once} AS bigint) END`);

/** A decimal small enough for the evaluator too; values near its limits are left to it. */
export const bounded = (value: SqlFragment): SqlFragment =>
  reused(
    value,
    (once) => sql`CASE WHEN scale(${once}) <= 300 AND abs(${once}) < 1e300 THEN ${once} ELSE ${unrepresentable(sql`scale(${once})`)} END`,
  );

/**
 * `a / b` of two numerics, to `places` decimal places, rounded once: half even (CEL's decimals) or
 * half away from zero (money). NULL if b is zero. Postgres' own division chooses the places itself.
 */
export function quotient(a: SqlFragment, b: SqlFragment, places: 0 | 20, half: 'even' | 'up'): SqlFragment {
  const scaled = places === 0 ? a : sql`${a} * ${raw(`1${'0'.repeat(places)}`)}`;
  const away =
    half === 'up' ? raw('abs(d.r) * 2 >= abs(d.b)') : raw('abs(d.r) * 2 > abs(d.b) OR (abs(d.r) * 2 = abs(d.b) AND mod(d.q, 2) <> 0)');
  const result = sql`d.q + CASE WHEN ${away} THEN sign(d.r) * sign(d.b) ELSE 0 END`;
  const divided = sql`SELECT c.q, c.b, c.a - c.q * c.b AS r FROM (SELECT p.a, p.b, div(p.a, p.b) AS q FROM (SELECT ${scaled} AS a, nullif(${b}, 0) AS b${raw(optimizationFence)}) AS p${raw(optimizationFence)}) AS c${raw(optimizationFence)}`;
  return places === 0
    ? sql`(SELECT ${result} FROM (${divided}) AS d)`
    : sql`(SELECT (${result}) * ${raw(`0.${'0'.repeat(places - 1)}1`)} FROM (${divided}) AS d)`;
}
