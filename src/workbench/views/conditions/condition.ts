import { enumerate } from '../../../check/fixes.ts';
import { quote } from '../../../expression/parse/print.ts';
import type { Type } from '../../../expression/types/type.ts';
import { parseDate } from '../../../expression/values/time.ts';
import type { Entity, Field } from '../../../model/ast/entities.ts';
import { entityOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { toWords } from '../../../model/reading/cell-forms.ts';
import { isSecret } from '../../../model/types/traits.ts';
import { shiftDecimalPoint } from '../../../runtime/inputs/plain-number.ts';

/** A condition selected from lists: a field, a comparison and a value. */
export interface Condition {
  /** A field of the record, or of a related record: `price`, `customer.blocked`. */
  readonly path: string;
  readonly comparison: ComparisonName;
  /** The typed or selected value; empty for comparisons without a value. */
  readonly value: string;
}

/** The context of conditions: the entity of the record, and whether a person is acting. */
export interface Place {
  readonly model: Model;
  readonly entity: Entity;
  readonly acting: boolean;
  /** A field to exclude. */
  readonly without?: string;
}

interface Comparison {
  readonly words: string;
  /** The kind of value it needs: a comparable value, or a whole number. */
  readonly takes: 'value' | 'count' | 'nothing';
  readonly write: (field: string, value: string) => string;
}

const between = (words: string, operator: string): Comparison => ({
  words,
  takes: 'value',
  write: (field, value) => `${field} ${operator} ${value}`,
});
const alone = (words: string, write: (field: string) => string): Comparison => ({ words, takes: 'nothing', write });
const counted = (words: string, operator: string): Comparison => ({
  words,
  takes: 'count',
  write: (field, value) => `size(${field}) ${operator} ${value}`,
});

const comparisons = {
  is: between('is', '=='),
  isNot: between('is not', '!='),
  less: between('is less than', '<'),
  most: between('is at most', '<='),
  more: between('is more than', '>'),
  least: between('is at least', '>='),
  before: between('is before', '<'),
  until: between('is not after', '<='),
  after: between('is after', '>'),
  from: between('is not before', '>='),
  yes: alone('is yes', (field) => field),
  no: alone('is no', (field) => `!${field}`),
  me: alone('is the person acting', (field) => `${field} == me`),
  notMe: alone('is not the person acting', (field) => `${field} != me`),
  given: alone('is given', (field) => `${field} != null`),
  missing: alone('is missing', (field) => `${field} == null`),
  filled: alone('is filled in', (field) => `size(trim(${field})) > 0`),
  shorter: counted('has at most N characters', '<='),
  longer: counted('has at least N characters', '>='),
  some: alone('is not empty', (field) => `size(${field}) > 0`),
  none: alone('is empty', (field) => `size(${field}) == 0`),
  fewest: counted('has at least N', '>='),
  greatest: counted('has at most N', '<='),
} satisfies Record<string, Comparison>;

export type ComparisonName = keyof typeof comparisons;

export const comparisonOf = (name: ComparisonName): Comparison => comparisons[name];

const byKind: Partial<Record<Type['kind'], readonly ComparisonName[]>> = {
  text: ['filled', 'shorter', 'longer', 'is', 'isNot'],
  integer: ['more', 'least', 'less', 'most', 'is', 'isNot'],
  decimal: ['more', 'least', 'less', 'most', 'is', 'isNot'],
  money: ['more', 'least', 'less', 'most', 'is', 'isNot'],
  duration: ['more', 'least', 'less', 'most'],
  date: ['before', 'until', 'after', 'from', 'is', 'isNot'],
  datetime: ['before', 'until', 'after', 'from'],
  time: ['before', 'until', 'after', 'from'],
  boolean: ['yes', 'no'],
  enum: ['is', 'isNot'],
  state: ['is', 'isNot'],
  list: ['some', 'none', 'fewest', 'greatest'],
};

/** Returns the field at the end of a path, or null. */
export function fieldAt({ model, entity }: Place, path: string): Field | null {
  const [first = '', second] = path.split('.');
  const field = entity.byName.get(first) ?? null;
  if (second === undefined || field === null) return field;
  const led = field.type.kind === 'relation' ? entityOf(model, field.type.entity.text) : undefined;
  return led?.byName.get(second) ?? null;
}

/** Returns the comparisons for the field at the end of a path; empty if it cannot be compared. */
export function comparisonsFor({ model, acting }: Place, field: Field): readonly ComparisonName[] {
  const { valueType } = field;
  if (isSecret(field)) return [];
  const own = valueType.kind === 'list' && field.type.kind === 'rows' ? [] : (byKind[valueType.kind] ?? []);
  const person =
    acting && valueType.kind === 'record' && valueType.entity === model.account?.entity?.text ? (['me', 'notMe'] as const) : [];
  return [...person, ...own, ...(isOptional(field) ? (['given', 'missing'] as const) : [])];
}

/** True if the field may be empty. Fields that the product fills in never are. */
const isOptional = ({ valueType, builtIn }: Field): boolean => valueType.nullable === true && !builtIn;

/**
 * Returns every path with something to compare: the record's fields, then those of required related
 * records.
 */
export function pathsFor(place: Place): readonly string[] {
  const { model, entity } = place;
  const own = entity.fields
    .filter((field) => field.name.text !== place.without && comparisonsFor(place, field).length > 0)
    .map(({ name }) => name.text);
  const through = entity.fields.flatMap(({ name, type, required }) => {
    if (type.kind !== 'relation' || !required) return [];
    const led = entityOf(model, type.entity.text);
    const fields = (led?.fields ?? []).filter((field) => field.computed === null && comparisonsFor(place, field).length > 0);
    return fields.map((field) => `${name.text}.${field.name.text}`);
  });
  return [...own, ...through];
}

/** Returns the initial condition for a path; null if there is no comparison for it. */
export function startCondition(place: Place, path: string | undefined, wanted?: ComparisonName): Condition | null {
  const field = path === undefined ? null : fieldAt(place, path);
  if (field === null || path === undefined) return null;
  const all = comparisonsFor(place, field);
  const comparison = wanted !== undefined && all.includes(wanted) ? wanted : all[0];
  return comparison === undefined ? null : { path, comparison, value: valuesFor(place, path, comparison)[0] ?? '' };
}

/** Returns suggested values for a comparison, the best first; other values can be typed. */
export function valuesFor(place: Place, path: string, comparison: ComparisonName): readonly string[] {
  const { model, entity } = place;
  const field = fieldAt(place, path);
  const { takes } = comparisonOf(comparison);
  if (field === null || takes === 'nothing') return [];
  if (takes === 'count') return ['1', ...constantsOf(model, 'integer')];
  const { valueType } = field;
  const { kind } = valueType;
  if ('values' in valueType) return valueType.values;
  const fields = entity.fields
    .filter((one) => one.name.text !== path && one.valueType.kind === kind && !isSecret(one))
    .map(({ name }) => name.text);
  const others = [...fields, ...constantsOf(model, kind)];
  const length = constantsOf(model, 'duration');
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return ['0', ...others];
    case 'date':
      return ['today', ...others, ...['1 day ago', '7 days ago', '7 days from now']];
    case 'datetime':
      return [
        'now',
        ...others,
        ...length.flatMap((name) => [`${name} ago`, `${name} from now`]),
        '1 hour ago',
        '1 day ago',
        '7 days from now',
      ];
    case 'time':
      return ['12:00', ...others];
    case 'duration':
      return [...constantsOf(model, 'duration'), ...fields, '1 hour', '1 day'];
    default:
      return others;
  }
}

/** Returns the constants of a kind that an expression can compare with. */
export const constantsOf = (model: Model, kind: Type['kind']): string[] =>
  model.constants.flatMap(({ name, type, unit, value }) =>
    type.kind === kind && type.unit === undefined && unit !== 'secret' && value !== undefined && name.text !== 'TIME_ZONE'
      ? [name.text]
      : [],
  );

/** The expression of a condition, or the problem with its value. */
export type Written =
  | { readonly expression: string; readonly wrong?: undefined }
  | { readonly wrong: string; readonly expression?: undefined };

/** `of` is the name before the path if the record is not that of the place: `other`. */
export function writeCondition(place: Place, { path, comparison, value }: Condition, of = ''): Written {
  const { takes, write } = comparisonOf(comparison);
  const field = of === '' ? path : `${of}.${path}`;
  if (takes === 'nothing') return { expression: write(field, '') };
  const written = takes === 'count' ? count(place.model, value) : writtenValue(place, path, value.trim());
  return written.expression === undefined ? written : { expression: write(field, written.expression) };
}

const count = (model: Model, value: string): Written =>
  /^\d{1,6}$/.test(value.trim()) || constantsOf(model, 'integer').includes(value.trim())
    ? { expression: value.trim() }
    : { wrong: 'Enter a whole number, such as 3.' };

/** Converts a typed value for the field at a path. */
function writtenValue(place: Place, path: string, words: string): Written {
  const field = fieldAt(place, path);
  if (field === null) return { wrong: 'Choose a field.' };
  const { kind } = field.valueType;
  if (words === '') return { wrong: 'Enter a value.' };
  if ('values' in field.valueType)
    return field.valueType.values.includes(words)
      ? { expression: quote(words) }
      : { wrong: `Choose one of: ${field.valueType.values.join(', ')}.` };
  // A name is a reference only if it is suggested; any other text that looks like one is a text.
  const offered = valuesFor(place, path, 'is').includes(words) && /^[A-Za-z_]\w*$/.test(words);
  if (offered) return { expression: words };
  switch (kind) {
    case 'text':
      return { expression: quote(words) };
    case 'integer':
      return /^-?\d{1,15}$/.test(words) ? { expression: words } : { wrong: 'Enter a whole number, such as 12.' };
    case 'decimal':
    case 'money': {
      const share = field.valueType.percent === true;
      const number = /^(-?\d{1,15}(?:[.,]\d{1,9})?)\s*%?$/.exec(words)?.[1]?.replace(',', '.');
      if (number === undefined || (words.endsWith('%') && !share)) return { wrong: `Enter a number, such as ${share ? '12 %' : '49.90'}.` };
      return { expression: share ? shiftDecimalPoint(number, -2) : number };
    }
    case 'date': {
      const [, year = '', month = '', day = ''] = /^([1-9]\d{3})-(\d\d?)-(\d\d?)$/.exec(words) ?? [];
      if (parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) !== undefined)
        return { expression: `date(${Number(year)}, ${Number(month)}, ${Number(day)})` };
      return relative(place.model, words, 'today', ['day']) ?? { wrong: 'Enter today, a date such as 2026-01-31, or “7 days ago”.' };
    }
    case 'datetime':
      return relative(place.model, words, 'now', ['minute', 'hour', 'day']) ?? { wrong: 'Enter now, “3 hours ago” or “7 days from now”.' };
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(words) ? { expression: `time("${words}")` } : { wrong: 'Enter a time, such as 08:30.' };
    case 'duration': {
      const length = lengthOf(words);
      return length === null ? { wrong: 'Enter a length of time, such as “3 days” or “45 minutes”.' } : { expression: length };
    }
    default:
      return { wrong: 'Choose a value from the list.' };
  }
}

/** Parses a duration: `3 days` → `days(3)`. Returns null if it is not one. */
export function lengthOf(words: string, units: readonly string[] = ['minute', 'hour', 'day']): string | null {
  const [, number, unit = ''] = /^(\d{1,6})\s*(minute|hour|day|week)s?$/i.exec(words.trim()) ?? [];
  if (number === undefined) return null;
  const plain = unit.toLowerCase();
  if (plain === 'week') return units.includes('day') ? `days(${Number(number) * 7})` : null;
  return units.includes(plain) ? `${plain}s(${Number(number)})` : null;
}

function relative(model: Model, words: string, from: 'now' | 'today', units: readonly string[]): Written | null {
  const [, length = '', way] = /^(.+?)\s+(ago|from (?:now|today))$/i.exec(words) ?? [];
  if (way === undefined) return words === from ? { expression: from } : null;
  const written = from === 'now' && constantsOf(model, 'duration').includes(length) ? length : lengthOf(length, units);
  return written === null ? null : { expression: `${from} ${/^ago$/i.test(way) ? '-' : '+'} ${written}` };
}

/** Joins the expressions of all conditions; returns the first problem if there is one. */
export function joinConditions(place: Place, conditions: readonly Condition[], of = ''): Written {
  const all = conditions.map((condition) => writeCondition(place, condition, of));
  const wrong = all.find((one) => one.wrong !== undefined);
  return wrong ?? { expression: all.map(({ expression }) => expression).join(' && ') };
}

/** Describes conditions: “price is at least 0 and owner is given”. */
export const conditionWords = (conditions: readonly Condition[]): string =>
  enumerate(
    conditions.map(({ path, comparison, value }) => {
      const { words, takes } = comparisonOf(comparison);
      const of = path.split('.').map(toWords).join('’s ');
      const counted = words.replace(/\bN\b/, value.trim());
      return `${of} ${takes === 'count' ? counted : takes === 'value' ? `${words} ${valueWords(value)}` : words}`;
    }),
  );
const valueWords = (value: string): string => (/^[a-z][A-Za-z]*$/.test(value.trim()) ? toWords(value) : value.trim());

/** Describes conditions as requirements: “price must be at least 0”. */
export const mustWords = (conditions: readonly Condition[]): string =>
  conditionWords(conditions).replace(/\b(is not|is|has)\b/g, (verb) =>
    verb === 'is' ? 'must be' : verb === 'has' ? 'must have' : 'must not be',
  );
