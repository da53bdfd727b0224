import { clockAt, momentAt } from '../../time-zone.ts';
import { dayAfter, dayOf } from './calendar-days.ts';

/** Minutes since midnight in the zone; 0 for a date. */
export function minuteOf(value: string, zone: string): number {
  const clock = value.length === 10 ? null : clockAt(value, zone);
  return clock === null ? 0 : clock.getUTCHours() * 60 + clock.getUTCMinutes();
}

const wholeDay = 24 * 60;

/** Moves by days and local minutes: across a daylight saving change, ten o'clock stays ten. */
export function shiftMoment(value: string, { days, minutes }: { readonly days: number; readonly minutes: number }, zone: string): string {
  if (value.length === 10) return dayAfter(value, days);
  const clock = clockAt(value, zone);
  if (clock === null) return value;
  clock.setUTCMinutes(clock.getUTCMinutes() + days * wholeDay + minutes);
  return momentAt(clock, zone) ?? value;
}

/**
 * An entry on a day: from and to in minutes since midnight, and its column among the overlapping
 * entries.
 */
export interface Block<T> {
  readonly item: T;
  readonly from: number;
  readonly to: number;
  /** From 0. */
  readonly lane: number;
  readonly lanes: number;
}

/** The minimum height in minutes, so that a block can be seen and pressed. */
const shortest = 30;

/** Lays out a day's entries, overlapping ones side by side. Cuts entries at midnight. */
export function blocksOf<T extends { readonly from: string; readonly to: string | null }>(
  items: readonly T[],
  day: string,
  zone: string,
): Block<T>[] {
  const spans = items
    .map((item) => {
      const begins = dayOf(item.from, zone) < day ? 0 : minuteOf(item.from, zone);
      const ends = item.to === null ? begins : dayOf(item.to, zone) > day ? wholeDay : minuteOf(item.to, zone);
      const from = Math.min(begins, wholeDay - shortest);
      return { item, from, to: Math.min(wholeDay, Math.max(ends, from + shortest)) };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<T>[] = [];
  let group: { item: T; from: number; to: number; lane: number }[] = [];
  const close = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    blocks.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const span of spans) {
    if (group.length > 0 && group.every(({ to }) => to <= span.from)) close();
    const free = (lane: number): boolean => group.every((one) => one.lane !== lane || one.to <= span.from);
    let lane = 0;
    while (!free(lane)) lane++;
    group.push({ ...span, lane });
  }
  close();
  return blocks;
}

/** Pixels per hour; the style sheet has the same value. */
export const hour = 40;
/** Dragging moves in steps of this many minutes. */
export const step = 15;

/** Converts a vertical drag in pixels to minutes, in whole steps. */
export const minutesOfPixels = (pixels: number): number => Math.round((pixels / hour) * (60 / step)) * step;

/** A minute of the day as a time: `09:30`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
