import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { isEmail } from '../hand-written-inputs.ts';
import type { Box, LaboratoryData, Order, Person, Sample } from './data.ts';
import type { Has, LaboratoryFault } from './faults.ts';

const day = 86_400_000;

export const invalid = (): never => refuse(422, 'INVALID');

export type LaboratoryInputs = ReturnType<typeof laboratoryInputs>;

/** The inputs that the laboratory accepts, and the rules of section 5. */
export function laboratoryInputs(data: LaboratoryData, has: Has, now: () => number) {
  const daysUntil = (date: string): number => {
    const today = new Date(now()).toISOString().slice(0, 10);
    return (Date.parse(date) - Date.parse(today)) / day;
  };

  const object = (value: unknown, keys: readonly string[]): Body => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(value)) if (!keys.includes(key)) invalid();
    return value as Body;
  };
  const body = (request: Request, ...keys: string[]): Body => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    return object(json, keys);
  };

  const text = (value: unknown, most = Number.POSITIVE_INFINITY): string =>
    typeof value === 'string' && [...value].length <= most ? value : invalid();
  const whole = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : invalid());
  const yesOrNo = (value: unknown): boolean => (typeof value === 'boolean' ? value : invalid());
  const date = (value: unknown): string => {
    const given = text(value);
    const time = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(given) : Number.NaN;
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given) ? given : invalid();
  };
  const among = (value: unknown, values: readonly string[], isOpen = false): string =>
    typeof value === 'string' && (isOpen || values.includes(value)) ? value : invalid();
  const email = (value: unknown): string => {
    const given = text(value);
    return isEmail(given) ? given : invalid();
  };
  const result = (value: unknown): number => {
    if (has('resultMayBeText') && typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
    return whole(value);
  };

  /** The parsed parameter of the query; null if it is missing or empty. */
  const given = <T>(query: URLSearchParams, name: string, read: (value: string) => T): T | null => {
    const value = query.get(name);
    return value === null || value === '' ? null : read(value);
  };
  const integer = (value: string): number => (/^-?\d+$/.test(value) ? Number(value) : invalid());
  const flag = (value: string): boolean => (value === 'true' ? true : value === 'false' ? false : invalid());
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? 20;
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > 1000 || offset < 0) invalid();
    const from = has('offsetIsPages') ? offset * limit : offset;
    const found = all.filter(fits);
    const shown = has('pageBeforeFilter') ? all.slice(from, from + limit).filter(fits) : found.slice(from, from + limit);
    return { shown, total: has('totalIsOfThePage') ? shown.length : found.length };
  };

  const notBlank = (value: string, fault?: LaboratoryFault): void => {
    if (value.trim() === '' && !(fault !== undefined && has(fault))) refuse(422, 'BLANK');
  };
  const checkLimit = (limit: number): void => {
    if ((limit < 0 && !has('limitMayBeNegative')) || limit > 5000) refuse(422, 'BAD_LIMIT');
  };
  const checkBox = ({ code, room, slots, taken }: Pick<Box, 'code' | 'room' | 'slots' | 'taken'>, isNew: boolean): void => {
    notBlank(code, 'codeMayBeBlank');
    notBlank(room, isNew ? undefined : 'roomMayBeBlankLater');
    if (slots < (has('noSlotIsFine') ? 0 : 1) || slots > (has('oneMoreSlot') ? 51 : 50)) refuse(422, 'BAD_SLOTS');
    if (taken > slots && !has('slotsMayBeTaken')) refuse(409, 'TAKEN');
  };
  /** `was`: the order before a change; null if it is new. */
  const checkOrder = ({ title, due, urgent }: Pick<Order, 'title' | 'due' | 'urgent'>, was: Order | null): void => {
    notBlank(title, was === null ? undefined : 'titleMayBeBlankLater');
    const days = daysUntil(due);
    const isDue = was === null || due !== was.due;
    if (isDue) {
      const isPast = days <= (has('dueMayBeToday') ? -1 : 0) && !(was !== null && has('patchedDueMayBePast'));
      if (isPast) refuse(422, 'BAD_DUE');
      if (days > (has('oneMoreDay') ? 121 : 120)) refuse(422, 'TOO_LATE');
    }
    const isUrgentChecked =
      was === null || (isDue && !has('patchedDueIgnoresUrgent')) || (urgent !== was.urgent && !has('patchedUrgentIgnoresDue'));
    if (isUrgentChecked && urgent && days > 10 && !has('urgentIsNotChecked')) refuse(422, 'NOT_URGENT');
  };
  const checkOpen = (client: Person): void => {
    const open = ['draft', 'sent'];
    if (!has('openIgnoresReturned')) open.push('returned');
    if (has('openIncludesAccepted')) open.push('accepted');
    if (has('openIncludesCancelled')) open.push('cancelled');
    const count = data.orders.filter((order) => (order.client === client || has('openIsOfAll')) && open.includes(order.state)).length;
    if (count >= (has('oneMoreOrder') ? 4 : 3)) refuse(409, 'TOO_MANY');
  };
  const checkSample = (name: string, volume: number, isNested: boolean): void => {
    notBlank(name);
    if (isNested && has('nestedVolumesAreNotChecked')) return;
    const isNegative = volume < 0 && !has('volumeMayBeNegative');
    if (isNegative || volume > (has('oneMoreMillilitre') ? 501 : 500)) refuse(422, 'BAD_VOLUME');
  };
  const checkSampleCount = (order: Order, isNested: boolean): void => {
    if (isNested && has('nestedSamplesAreNotCounted')) return;
    if (data.samplesOf(order).length >= (has('oneMoreSample') ? 5 : 4)) refuse(409, 'TOO_MANY_SAMPLES');
  };
  /** `was`: the sample before its name changes; null if it is new. */
  const checkName = (order: Order, name: string, was: Sample | null, isNested = false): void => {
    const fault = isNested ? 'nestedNamesMayBeShared' : was === null ? 'namesMayBeShared' : 'namesMayBeSharedLater';
    const isOther = (one: Sample): boolean => one !== was || has('ownNameIsTaken');
    const isTaken = data.samples.some(
      (one) => (one.order === order || has('namesAreUniqueEverywhere')) && one.name === name && isOther(one),
    );
    if (isTaken && !has(fault)) refuse(409, 'NAME_TAKEN');
  };
  return {
    ...{ object, body, text, whole, yesOrNo, date, among, email, result, given, integer, flag, page },
    ...{ notBlank, checkLimit, checkBox, checkOrder, checkOpen, checkSample, checkName, checkSampleCount },
  };
}
