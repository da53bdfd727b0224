import type { Dialect } from '../../expression/sql/catalog.ts';
import { join, parameter, raw, reused, sql } from '../../expression/sql/fragment.ts';
import { callFunction, decimalKeyFunction } from './functions.ts';

export const sqliteDialect: Dialect = {
  same: (left, right) => sql`(${left} IS ${right})`,
  different: (left, right) => sql`(${left} IS NOT ${right})`,
  // SQLite goes over to binary fractions when an integer overflows.
  wholeNumber: (operation) => reused(operation, (once) => sql`CASE WHEN typeof(${once}) = 'integer' THEN ${once} END`),
  decimalKey: (value) => sql`${raw(decimalKeyFunction)}(${value})`,
  elements: (list, alias) => sql`json_each(${list}) AS ${raw(alias)}`,
  listSize: (list) => sql`json_array_length(${list})`,
  textSize: (text) => sql`length(${text})`,
  contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  dayNumber: (date) => sql`(unixepoch(${date}) / 86400)`,
  call: (description, args) => sql`${raw(callFunction)}(${join([parameter(description), ...args], ', ')})`,
};
