import { dayFrom, dayOfWeek, daysInMonth } from '../expression/values/calendar.ts';
import { dateIn, momentIn, timestampFromMilliseconds, timestampToMilliseconds } from '../expression/values/time.ts';
import { PlainTime } from '../expression/values/value.ts';
import type { Transition } from '../model/ast/states.ts';
import type { RunModel } from '../model/run-model.ts';

/**
 * Is the row a calendar event that is not followed? To tell people something decides nothing, and
 * where records were created again and again, time would end at the bound on records.
 */
export const isPassedOver = (row: Transition): boolean =>
  row.trigger.kind === 'every' && (creates(row) || (row.to === null && (row.effect?.steps ?? []).every(({ kind }) => kind === 'tell')));

const creates = ({ effect }: Transition): boolean => effect?.steps.some(({ kind }) => kind === 'create') === true;

/**
 * Entities whose records calendar events create that are not followed, and those that the events
 * belong to: more may become of their records than is seen here.
 */
export const changedUnseen = ({ machines }: RunModel): ReadonlySet<string> =>
  new Set(
    machines.flatMap(({ entity, transitions }) =>
      transitions
        .filter((row) => isPassedOver(row) && creates(row))
        .flatMap(({ effect }) => [entity, ...(effect?.steps ?? []).flatMap((step) => (step.kind === 'create' ? [step.entity.text] : []))]),
    ),
  );

const rhythmsOf = ({ machines }: RunModel): ReadonlySet<string> =>
  new Set(
    machines.flatMap(({ transitions }) =>
      transitions.flatMap((row) => (row.trigger.kind === 'every' && !isPassedOver(row) ? [row.trigger.rhythm] : [])),
    ),
  );

export const hasCalendarEvents = (model: RunModel): boolean => rhythmsOf(model).size > 0;

const midnight = new PlainTime(0);

/**
 * The time of day, of the week or of the month, as the calendar events of a document tell moments
 * apart; null: it has none. Months of one length count as alike.
 */
export function phasesOf(model: RunModel, zone: () => string): ((milliseconds: number) => string) | null {
  const rhythms = rhythmsOf(model);
  if (rhythms.size === 0) return null;
  const known = new Map<number, string>();
  const phaseAt = (milliseconds: number): string => {
    const date = dateIn(zone(), timestampFromMilliseconds(milliseconds));
    const start = date === undefined ? undefined : momentIn(zone(), date, midnight);
    if (date === undefined || start === undefined) throw new Error(`${milliseconds} is no moment`);
    const { year, month, day } = dayFrom(date.days);
    const ofMonth = rhythms.has('month') ? `${day}/${daysInMonth(year, month)}` : '';
    const ofWeek = [...rhythms].some((rhythm) => rhythm !== 'day' && rhythm !== 'month') ? dayOfWeek(date.days) : '';
    return `${ofMonth} ${ofWeek} ${milliseconds - timestampToMilliseconds(start)}`;
  };
  return (milliseconds) => {
    const phase = known.get(milliseconds) ?? phaseAt(milliseconds);
    known.set(milliseconds, phase);
    return phase;
  };
}
