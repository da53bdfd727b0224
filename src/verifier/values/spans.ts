import type { Json } from '../../expression/values/json.ts';
import { minutesOf } from './maker.ts';
import { day, timeOfDay } from './values.ts';

/** How a span lies beside another one; those after and before it touch it. */
export const sidesOfSpan = ['same', 'after', 'before', 'into', 'around'] as const;

export type SideOfSpan = (typeof sidesOfSpan)[number];

/** A number for a value of a span, with the smallest step between two of them. */
interface Scale {
  readonly step: number;
  to(value: Json): number;
  from(number: number): Json | undefined;
}

const minute = 60_000;

function scaleOf(value: Json): Scale | null {
  if (typeof value === 'number') return { step: 1, to: Number, from: (number) => number };
  if (typeof value !== 'string') return null;
  if (/^\d{4}-\d\d-\d\d$/.test(value))
    return { step: day, to: (one) => Date.parse(String(one)), from: (number) => new Date(number).toISOString().slice(0, 10) };
  const minutes = minutesOf(value);
  if (minutes !== null)
    return {
      step: 1,
      to: (one) => minutesOf(String(one)) ?? Number.NaN,
      from: (number) => (number >= 0 && number < 24 * 60 ? timeOfDay(number) : undefined),
    };
  return Number.isNaN(Date.parse(value))
    ? null
    : { step: minute, to: (one) => Date.parse(String(one)), from: (number) => new Date(number).toISOString() };
}

/** The values of a span beside one that begins and ends so; undefined if there are none. */
export function besideSpan(how: SideOfSpan, begins: Json, ends: Json): readonly [Json, Json] | undefined {
  const scale = scaleOf(begins);
  if (scale === null || scaleOf(ends)?.step !== scale.step) return undefined;
  const { step } = scale;
  const [first, last] = [scale.to(begins), scale.to(ends)];
  const length = last - first;
  const span = {
    same: [first, last],
    after: [last, last + length],
    before: [first - length, first],
    into: [last - step, last - step + length],
    around: [first - step, last + step],
  }[how];
  const [from, to] = span.map((number) => scale.from(number));
  return from === undefined || to === undefined ? undefined : [from, to];
}
