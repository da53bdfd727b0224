import type { Dialect } from '../../expression/sql/catalog.ts';
import { raw, sql } from '../../expression/sql/fragment.ts';

/*
 * How each kind of value is kept in Postgres (tables.ts makes the columns):
 *
 * | Value                              | Column             | As                                                    |
 * |------------------------------------|--------------------|-------------------------------------------------------|
 * | text, enum, state, relation, id    | text COLLATE "C"   | compared by code point, as the evaluator does          |
 * | integer                            | bigint             | 64 bits                                               |
 * | decimal                            | numeric            | exact                                                 |
 * | money                              | bigint             | hundredths                                            |
 * | boolean                            | boolean            |                                                       |
 * | date, time                         | text COLLATE "C"   | ISO 8601, sorts as it is                              |
 * | datetime, duration                 | bigint             | microseconds                                          |
 * | list of plain values               | jsonb              | an array of what stands above                         |
 * | file, json                         | text COLLATE "C"   | JSON text                                             |
 */
export const postgresDialect: Dialect = {
  same: (left, right) => sql`(${left} IS NOT DISTINCT FROM ${right})`,
  different: (left, right) => sql`(${left} IS DISTINCT FROM ${right})`,
  wholeNumber: (operation) => operation,
  decimalKey: (value) => value,
  elements: (list, alias) => sql`jsonb_array_elements(${list}) AS ${raw(alias)} (value)`,
  listSize: (list) => sql`jsonb_array_length(${list})`,
  textSize: (text) => sql`char_length(${text})`,
  contains: (text, part) => sql`(strpos(${text}, ${part}) > 0)`,
  dayNumber: (date) => sql`(CAST(${date} AS date) - DATE '1970-01-01')`,
  call: () => null,
};
