import type { CallContext } from '../../../expression/sql/call.ts';
import { parameter, raw, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../../expression/sql/term.ts';
import { byKinds, type Native, of } from './native.ts';
import { bigint, reused, unrepresentable } from './pieces.ts';
import { type ZoneChanges, zoneChanges } from './zone-changes.ts';

const secondsADay = 86_400;
const day = raw('86400000000');
/**
 * More than two thousand years in days; added so that division rounds the same way before and after
 * 1970.
 */
const long = 800_000;
const longTime = raw(String(BigInt(long) * 86_400_000_000n));

/** The days since 1970 in microseconds since 1970, and the rest. */
const dayOf = (micros: SqlFragment): SqlFragment => sql`((${micros} + ${longTime}) / ${day} - ${raw(String(long))})`;
const restOf = (micros: SqlFragment): SqlFragment => sql`((${micros} + ${longTime}) % ${day})`;

export const dateOf = (days: SqlFragment): SqlFragment => sql`(DATE '1970-01-01' + CAST(${days} AS integer))`;

/*
 * Dates and times are parsed and printed piece by piece: Postgres' own functions depend on settings
 * of the session, and such functions are not allowed in an index.
 */

const digits = (text: SqlFragment, from: number, length: number): SqlFragment =>
  sql`CAST(substr(${text}, ${raw(String(from))}, ${raw(String(length))}) AS integer)`;
const two = (number: SqlFragment): SqlFragment => sql`lpad(CAST(${number} AS text), 2, '0')`;

const dateFrom = (text: SqlFragment): SqlFragment => sql`make_date(${digits(text, 1, 4)}, ${digits(text, 6, 2)}, ${digits(text, 9, 2)})`;
export const dayNumber = (date: SqlFragment): SqlFragment =>
  reused(date, (once) => sql`CAST(${dateFrom(once)} - DATE '1970-01-01' AS bigint)`);
const dateText = (days: SqlFragment): SqlFragment =>
  reused(dateOf(days), (date) => {
    const [year, month, day] = ['YEAR', 'MONTH', 'DAY'].map((name) => sql`EXTRACT(${raw(name)} FROM ${date})`) as [
      SqlFragment,
      SqlFragment,
      SqlFragment,
    ];
    return sql`(lpad(CAST(${year} AS text), 4, '0') || '-' || ${two(month)} || '-' || ${two(day)})`;
  });

const array = (values: readonly number[]): SqlFragment =>
  sql`CAST(${parameter(`{${values.map((value) => BigInt(value) * 1_000_000n).join(',')}}`)} AS bigint[])`;
const micros = (seconds: number): SqlFragment => raw(String(BigInt(seconds) * 1_000_000n));

/**
 * The local time of a moment: microseconds as if it were UTC. Outside the known range of the zone
 * the evaluator takes over.
 */
function shown(moment: SqlFragment, { from, to, first, changes }: ZoneChanges): SqlFragment {
  return reused(moment, (once) => {
    const offset =
      changes.length === 0
        ? micros(first)
        : sql`(${array([first, ...changes.map((change) => change.offset)])})[1 + width_bucket(${once}, ${array(changes.map((change) => change.at))})]`;
    return sql`CASE WHEN ${once} BETWEEN ${micros(from)} AND ${micros(to)} THEN ${once} + ${offset} ELSE ${unrepresentable(once)} END`;
  });
}

/**
 * The moment of a local time. Local times that clocks skip are moved later, and for those that
 * occur twice the first counts.
 */
function momentOf(local: SqlFragment, { from, to, first, changes }: ZoneChanges): SqlFragment {
  const offsets = [first, ...changes.map((change) => change.offset)];
  const since = changes.map((change, index) => change.at + Math.max(offsets[index] ?? 0, change.offset));
  return reused(local, (once) => {
    const offset = changes.length === 0 ? micros(first) : sql`(${array(offsets)})[1 + width_bucket(${once}, ${array(since)})]`;
    return sql`CASE WHEN ${once} BETWEEN ${micros(from + secondsADay)} AND ${micros(to - secondsADay)} THEN ${once} - ${offset} ELSE ${unrepresentable(once)} END`;
  });
}

/** Applies a function to the local time of a moment, in the given zone or in TIME_ZONE. */
const ofMoment =
  (build: (local: SqlFragment) => SqlFragment): Native =>
  ([moment, zone], context) => {
    const name = zone === undefined ? context.timeZone : zone.known;
    if (moment === undefined || typeof name !== 'string') return null;
    const changes = zoneChanges(name);
    // The result is NULL for an unknown zone.
    return changes === null ? raw('CAST(NULL AS bigint)') : reused(shown(moment.sql, changes), build);
  };

const calendar = (build: (date: SqlFragment) => SqlFragment): Native => {
  const moment = ofMoment((local) => bigint(build(dateOf(dayOf(local)))));
  return byKinds({ date: of((date) => bigint(build(dateFrom(date)))), datetime: moment, 'datetime text': moment });
};

const part = (name: string, less = 0): Native => calendar((date) => sql`EXTRACT(${raw(name)} FROM ${date}) - ${raw(String(less))}`);

/**
 * A part of the local time of a moment or of a time of day, or the total count for a duration. `at`
 * is the position of the part in the text of a time.
 */
const clock = (unit: number, cycle: number, at: number): Native => {
  const moment = ofMoment((local) => sql`(${restOf(local)} / ${micros(unit)} % ${raw(String(cycle))})`);
  return byKinds({
    time: of((time) => bigint(sql`substr(${time}, ${raw(String(at))}, 2)`)),
    duration: of((length) => sql`(${length} / ${micros(unit)})`),
    datetime: moment,
    'datetime text': moment,
  });
};

const secondsOf = (time: SqlFragment): SqlFragment =>
  reused(time, (once) => sql`CAST(${digits(once, 1, 2)} * 3600 + ${digits(once, 4, 2)} * 60 + ${digits(once, 7, 2)} AS bigint)`);

/** Moves a date, by whole days only, and within the years 1 to 9999. */
const moved = (operator: '+' | '-', date: SqlFragment, by: SqlFragment): SqlFragment =>
  reused(
    sql`CASE WHEN ${by} % ${day} = 0 THEN ${dayNumber(date)} ${raw(operator)} ${by} / ${day} END`,
    (days) => sql`CASE WHEN ${days} BETWEEN -719162 AND 2932896 THEN ${dateText(days)} END`,
  );

const local: Native = (args: readonly ValueTerm[], { timeZone }: CallContext) => {
  const changes = zoneChanges(timeZone);
  if (changes === null) return raw('CAST(NULL AS bigint)');
  return of((date, time) => momentOf(sql`(${dayNumber(date)} * ${day} + ${secondsOf(time)} * 1000000)`, changes))(args, {
    timeZone,
    currency: '',
  });
};

/** Prints a moment, with no, three or six digits of the second, as needed. */
const momentText = (moment: SqlFragment): SqlFragment =>
  reused(moment, (once) => {
    const rest = restOf(once);
    const part = (unit: number, cycle: number): SqlFragment => two(sql`${rest} / ${micros(unit)} % ${raw(String(cycle))}`);
    const fraction = (unit: number, length: number): SqlFragment =>
      sql`'.' || lpad(CAST(${rest} % 1000000 / ${raw(String(unit))} AS text), ${raw(String(length))}, '0')`;
    const fractions = sql`CASE WHEN ${once} % 1000000 = 0 THEN '' WHEN ${once} % 1000 = 0 THEN ${fraction(1000, 3)} ELSE ${fraction(1, 6)} END`;
    return sql`(${dateText(dayOf(once))} || 'T' || ${part(3600, 24)} || ':' || ${part(60, 60)} || ':' || ${part(1, 60)} || ${fractions} || 'Z')`;
  });

/** Prints a duration, such as `-1.5s`. */
const lengthText = (length: SqlFragment): SqlFragment => sql`(CAST(trim_scale(${length} * 0.000001) AS text) || 's')`;

export const timeOperators: Readonly<Record<string, Native>> = {
  '+': byKinds({ 'date duration': of((date, by) => moved('+', date, by)), 'duration date': of((by, date) => moved('+', date, by)) }),
  '-': byKinds({
    'date duration': of((date, by) => moved('-', date, by)),
    'time time': of((a, b) => sql`((${secondsOf(a)} - ${secondsOf(b)}) * 1000000)`),
  }),
};

export const timeFunctions: Readonly<Record<string, Native>> = {
  getFullYear: part('YEAR'),
  getMonth: part('MONTH', 1),
  getDate: part('DAY'),
  getDayOfMonth: part('DAY', 1),
  getDayOfWeek: part('DOW'),
  getDayOfYear: part('DOY', 1),
  getHours: clock(3600, 24, 1),
  getMinutes: clock(60, 60, 4),
  getSeconds: clock(1, 60, 7),
  getMilliseconds: byKinds({
    time: of((time) => sql`CASE WHEN ${time} IS NOT NULL THEN CAST(0 AS bigint) END`),
    duration: of((length) => sql`(${length} % 1000000 / 1000)`),
    datetime: of((moment) => sql`(${restOf(moment)} % 1000000 / 1000)`),
  }),
  datetime: byKinds({ 'date time': local }),
  timestamp: byKinds({
    integer: of((seconds) => sql`CASE WHEN ${seconds} BETWEEN -62135596800 AND 253402300799 THEN ${seconds} * 1000000 END`),
    datetime: of((moment) => moment),
  }),
  duration: byKinds({ duration: of((length) => length) }),
  string: byKinds({
    text: of((text) => text),
    integer: of((x) => sql`CAST(${x} AS text)`),
    decimal: of((x) => sql`CAST(trim_scale(${x}) AS text)`),
    money: of((x) => sql`CAST(${x} * 0.01 AS text)`),
    boolean: of((x) => sql`CAST(${x} AS text)`),
    date: of((date) => date),
    time: of((time) => sql`CASE WHEN substr(${time}, 6) = ':00' THEN substr(${time}, 1, 5) ELSE ${time} END`),
    datetime: of(momentText),
    duration: of(lengthText),
  }),
};
