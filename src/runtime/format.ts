import { cachedFormatter } from './formatters.ts';
import { clockAt, momentAt } from './time-zone.ts';

/**
 * Formats values for people. Every function gets the locale, and those for moments the time zone;
 * none reads the clock.
 */

const decimals = cachedFormatter((locale, places) => {
  const [least = 0, most = 0] = places.split('-').map(Number);
  return new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
});
const money = cachedFormatter((locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }));
const percents = cachedFormatter((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 20 }));
const units = cachedFormatter((locale, unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }));
const sizes = cachedFormatter(
  (locale, unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
);
const relatives = cachedFormatter((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const dates = cachedFormatter(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const times = cachedFormatter((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }));
const moments = cachedFormatter(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
);
const clocks = cachedFormatter((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));
const days = cachedFormatter((locale, timeZone) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }));
const daysOfYears = cachedFormatter(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
);

/** `1,234.50`; exact at any size. */
export function formatNumber(value: number | string, locale: string, places?: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text);
  if (!match) return text;
  const least = places ?? match[3]?.length ?? 0;
  // `format` handles a decimal string exactly; the type declaration does not say so yet.
  const exact = text as unknown as number;
  return decimals(locale, `${least}-${Math.max(least, match[3]?.length ?? 0)}`).format(exact);
}

/** `1,204`, or `10,000+` if counting stopped there. */
export const formatCount = (count: number, more: boolean, locale: string): string => formatNumber(count, locale) + (more ? '+' : '');

/** `12.50`, or `12.50 USD` if the amount has its own currency; `XXX` means none. */
export function formatMoney(amountText: string | number, usual: string | null, locale: string): string {
  const [amount = '', own] = String(amountText).split(' ');
  const currency = own === 'XXX' ? null : (own ?? usual);
  if (currency === null || !/^[A-Z]{3}$/u.test(currency) || !/^-?\d+(?:\.\d+)?$/u.test(amount)) return formatNumber(amount, locale, 2);
  return money(locale, currency).format(amount as unknown as number);
}

/** A share as a percentage: 0.125 as `12.5 %`. */
export function formatPercent(share: string, locale: string): string {
  if (!/^-?\d+(?:\.\d+)?$/u.test(share)) return share;
  return percents(locale).format(share as unknown as number);
}

/** Converts an ISO 8601 duration (`PT4H`, `P3DT2H`, `-PT5M`) to seconds; null if it is none. */
export function durationSeconds(iso: string): number | null {
  const match = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/u.exec(iso);
  if (!match || iso.endsWith('P') || iso.endsWith('T')) return null;
  const [, sign, weeks, days, hours, minutes, seconds] = match;
  const total =
    Number(weeks ?? 0) * 604_800 +
    Number(days ?? 0) * 86_400 +
    Number(hours ?? 0) * 3600 +
    Number(minutes ?? 0) * 60 +
    Number(seconds ?? 0);
  return sign === '-' ? -total : total;
}

/** `3 days 4 hours`: the two largest units. */
export function formatDuration(iso: string, locale: string): string {
  const total = durationSeconds(iso);
  if (total === null) return iso;
  const sign = total < 0 ? '−' : '';
  const whole = Math.abs(total);
  const sizesOf: [string, number][] = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ];
  let rest = whole;
  const parts: string[] = [];
  for (const [unit, size] of sizesOf) {
    const count = unit === 'second' ? Math.round(rest) : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(units(locale, unit).format(count));
  }
  return parts.length === 0 ? units(locale, 'second').format(0) : sign + parts.slice(0, 2).join(' ');
}

/** Parses `2026-01-31` as UTC, so that no time zone shifts it. */
const dateOf = (iso: string): Date => new Date(`${iso.slice(0, 10)}T00:00:00Z`);

export function formatDate(iso: string, locale: string): string {
  const date = dateOf(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return dates(locale).format(date);
}

export function formatTime(iso: string, locale: string): string {
  const date = new Date(`1970-01-01T${iso}Z`);
  if (Number.isNaN(date.getTime())) return iso;
  return times(locale).format(date);
}

export function formatDateTime(iso: string, locale: string, zone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return moments(locale, zone).format(date);
}

const weekdays = cachedFormatter(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone }),
);

/** `Tue 24 Nov, 17:00`; in another year, with the year and without the weekday. */
export function formatMoment(iso: string, now: number, locale: string, zone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const sameYear = clockAt(iso, zone)?.getUTCFullYear() === clockAt(new Date(now).toISOString(), zone)?.getUTCFullYear();
  return sameYear ? weekdays(locale, zone).format(date) : formatDateTime(iso, locale, zone);
}

/** Whether a moment is less than a week away. */
export const isNear = (iso: string, now: number): boolean => Math.abs(new Date(iso).getTime() - now) < 7 * 86_400_000;

/** The time of day of a moment. */
export const formatClock = (iso: string, locale: string, zone: string): string => clocks(locale, zone).format(new Date(iso));

/** How long ago a moment was, in its largest unit: `2 hours`, `12 days`. */
export function formatSince(iso: string, now: number, locale: string): string {
  const seconds = Math.max(60, Math.floor((now - new Date(iso).getTime()) / 1000));
  const [unit, size] = seconds < 3600 ? ['minute', 60] : seconds < 86_400 ? ['hour', 3600] : ['day', 86_400];
  return units(locale, String(unit)).format(Math.floor(seconds / Number(size)));
}

const dayNumber = (clock: Date): number => Math.floor(clock.getTime() / 86_400_000);

/** `2 hours ago`, `in 3 days`; the date if it is more than a week away. */
export function formatRelative(iso: string, now: number, locale: string, zone: string): string {
  const time = new Date(iso).getTime();
  if (Number.isNaN(time)) return iso;
  const seconds = Math.round((time - now) / 1000);
  const size = Math.abs(seconds);
  const relative = relatives(locale);
  if (size < 45) return relative.format(0, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60) || Math.sign(seconds), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  const [then, today] = [clockAt(iso, zone), clockAt(new Date(now).toISOString(), zone)];
  // People count the nights between: 34 hours from late on Friday are not tomorrow.
  if (size < 7 * 86_400 && then !== null && today !== null) return relative.format(dayNumber(then) - dayNumber(today), 'day');
  const sameYear = then?.getUTCFullYear() === today?.getUTCFullYear();
  return (sameYear ? days : daysOfYears)(locale, zone).format(time);
}

/** `1.2 MB`. */
export function formatSize(bytes: number, locale: string): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(steps.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return sizes(locale, steps[step] ?? 'byte').format(bytes / 1000 ** step);
}

/** A moment in a zone's local time, as the browser's input expects it: `2026-01-31T09:30`. */
export const toLocalInput = (iso: string, zone: string): string => clockAt(iso, zone)?.toISOString().slice(0, 16) ?? '';

/** The inverse of `toLocalInput`; null if the text is incomplete. */
export const fromLocalInput = (text: string, zone: string): string | null => (text === '' ? null : momentAt(new Date(`${text}Z`), zone));

/** The first line of a Markdown text without its marks, for a table's cell. */
export function plainLine(markdown: string): string {
  return markdown
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gmu, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/gu, '$2')
    .replace(/(?<![\p{L}\d])([*_])(\S.*?)\1(?![\p{L}\d])/gu, '$2')
    .replace(/\s+/gu, ' ')
    .trim();
}
