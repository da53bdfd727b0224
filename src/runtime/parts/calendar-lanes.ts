import type { CalendarEntry } from './calendar-entry.tsx';

type Coloured = Pick<CalendarEntry, 'colour'>;

/** A column of hours: a day, or what has one colour on the only day. */
export interface Lane {
  /** Begins with the day. */
  readonly key: string;
  readonly day: string;
  /** Null: the day says what it is. */
  readonly title: string | null;
  readonly shows: (entry: Coloured) => boolean;
}

/** More lanes than these would be too narrow to read. */
const mostLanes = 12;

/** A day on its own has a lane for each room, person or state that its entries are coloured by. */
export function lanesOf(days: readonly string[], entries: readonly Coloured[], none: string): readonly Lane[] {
  const texts = [...new Set(entries.map(({ colour }) => colour?.text ?? none))].sort((a, b) => a.localeCompare(b));
  const [day = ''] = days;
  if (days.length > 1 || texts.length < 2 || texts.length > mostLanes)
    return days.map((one) => ({ key: one, day: one, title: null, shows: () => true }));
  return texts.map((text) => ({ key: `${day} ${text}`, day, title: text, shows: ({ colour }) => (colour?.text ?? none) === text }));
}
