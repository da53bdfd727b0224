import type { CallContext, DescribedCall, RegisteredCall } from '../../expression/sql/call.ts';
import type { Aggregate, Dialect, GatheredRows } from '../../expression/sql/dialect.ts';
import { join, parameter, raw, reused, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import { callFunction, decimalKeyFunction } from './functions.ts';

/*
 * How each kind of value is stored in SQLite (tables.ts creates the columns):
 *
 * | Value                           | Column  | As                                         |
 * |---------------------------------|---------|--------------------------------------------|
 * | text, enum, state, relation, id | TEXT    | compared by code point (BINARY over UTF-8) |
 * | integer                         | INTEGER | 64 bits                                    |
 * | decimal                         | TEXT    | canonical; compared through a sortable key |
 * | money                           | INTEGER | hundredths                                 |
 * | boolean                         | INTEGER | 0, 1                                       |
 * | date, time                      | TEXT    | ISO 8601, sorts as it is                   |
 * | datetime, duration              | INTEGER | microseconds                               |
 * | list of plain values            | TEXT    | a JSON array of the above                  |
 * | file, json                      | TEXT    | JSON                                       |
 */
export const sqliteDialect: Dialect = {
  parameter,
  list: parameter,
  same: (left, right) => sql`(${left} IS ${right})`,
  different: (left, right) => sql`(${left} IS NOT ${right})`,
  reused,

  // SQLite switches to binary fractions when an integer overflows.
  whole(operator, left, right) {
    return this.reused(sql`(${left} ${raw(operator)} ${right})`, (once) => sql`CASE WHEN typeof(${once}) = 'integer' THEN ${once} END`);
  },
  amount: (operator, left, right) =>
    reused(
      sql`(${left} ${raw(operator)} ${right})`,
      (once) => sql`CASE WHEN typeof(${once}) = 'real' THEN ${raw(overflow)} ELSE ${once} END`,
    ),
  decimal: (value, from) =>
    from === 'integer'
      ? sql`CAST(${value} AS TEXT)`
      : described({ kind: 'call', name: 'double', target: false, args: ['money'], result: 'decimal' }, [value], plain),
  decimalKey: (value) => sql`${raw(decimalKeyFunction)}(${value})`,
  dayNumber: (date) => sql`(unixepoch(${date}) / 86400)`,
  countingId: (id) => sql`CAST(${id} AS INTEGER)`,

  textSize: (text) => sql`length(${text})`,
  contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  startsWith: (text, part) => sql`(substr(${text}, 1, length(${part})) = ${part})`,
  endsWith: (text, part) => sql`(length(${text}) >= length(${part}) AND substr(${text}, length(${text}) - length(${part}) + 1) = ${part})`,
  ofFile: (file, key) => sql`json_extract(${file}, '$.${raw(key)}')`,

  elements: (list, alias) => sql`json_each(${list}) AS ${raw(alias)}`,
  element: (alias) => raw(`${alias}.value`),
  listSize: (list) => sql`json_array_length(${list})`,
  listHolds: () => null,
  aggregate,
  mayAsk: ({ text }) => text.includes(overflow) || text.includes('sum(') || text.includes(callFunction),
  call: (call, args, context) => {
    const pattern = call.kind === 'call' && call.name === 'matches' ? args[1]?.known : undefined;
    if (typeof pattern !== 'string') return described(call, args.map(sqlOf), context);
    return described({ ...call, args: call.args.slice(0, 1) }, args.slice(0, 1).map(sqlOf), { ...context, pattern });
  },
};

/** SQL that always fails, because the smallest integer has no positive counterpart. */
const overflow = 'abs(-9223372036854775808)';

const sqlOf = (term: ValueTerm): SqlFragment => term.sql;
/** Arithmetic on amounts does not depend on the currency. */
const plain: CallContext = { currency: '', timeZone: 'UTC' };

const described = (call: RegisteredCall, args: readonly SqlFragment[], more: CallContext & Pick<DescribedCall, 'pattern'>): SqlFragment =>
  sql`${raw(callFunction)}(${join([parameter(JSON.stringify({ ...call, ...more })), ...args], ', ')})`;

function aggregate(what: Aggregate, { item, select }: GatheredRows, context: CallContext): SqlFragment {
  const { kind } = what;
  const from = sql`FROM (${select}) AS gathered`;
  if (kind === 'join') return sql`(SELECT coalesce(group_concat(gathered.v, ${what.separator} ORDER BY gathered.k), '') ${from})`;
  if (kind === 'min' || kind === 'max') {
    if (item !== 'decimal') return sql`(SELECT ${raw(kind)}(gathered.v) ${from})`;
    const order = sql`${raw(decimalKeyFunction)}(gathered.v)${raw(kind === 'max' ? ' DESC' : '')}`;
    return sql`(SELECT gathered.v ${from} WHERE gathered.v IS NOT NULL ORDER BY ${order} LIMIT 1)`;
  }
  // SQL's sum fails beyond 64 bits, depending on the order of addition; the store then uses the
  // evaluator, which adds in the list's order.
  if (kind === 'sum' && (item === 'integer' || item === 'money'))
    return sql`(SELECT CASE WHEN sum(abs(gathered.v)) >= 0 THEN sum(gathered.v) ELSE 0 END ${from})`;
  const result = kind === 'avg' && item === 'integer' ? 'decimal' : item;
  const list = sql`(SELECT json_group_array(gathered.v ORDER BY gathered.k) ${from})`;
  return described({ kind: 'call', name: kind, target: false, args: [{ list: item }], result }, [list], context);
}
