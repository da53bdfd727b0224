import type { Json } from '../../expression/values/json.ts';
import type { Input } from '../values/call-inputs.ts';
import { isDate, isMoment, isTime, kindOf } from '../values/input-kinds.ts';
import { day, type Maker, minutesOfDay, stepOf, valuesFor } from '../values/values.ts';
import type { Amounts } from './amounts.ts';
import type { Planned } from './planned.ts';

const mostFitting = 6;
/** How many days later dates are tried that another record has already. */
const daysLater = [1, 2, 7, 31];

/** The number that the request gives, or its date in days from today; nothing if it gives none. */
export function ownAmounts({ picks, numbers, mutation }: Planned, input: Input, maker: Maker): readonly number[] {
  const changed = mutation?.kind === 'numbers' ? mutation.values.find(([name]) => name === input.name)?.[1] : undefined;
  const given = changed ?? numbers?.get(input.name);
  return given === undefined ? amountsOf(input, [valuesFor(maker, input)[picks.get(input.name) ?? 0] ?? null], maker) : [given];
}

/**
 * The values that are amounts, as numbers: dates as days from today, moments as days from now,
 * times as parts of a day.
 */
export function amountsOf(input: Input, values: readonly Json[], maker: Maker): readonly number[] {
  const today = Math.floor(maker.now() / day);
  return values.flatMap((value) => {
    const time = typeof value === 'string' ? Date.parse(isTime(input) ? `1970-01-01T${value}Z` : value) : Number.NaN;
    if (isTime(input)) return Number.isNaN(time) ? [] : [time / day];
    const number = isDate(input) ? Math.floor(time / day) - today : isMoment(input) ? (time - maker.now()) / day : Number(value);
    return value === null || Number.isNaN(number) ? [] : [number];
  });
}

/** In days: two clocks, and a request and its answer, are nearer to each other. */
const aWhile = 4 / minutesOfDay;

const isWhole = (input: Input): boolean => kindOf(input) === 'integer' || isDate(input);

/** The smallest difference of two numbers that an input may have. */
export const smallestStep = (input: Input, maker: Maker): number =>
  isTime(input) ? stepOf(maker, input.uses) / minutesOfDay : isMoment(input) ? aWhile : isWhole(input) ? 1 : stepOf(maker, input.uses);

/** A number that its input may have: whole, with cents, a moment to the second, or a time. */
export function roundedFor(input: Input, number: number, maker: Maker): number {
  if (!isTime(input)) return isWhole(input) ? Math.round(number) : Number(number.toFixed(isMoment(input) ? 5 : 2));
  const step = stepOf(maker, input.uses);
  const minutes = Math.round((number * minutesOfDay) / step) * step;
  return (((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay) / minutesOfDay;
}

/**
 * The request with each number of an input that fits what is compared: one side, or as much more or
 * less as they differ, and a step beyond.
 */
export function withFittingNumbers(planned: Planned, input: Input, amounts: readonly Amounts[], maker: Maker): readonly Planned[] {
  const step = smallestStep(input, maker);
  const [own = 0] = ownAmounts(planned, input, maker);
  const equal = amounts.flatMap(([left, right]) =>
    left === own ? [right] : right === own ? [left] : [own + right - left, own + left - right, left, right],
  );
  const beside = equal.flatMap((one) => [one + step, one - step]);
  const near = isMoment(input) ? beside : [...equal, ...beside];
  const rounded = near.map((one) => roundedFor(input, one, maker));
  const numbers = [...new Set(rounded)].filter((one) => one !== own && Math.abs(one) < 1e9).slice(0, mostFitting);
  return numbers.map((one) => ({ ...planned, numbers: new Map([...(planned.numbers ?? []), [input.name, one]]) }));
}

/** The request with all its dates some days later, if another record has these already. */
export function withLaterDates(planned: Planned, inputs: readonly Input[], maker: Maker): readonly Planned[] {
  const dates = inputs.filter(isDate).flatMap((input) => ownAmounts(planned, input, maker).map((days) => [input.name, days] as const));
  const later = dates.length === 0 ? [] : daysLater;
  return later.map((by) => ({
    ...planned,
    numbers: new Map([...(planned.numbers ?? []), ...dates.map(([name, days]) => [name, days + by] as const)]),
  }));
}
