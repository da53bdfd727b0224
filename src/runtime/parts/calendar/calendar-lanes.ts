import type { RelationData } from '../../../engine/record-data.ts';
import { isRelation } from '../../model-lookup.ts';
import type { CalendarEntry } from './calendar-entry.tsx';
import type { EntryColour } from './entry-colour.ts';

type Coloured = Pick<CalendarEntry, 'colour'>;

/** A record, person or state that colours entries; `colour` is null for the entries without one. */
export interface Lane {
  /** The record's id, or the value itself; empty for entries without one. */
  readonly key: string;
  readonly title: string;
  readonly colour: Pick<EntryColour, 'hue' | 'value'> | null;
}

/** A column of hours: a day, or one lane of a single day. */
export interface Column {
  /** Starts with the day. */
  readonly key: string;
  readonly day: string;
  /** Null if the column is a whole day. */
  readonly lane: Lane | null;
}

/** More lanes would be too narrow to read. */
const mostLanes = 12;

const keyOf = (colour: EntryColour | null): string =>
  colour === null ? '' : isRelation(colour.value) ? colour.value.id : String(colour.value);

/**
 * The lanes of a calendar; empty if lanes would not help. `offered`: the colours that have a lane
 * even without entries.
 */
export function lanesOf(offered: readonly EntryColour[], entries: readonly Coloured[], none: string): readonly Lane[] {
  const found = new Map<string, Lane>();
  for (const colour of [...offered, ...entries.map((entry) => entry.colour)])
    if (!found.has(keyOf(colour))) found.set(keyOf(colour), { key: keyOf(colour), title: colour?.text ?? none, colour });
  if (found.size < 2 || found.size > mostLanes) return [];
  // Entries without a value come last.
  return [...found.values()].sort((a, b) => (a.key === '' ? 1 : b.key === '' ? -1 : a.title.localeCompare(b.title)));
}

export const isIn = (lane: Lane | null, { colour }: Coloured): boolean => lane === null || keyOf(colour) === lane.key;

/** The columns of hours: a single day is divided into lanes. */
export function columnsOf(days: readonly string[], lanes: readonly Lane[]): readonly Column[] {
  const [day = ''] = days;
  if (days.length > 1 || lanes.length === 0) return days.map((one) => ({ key: one, day: one, lane: null }));
  return lanes.map((lane) => ({ key: `${day} ${lane.key}`, day, lane }));
}

/** The colours of records that get a lane each. */
export const offeredColours = (records: readonly RelationData[], hueOf: (text: string) => number): readonly EntryColour[] =>
  records.map((record) => ({ hue: hueOf(record.label), text: record.label, value: record, byName: true }));
