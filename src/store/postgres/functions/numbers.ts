import { raw, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../../expression/sql/term.ts';
import { byKinds, type Native, of } from './native.ts';
import { bounded, fits, hundredths, numeric, quotient, reused, unrepresentable } from './pieces.ts';

/** Converts a number to numeric. */
const exact = (term: ValueTerm): SqlFragment => (term.as === 'decimal' ? term.sql : numeric(term.sql));

const decimals =
  (build: (a: SqlFragment, b: SqlFragment) => SqlFragment): Native =>
  ([a, b]) =>
    a === undefined || b === undefined ? null : build(exact(a), exact(b));

/** Uses one definition for each pair of integer and decimal with at least one decimal. */
const numbers = (native: Native): Record<string, Native> => ({
  'integer decimal': native,
  'decimal integer': native,
  'decimal decimal': native,
});

const timesMoney = decimals((a, b) => hundredths(sql`round(${a} * ${b})`));
const moneyBy = decimals((a, b) => hundredths(quotient(a, b, 0, 'up')));

export const numberOperators: Readonly<Record<string, Native>> = {
  '+': byKinds(numbers(decimals((a, b) => bounded(sql`(${a} + ${b})`)))),
  '-': byKinds(numbers(decimals((a, b) => bounded(sql`(${a} - ${b})`)))),
  '*': byKinds({
    ...numbers(decimals((a, b) => bounded(sql`(${a} * ${b})`))),
    'money decimal': timesMoney,
    'decimal money': timesMoney,
  }),
  '/': byKinds({
    ...numbers(decimals((a, b) => quotient(a, b, 20, 'even'))),
    'money money': decimals((a, b) => quotient(a, b, 20, 'even')),
    'money integer': moneyBy,
    'money decimal': moneyBy,
  }),
};

export const negation: Native = byKinds({ decimal: of((x) => sql`(- ${x})`) });

/** Rounds a number; NULL for more than a thousand places. */
const rounded = (x: SqlFragment, places: SqlFragment): SqlFragment =>
  sql`CASE WHEN ${places} BETWEEN -1000 AND 1000 THEN round(${x}, CAST(${places} AS integer)) END`;
const cents = (x: SqlFragment, places: SqlFragment): SqlFragment =>
  sql`CASE WHEN ${places} BETWEEN -1000 AND 1000 THEN ${hundredths(sql`round(${x} * 0.01, CAST(least(${places}, 2) AS integer)) * 100`)} END`;

/**
 * The duration function of a unit. A decimal argument may be finer than a microsecond, which the
 * evaluator handles.
 */
const length = (seconds: number): Native =>
  byKinds({
    integer: of((n) =>
      reused(
        sql`(${numeric(n)} * ${raw(String(seconds))})`,
        (all) => sql`CASE WHEN abs(${all}) <= 315576000000 THEN CAST(${all} * 1000000 AS bigint) END`,
      ),
    ),
    decimal: of((n) =>
      reused(
        sql`trunc(${n} * ${raw(String(seconds))} * 1000000000)`,
        (nanos) =>
          sql`CASE WHEN abs(${nanos}) >= 315576000001000000000 THEN NULL WHEN mod(${nanos}, 1000) <> 0 THEN ${unrepresentable(nanos)} ELSE CAST(div(${nanos}, 1000) AS bigint) END`,
      ),
    ),
    duration: of((d) => sql`(${d} / ${raw(`${seconds}000000`)})`),
  });

/** A literal instead of a parameter, because it is a constant of this program. */
const number = raw(String.raw`'^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$'`);
const wholeNumber = raw(`'^[+-]?[0-9]{1,30}$'`);

export const numberFunctions: Readonly<Record<string, Native>> = {
  round: byKinds({
    integer: of((x) => x),
    'integer integer': of((x, places) => fits(rounded(numeric(x), places))),
    decimal: of((x) => fits(sql`round(${x})`)),
    'decimal integer': of(rounded),
    money: of((x) => cents(x, raw('0'))),
    'money integer': of(cents),
  }),
  int: byKinds({
    integer: of((x) => x),
    decimal: of((x) => fits(sql`trunc(${x})`)),
    datetime: of((x) => reused(x, (once) => sql`((${once} - ((${once} % 1000000) + 1000000) % 1000000) / 1000000)`)),
    duration: of((x) => sql`(${x} / 1000000)`),
    text: of((x) => fits(sql`CASE WHEN ${x} ~ ${wholeNumber} THEN ${numeric(x)} END`)),
  }),
  double: byKinds({
    integer: of(numeric),
    decimal: of((x) => x),
    money: of((x) => sql`(${x} * 0.01)`),
    text: of((x) => sql`CASE WHEN char_length(${x}) <= 1000 AND ${x} ~ ${number} THEN ${numeric(x)} END`),
  }),
  bool: byKinds({
    boolean: of((x) => x),
    text: of(
      (x) =>
        sql`CASE WHEN ${x} IN ('true', 'True', 'TRUE', 't', '1') THEN TRUE WHEN ${x} IN ('false', 'False', 'FALSE', 'f', '0') THEN FALSE END`,
    ),
  }),
  days: length(86_400),
  hours: length(3600),
  minutes: length(60),
};
