import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { isEmail } from '../hand-written-inputs.ts';
import type { Has, Surgery } from './data.ts';
import type { ClinicFault } from './faults.ts';

const invalid = (): never => refuse(422, 'INVALID');
const any = Number.POSITIVE_INFINITY;

/** The inputs that the clinic accepts, and the rules about single values. */
export function clinicInputs(has: Has) {
  const body = ({ body: text }: Request, keys: readonly string[]): Body => {
    const json = text === null ? {} : jsonIn(text);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    const isKnown = Object.keys(json).every((key) => keys.includes(key));
    return isKnown || has('unknownKeysAreIgnored') ? (json as Body) : invalid();
  };
  const text = (value: unknown, most = any, lax?: ClinicFault): string => {
    const fits = typeof value === 'string' && ([...value].length <= most || (lax !== undefined && has(lax)));
    return fits ? value : invalid();
  };
  const whole = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : invalid());
  const day = (value: unknown): string => {
    const given = text(value);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(given)) return has('dayMayBeText') ? given : invalid();
    const time = Date.parse(given);
    const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(given);
    return isReal || has('dayNeedsNoCalendar') ? given : invalid();
  };
  const oneOf = (query: URLSearchParams, name: string, values: readonly string[]): string | null => {
    const value = query.get(name) || null;
    return value === null || values.includes(value) ? value : invalid();
  };
  const number = (query: URLSearchParams, name: string): number | null => {
    const value = query.get(name) || null;
    return value === null ? null : /^-?\d+$/.test(value) ? Number(value) : invalid();
  };
  const notBlank = (value: string, ignored: ClinicFault): void => {
    if (value.trim() === '' && !has(ignored)) refuse(422, 'BLANK');
  };
  return {
    ...{ body, text, whole, day, oneOf, number, notBlank },
    reason: (value: unknown): string => {
      if (value === undefined && has('reasonMayBeMissing')) return 'none';
      return text(value, 80, 'reasonMayBeLong');
    },
    kind: (value: unknown): string => {
      if (value === undefined) return has('defaultKindIsFollow') ? 'follow' : 'first';
      const isKnown = typeof value === 'string' && (['first', 'follow', 'vaccine'].includes(value) || has('kindMayBeAnything'));
      return isKnown ? value : invalid();
    },
    doses: (value: unknown): number => (has('dosesMayBeText') && typeof value === 'string' ? Number(value) : whole(value)),
    note: (value: unknown): string | null =>
      value === null ? null : has('noteMayBeNumber') && typeof value === 'number' ? String(value) : text(value),
    email: (value: unknown): string => {
      const email = text(value);
      return isEmail(email) || has('anyEmailWillDo') ? email : invalid();
    },
    page: <T>(found: readonly T[], query: URLSearchParams): readonly [T[], number] => {
      const [limit, offset] = [number(query, 'limit') ?? 20, number(query, 'offset') ?? 0];
      if (limit < 0 || limit > 1000 || offset < 0) invalid();
      const from = has('offsetDoesNothing') ? 0 : offset;
      const page = found.slice(from, has('limitDoesNothing') ? undefined : from + limit);
      return [page, has('totalIsOfThePage') ? page.length : found.length];
    },
    checkSurgery: ({ room, places, booked }: Pick<Surgery, 'room' | 'places' | 'booked'>, isPatch: boolean): void => {
      notBlank(room, 'roomMayBeBlank');
      const isFree = has('placesAreNotChecked') || (isPatch && has('patchedPlacesAreNotChecked'));
      const isIn = places >= (has('noPlaceIsFine') ? 0 : 1) && places <= (has('oneMorePlace') ? 13 : 12);
      if (!isIn && !isFree) refuse(422, 'BAD_PLACES');
      const least = booked + (has('placesMustLeaveOne') && booked > 0 ? 1 : 0);
      if (places < least && !has('placesMayBeBooked')) refuse(409, 'BOOKED');
    },
  };
}

export type ClinicInputs = ReturnType<typeof clinicInputs>;
