import { momentOf, offsetAt } from '../expression/values/time-zone.ts';

/** This browser's time zone, as an IANA name. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of a person's record; the browser's if it has none, or an unknown one. */
export function zoneOf(name: string | null): string {
  if (name === null) return browserZone();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return browserZone();
    throw error;
  }
}

/** A moment as local time of the zone, in the UTC fields of a Date; null if either is invalid. */
export function clockAt(iso: string, zone: string): Date | null {
  const time = new Date(iso).getTime();
  const offset = Number.isNaN(time) ? undefined : offsetAt(zone, Math.floor(time / 1000));
  return offset === undefined ? null : new Date(time + offset * 1000);
}

/**
 * The moment (ISO 8601, UTC) at which the zone's local time has the UTC fields of `clock`; null if
 * either is invalid.
 */
export function momentAt(clock: Date, zone: string): string | null {
  const time = clock.getTime();
  if (Number.isNaN(time)) return null;
  const seconds = Math.floor(time / 1000);
  const moment = momentOf(zone, seconds);
  return moment === undefined ? null : new Date(moment * 1000 + (time - seconds * 1000)).toISOString();
}
