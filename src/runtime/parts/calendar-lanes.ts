import type { RelationData } from '../../engine/record-data.ts';
import { isRelation } from '../model-lookup.ts';
import type { CalendarEntry } from './calendar-entry.tsx';
import type { EntryColour } from './entry-colour.ts';

type Coloured = Pick<CalendarEntry, 'colour'>;

/** A room, a person or a state that entries are coloured by; null: those that have none. */
export interface Lane {
  /** The record's id, or the value itself; empty for entries without one. */
  readonly key: string;
  readonly title: string;
  readonly colour: Pick<EntryColour, 'hue' | 'value'> | null;
}

/** A column of hours: a day, or one lane of the only day. */
export interface Column {
  /** Begins with the day. */
  readonly key: string;
  readonly day: string;
  /** Null: the day says what it is. */
  readonly lane: Lane | null;
}

/** More lanes than these would be too narrow to read. */
const mostLanes = 12;

const keyOf = (colour: EntryColour | null): string =>
  colour === null ? '' : isRelation(colour.value) ? colour.value.id : String(colour.value);

/** `offered`: the colours that have a lane even without an entry. Empty: lanes would not help. */
export function lanesOf(offered: readonly EntryColour[], entries: readonly Coloured[], none: string): readonly Lane[] {
  const found = new Map<string, Lane>();
  for (const colour of [...offered, ...entries.map((entry) => entry.colour)])
    if (!found.has(keyOf(colour))) found.set(keyOf(colour), { key: keyOf(colour), title: colour?.text ?? none, colour });
  if (found.size < 2 || found.size > mostLanes) return [];
  // What has no value comes last.
  return [...found.values()].sort((a, b) => (a.key === '' ? 1 : b.key === '' ? -1 : a.title.localeCompare(b.title)));
}

export const isIn = (lane: Lane | null, { colour }: Coloured): boolean => lane === null || keyOf(colour) === lane.key;

/** A day on its own is divided into its lanes. */
export function columnsOf(days: readonly string[], lanes: readonly Lane[]): readonly Column[] {
  const [day = ''] = days;
  if (days.length > 1 || lanes.length === 0) return days.map((one) => ({ key: one, day: one, lane: null }));
  return lanes.map((lane) => ({ key: `${day} ${lane.key}`, day, lane }));
}

/** The records that a calendar has lanes for, as colours. */
export const offeredColours = (records: readonly RelationData[], hueOf: (text: string) => number): readonly EntryColour[] =>
  records.map((record) => ({ hue: hueOf(record.label), text: record.label, value: record, byName: true }));
