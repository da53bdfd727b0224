import type { Dialect } from '../../expression/sql/dialect.ts';
import { parameter, raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { Representation, SqlScalar } from '../../expression/sql/represent.ts';
import { aggregate } from './functions/aggregates.ts';
import { native } from './functions/all.ts';
import { bigint, fits, hundredths, mayNeedEvaluator, numeric, reused } from './functions/pieces.ts';
import { dayNumber } from './functions/times.ts';

/*
 * How each kind of value is stored in Postgres (tables.ts creates the columns):
 *
 * | Value                           | Column           | As                                     |
 * |---------------------------------|------------------|----------------------------------------|
 * | text, enum, state, relation, id | text COLLATE "C" | compared by code point                 |
 * | integer                         | bigint           | 64 bits                                |
 * | decimal                         | numeric          | exact                                  |
 * | money                           | bigint           | hundredths                             |
 * | boolean                         | boolean          |                                        |
 * | date, time                      | text COLLATE "C" | ISO 8601, sorts as it is               |
 * | datetime, duration              | bigint           | microseconds                           |
 * | list of plain values            | jsonb            | array of numbers, texts and booleans   |
 * | file, json                      | text COLLATE "C" | JSON text                              |
 *
 * Decimals, dates and times are texts in a list. Nothing is installed in the database: where
 * Postgres differs from the evaluator, the SQL is written out in place (functions/).
 */
export const postgresDialect: Dialect = {
  parameter: typed,
  list: (json) => sql`CAST(${parameter(json)} AS jsonb)`,
  same: (left, right) => sql`(${left} IS NOT DISTINCT FROM ${right})`,
  different: (left, right) => sql`(${left} IS DISTINCT FROM ${right})`,
  reused,

  // Postgres' own operators fail beyond 64 bits.
  whole(operator, left, right) {
    const [a, b] = [numeric(left), numeric(right)];
    switch (operator) {
      case '/':
        return fits(sql`div(${a}, nullif(${b}, 0))`, this.reused);
      case '%':
        return bigint(sql`mod(${a}, nullif(${b}, 0))`);
      default:
        return fits(sql`(${a} ${raw(operator)} ${b})`, this.reused);
    }
  },
  amount: (operator, left, right) => hundredths(sql`(${numeric(left)} ${raw(operator)} ${numeric(right)})`),
  decimal: (value, from) => (from === 'integer' ? numeric(value) : sql`(${value} * 0.01)`),
  decimalKey: (value) => value,
  dayNumber,
  countingId: bigint,

  textSize: (text) => bigint(sql`char_length(${text})`),
  contains: (text, part) => sql`(strpos(${text}, ${part}) > 0)`,
  startsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  endsWith: (text, part) => sql`(right(${text}, char_length(${part})) = ${part})`,
  ofFile(file, key) {
    const text = sql`(CAST(${file} AS jsonb) ->> '${raw(key)}')`;
    return key === 'size' ? bigint(text) : sql`(${text} COLLATE "C")`;
  },

  elements: (list, alias) => sql`jsonb_array_elements_text(${list}) WITH ORDINALITY AS ${raw(alias)} (value, key)`,
  element: (alias, item) => element(raw(`${alias}.value`), item),
  listSize: (list) => bigint(sql`jsonb_array_length(${list})`),
  // The operator that an index on the list supports (list-indexes.ts).
  listHolds: (list, text) => sql`(${list} @> to_jsonb(${text}))`,
  aggregate,
  call: native,
  mayAsk: mayNeedEvaluator,
};

/**
 * A parameter with an explicit type: otherwise it would take the type of its neighbour, and two
 * parameters would be texts.
 */
function typed(value: SqlScalar, as: Representation): SqlFragment {
  return { text: typedTexts[columnTypes[as]], parameters: [value] };
}

const typedTexts = {
  text: '(CAST(? AS text) COLLATE "C")',
  bigint: 'CAST(? AS bigint)',
  numeric: 'CAST(? AS numeric)',
  boolean: 'CAST(? AS boolean)',
};

const element = (text: SqlFragment, item: Representation): SqlFragment =>
  columnTypes[item] === 'text' ? sql`(${text} COLLATE "C")` : sql`CAST(${text} AS ${raw(columnTypes[item])})`;

const columnTypes: Readonly<Record<Representation, 'text' | 'bigint' | 'numeric' | 'boolean'>> = {
  text: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  money: 'bigint',
  boolean: 'boolean',
  date: 'text',
  time: 'text',
  datetime: 'bigint',
  duration: 'bigint',
  record: 'text',
  file: 'text',
};
