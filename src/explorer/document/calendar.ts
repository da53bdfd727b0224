import { dayFrom, dayOfWeek, daysInMonth } from '../../expression/values/calendar.ts';
import { dateIn, momentIn, timestampFromMilliseconds, timestampToMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, PlainTime } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { ClockReads } from './clock-reads.ts';

/**
 * Whether the row is a calendar event that the search does not follow. Notifying people decides
 * nothing, and an event that creates records again and again would stop time at the bound on
 * records.
 */
export const isUnfollowed = (row: Transition): boolean =>
  row.trigger.kind === 'every' && (creates(row) || (row.to === null && (row.effect?.steps ?? []).every(({ kind }) => kind === 'tell')));

const creates = ({ effect }: Transition): boolean => effect?.steps.some(({ kind }) => kind === 'create') === true;

/**
 * Entities whose records are created by calendar events that the search does not follow, and the
 * entities that those events belong to: their records may change in ways that the search does not
 * see.
 */
export const changedByUnfollowed = ({ machines }: RunModel): ReadonlySet<string> =>
  new Set(
    machines.flatMap(({ entity, transitions }) =>
      transitions
        .filter((row) => isUnfollowed(row) && creates(row))
        .flatMap(({ effect }) => [entity, ...(effect?.steps ?? []).flatMap((step) => (step.kind === 'create' ? [step.entity.text] : []))]),
    ),
  );

const rhythmsOf = ({ machines }: RunModel): ReadonlySet<string> =>
  new Set(
    machines.flatMap(({ transitions }) =>
      transitions.flatMap((row) => (row.trigger.kind === 'every' && !isUnfollowed(row) ? [row.trigger.rhythm] : [])),
    ),
  );

export const hasCalendarEvents = (model: RunModel): boolean => rhythmsOf(model).size > 0;

const hour = 3_600_000;

/** The start of a day. */
export const midnight = new PlainTime(0);

/**
 * Returns a function that maps a moment to its phase: everything about it that the document can
 * distinguish, such as the time of day, the day of the week, month or year, and which `points` have
 * passed. Null if the document distinguishes no moments. Months of the same length count as equal,
 * and so do years.
 */
export function phasesOf(
  model: RunModel,
  { rhythms: read, points: named, years }: ClockReads,
  zone: () => string,
  points: () => readonly number[],
): ((milliseconds: number) => string) | null {
  const rhythms = new Set([...rhythmsOf(model), ...read]);
  if (rhythms.size + named.length + years.length === 0) return null;
  const isHourly = [...rhythms].every((rhythm) => rhythm === 'hour');
  const ofDays = [...rhythms].some((rhythm) => !['hour', 'day', 'month', 'year'].includes(rhythm));
  const known = new Map<number, string>();
  const phaseAt = (milliseconds: number): string => {
    const passed = String(points().filter((at) => at <= milliseconds).length);
    if (rhythms.size === 0) return passed;
    const days = dayAt(zone(), milliseconds);
    const { year, month, day } = dayFrom(days);
    const sinceMidnight = milliseconds - startOfDay(zone(), days);
    if (isHourly) return `${passed} ${sinceMidnight % hour}`;
    const ofYear = rhythms.has('year') ? `${month}-` : '';
    const ofMonth = ofYear !== '' || rhythms.has('month') ? `${day}/${daysInMonth(year, month)}` : '';
    return `${passed} ${ofYear}${ofMonth} ${ofDays ? dayOfWeek(days) : ''} ${sinceMidnight}`;
  };
  return (milliseconds) => {
    const phase = known.get(milliseconds) ?? phaseAt(milliseconds);
    known.set(milliseconds, phase);
    return phase;
  };
}

/** The calendar day at a moment in a time zone, as a day number of `PlainDate`. */
export function dayAt(zone: string, milliseconds: number): number {
  const date = dateIn(zone, timestampFromMilliseconds(milliseconds));
  if (date === undefined) throw new Error(`${milliseconds} is no moment in ${zone}`);
  return date.days;
}

/** When the day begins in a zone, in milliseconds since the epoch. */
export function startOfDay(zone: string, days: number): number {
  const start = momentIn(zone, new PlainDate(days), midnight);
  if (start === undefined) throw new Error(`day ${days} does not begin in ${zone}`);
  return timestampToMilliseconds(start);
}
