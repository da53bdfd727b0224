import type { Node } from '../../expression/node.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { formatTime, parseTime } from '../../expression/values/time.ts';
import { Duration, PlainTime, type Value } from '../../expression/values/value.ts';
import type { Field, FieldType } from '../../model/ast/entities.ts';

/** Numbers, texts and lengths of time that a value is compared with. */
export interface Uses {
  readonly numbers: Set<number>;
  /** Sums and differences of compared numbers; tried without their neighbours. */
  readonly sums: Set<number>;
  /** Also times of day: `08:00`. */
  readonly texts: Set<string>;
  /** In milliseconds. */
  readonly lengths: Set<number>;
  /**
   * For a moment or a day that is compared with another one: lengths of time after now that come
   * after all others, so that there is a later moment for each of them. In milliseconds.
   */
  readonly last: Set<number>;
  /** Days and moments that the document names. */
  readonly points: Set<Node>;
  /** Texts of examples, for expressions that look into the text: these fit, others may not. */
  readonly fitting: Set<string>;
}

/** A value for a field or a parameter. */
export interface Choice {
  readonly name: string;
  readonly value: Value;
  /** The value in the notation, or the record's id. */
  readonly words: string | { readonly record: string };
}

/** A value to try, or a kind of value that depends on the world. */
export type Sample =
  | { readonly kind: 'value'; readonly value: Value; readonly words: string }
  /** Each record of the entity. */
  | { readonly kind: 'records'; readonly entity: string }
  /** The time of the operation plus an offset in milliseconds. */
  | { readonly kind: 'moment'; readonly offset: number }
  /** The day of the operation plus an offset in days. */
  | { readonly kind: 'day'; readonly offset: number }
  /** A text that no other record has: `n1`. */
  | { readonly kind: 'fresh'; readonly before: string; readonly after: string };

/** Longer texts are not tried. */
export const longestText = 12_000;
const longestList = 20;
const day = 86_400_000;
const hour = 3_600_000;
const nothing: Sample = { kind: 'value', value: null, words: 'null' };
const literal = (value: Value, words: string): Sample => ({ kind: 'value', value, words });
const quoted = (text: string): Sample => literal(text, JSON.stringify(text));

/**
 * The values to try for a field or a parameter: both sides of everything it is compared with, which
 * includes `points`, and null if allowed; a single value if nothing reads it. Empty if no value can
 * be written.
 */
export function samplesFor(
  type: FieldType,
  required: boolean,
  uses: Uses | undefined,
  steps: readonly number[],
  unit: number,
  points: readonly Sample[],
): readonly Sample[] {
  const some = [...someOf(type, uses, steps, unit), ...points];
  return required || type.kind === 'list' || type.kind === 'members' ? some : [...some, nothing];
}

/** A value that differs from record to record, for a unique field; null if the type has none. */
export function freshFor({ type }: Field): Sample | null {
  if (type.kind === 'email') return { kind: 'fresh', before: 'n', after: '@example.com' };
  if (type.kind === 'url') return { kind: 'fresh', before: 'https://example.com/', after: '' };
  return type.kind === 'text' || type.kind === 'markdown' || type.kind === 'slug' ? { kind: 'fresh', before: 'n', after: '' } : null;
}

function someOf(type: FieldType, uses: Uses | undefined, steps: readonly number[], unit: number): readonly Sample[] {
  switch (type.kind) {
    case 'enum':
      return type.values.map(({ text }) => quoted(text));
    case 'boolean':
      return [literal(false, 'false'), literal(true, 'true')];
    case 'integer':
      return numbersFor(uses).map((number) => literal(Math.round(number), String(Math.round(number))));
    case 'decimal':
    case 'percent':
    case 'money':
      return numbersFor(uses).map((number) => literal(new Decimal(number), new Decimal(number).toFixed()));
    case 'text':
    case 'markdown':
      return texts(uses, 'maxLength' in type ? (type.maxLength ?? longestText) : longestText).map(quoted);
    case 'relation':
      return [{ kind: 'records', entity: type.entity.text }];
    case 'datetime': {
      // A step past another one matters only to what has been.
      const past = steps.filter((step) => step > 0 && steps.includes(step - unit));
      const lengths = [...steps, ...(uses?.lengths ?? [])].filter((length) => length > 0 && !past.includes(length));
      const near = lengths.length > 0 ? lengths : [past[0] ?? hour];
      const offsets = [...aroundNow(near), ...past.map((step) => -step), ...(uses?.last ?? []), ...beforeWindow(steps, unit)];
      return [...new Set(offsets)].map((offset) => ({ kind: 'moment', offset }));
    }
    case 'date':
      return [
        ...new Set([
          ...aroundNow([1, ...[...steps, ...(uses?.lengths ?? [])].map((length) => Math.floor(length / day))]),
          ...[...(uses?.last ?? []), ...beforeWindow(steps, day)].map((length) => Math.floor(length / day)),
        ]),
      ].map((offset) => ({ kind: 'day', offset }));
    case 'duration':
      return durations(uses).map((seconds) => literal(new Duration(seconds, 0), durationWords(seconds * 1000)));
    case 'time':
      return times(uses).map((seconds) => literal(new PlainTime(seconds), `time("${formatTime(new PlainTime(seconds))}")`));
    case 'list':
      return lists(type.of, uses);
    case 'members':
      return [literal([], '[]')];
    case 'email':
      return alsoTexts('n@example.com', uses);
    case 'url':
      return alsoTexts('https://example.com/', uses);
    case 'phone':
      return alsoTexts('+49 30 1234567', uses);
    case 'color':
      return alsoTexts('#336699', uses);
    case 'password':
      return [quoted('correct-horse-battery')];
    case 'file':
      return [quoted('a.txt')];
    case 'image':
      return [quoted('a.png')];
    case 'uuid':
      return alsoTexts('01890a5d-ac96-774b-bcce-b302099a8057', uses);
    case 'slug':
      return alsoTexts('n', uses);
    case 'json':
      return [literal(new Map(), '{}')];
    default:
      return [];
  }
}

/**
 * For windows before a moment, such as `starts - now <= hours(3)`, whose steps are negative:
 * lengths of time after now that are longer by a unit. From the window itself, waiting only leads
 * on.
 */
const beforeWindow = (steps: readonly number[], unit: number): readonly number[] =>
  steps.filter((step) => step < 0).map((step) => unit - step);

/** Now, and each length of time before and after. */
const aroundNow = (lengths: readonly number[]): readonly number[] => [
  ...new Set([0, ...lengths.filter((length) => length > 0).flatMap((length) => [length, -length])]),
];

/**
 * Each number that the value is compared with, and its neighbours. Without such numbers: two if
 * something reads it, since it may be compared with another field, else one.
 */
export function numbersFor(uses: Uses | undefined): readonly number[] {
  const found = new Set<number>();
  for (const number of uses?.numbers ?? []) for (const near of [number - 1, number, number + 1]) found.add(near);
  for (const sum of uses?.sums ?? []) found.add(sum);
  if (found.size === 0) return uses === undefined ? [1] : [1, 2];
  return [...found].sort((a, b) => a - b);
}

/**
 * The texts that the value is compared with, one other text, and texts with lengths on both sides
 * of each number. At least two if something reads it, since it may be compared with another field.
 */
function texts(uses: Uses | undefined, longest: number): readonly string[] {
  const found = new Set<string>([...(uses?.fitting ?? []), 'a', ...(uses?.texts ?? [])]);
  for (const number of uses?.numbers ?? [])
    for (const length of [number - 1, number, number + 1]) if (length >= 0 && length <= longest) found.add('a'.repeat(length));
  if (found.size === 1 && uses !== undefined) found.add('b');
  return [...found];
}

/** In seconds: each length that the value is compared with, and values on both sides. */
function durations(uses: Uses | undefined): readonly number[] {
  const near = [...(uses?.lengths ?? [])].flatMap((length) => [length / 2, length, length * 2].map((one) => Math.ceil(one / 1000)));
  return near.length === 0 ? [3600] : [...new Set(near)];
}

/**
 * In seconds since midnight: each time that the value is compared with, a minute before and after.
 */
function times(uses: Uses | undefined): readonly number[] {
  const near = [...(uses?.texts ?? [])].flatMap((text) => {
    const time = parseTime(text);
    return time === undefined ? [] : [time.seconds - 60, time.seconds, time.seconds + 60];
  });
  const inDay = near.filter((seconds) => seconds >= 0 && seconds < 86_400);
  return inDay.length === 0 ? [8 * 3600, 17 * 3600] : [...new Set(inDay)];
}

/** One valid value, and those that the value is compared with. */
const alsoTexts = (text: string, uses: Uses | undefined): readonly Sample[] =>
  [...new Set([...(uses?.fitting ?? []), text, ...(uses?.texts ?? [])])].map(quoted);

/**
 * Lists of one repeated value with lengths on both sides of each number, and the same lists with
 * each sought value in them.
 */
function lists(of: FieldType, uses: Uses | undefined): readonly Sample[] {
  const [item] = someOf(of, undefined, [], 0);
  const lengths = new Set([0]);
  for (const number of uses?.numbers ?? []) for (const length of [number - 1, number, number + 1]) lengths.add(length);
  const fitting = [...lengths].filter((length) => length >= 0 && length <= longestList).sort((a, b) => a - b);
  if (item?.kind !== 'value') return [literal([], '[]')];
  const listOf = (items: readonly Extract<Sample, { readonly kind: 'value' }>[]): Sample =>
    literal(
      items.map(({ value }) => value),
      `[${items.map(({ words }) => words).join(', ')}]`,
    );
  const sought = someOf(of, uses, [], 0).flatMap((one) =>
    one.kind !== 'value' || one.value === item.value
      ? []
      : [...new Set([1, ...fitting])]
          .filter((length) => length > 0)
          .map((length) => listOf([...Array.from({ length: length - 1 }, () => item), one])),
  );
  return [...fitting.map((length) => listOf(Array.from({ length }, () => item))), ...sought];
}

/** A duration in the notation: `days(14)`. */
export function durationWords(milliseconds: number): string {
  for (const [unit, length] of [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ] as const)
    if (milliseconds % length === 0) return `${unit}(${milliseconds / length})`;
  return `duration("${milliseconds / 1000}s")`;
}
