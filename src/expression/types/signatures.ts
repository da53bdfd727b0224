import { anyType, type Type } from './type.ts';
import { booleanType, decimalType, elementOf, integerType, isNumber, listOf, nullable, textType } from './type-relations.ts';

/** The type that a parameter accepts: a kind of type, or one of these groups. */
export type Wanted = Type['kind'] | 'number' | 'textual' | 'list of text' | 'list of numbers' | 'records';

/** One signature of a function. For methods, the first parameter is the operand before the dot. */
export interface Signature {
  readonly name: string;
  readonly style: 'function' | 'method' | 'both';
  readonly parameters: readonly Wanted[];
  /** How many of the last parameters are optional. */
  readonly optional?: number;
  /** Whether the last parameter may be repeated. */
  readonly rest?: boolean;
  readonly result: Type | ((args: readonly Type[]) => Type);
  /** A one-line summary for completion and hover. */
  readonly summary: string;
}

const first = (args: readonly Type[]): Type => args[0] ?? anyType;
const datetimeType: Type = { kind: 'datetime' };
const durationType: Type = { kind: 'duration' };
const bytesType: Type = { kind: 'bytes' };

/** The element type of a list argument, or the common type of the arguments (`min(a, b)`). */
function together(args: readonly Type[]): Type {
  const [only] = args;
  if (args.length === 1 && only !== undefined) return elementOf(only) ?? anyType;
  return args.some((arg) => arg.kind === 'decimal') ? (args.find((arg) => arg.kind === 'decimal') ?? anyType) : first(args);
}

const flattened = (args: readonly Type[]): Type => {
  const element = elementOf(first(args)) ?? anyType;
  return element.kind === 'list' ? element : listOf(element);
};

const averaged = (args: readonly Type[]): Type => {
  const element = together(args);
  return nullable(
    element.kind === 'integer' ? (element.unit === undefined ? decimalType : { kind: 'decimal', unit: element.unit }) : element,
  );
};

const calendarMethods = (['datetime', 'date'] as const).flatMap((kind): Signature[] =>
  [
    ['getFullYear', 'The year.'],
    ['getMonth', 'The month, from 0 (January).'],
    ['getDate', 'The day of the month, from 1.'],
    ['getDayOfMonth', 'The day of the month, from 0.'],
    ['getDayOfWeek', 'The day of the week, from 0 (Sunday).'],
    ['getDayOfYear', 'The day of the year, from 0.'],
  ].map(([name = '', summary = '']) => ({
    name,
    style: 'method',
    parameters: kind === 'datetime' ? [kind, 'text'] : [kind],
    optional: kind === 'datetime' ? 1 : 0,
    result: integerType,
    summary,
  })),
);

const clockMethods = (['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'] as const).flatMap((name): Signature[] => {
  const summary = `The ${name.slice(3).toLowerCase()} of a time, or of a duration.`;
  const part: Signature = { name, style: 'method', parameters: ['datetime', 'text'], optional: 1, result: integerType, summary };
  return [part, { ...part, parameters: ['duration'], optional: 0 }, { ...part, parameters: ['time'], optional: 0 }];
});

const spans = ['days', 'hours', 'minutes'].flatMap((name): Signature[] => [
  { name, style: 'function', parameters: ['number'], result: durationType, summary: `A duration of this many ${name}.` },
  { name, style: 'both', parameters: ['duration'], result: integerType, summary: `The number of whole ${name} in a duration.` },
]);

const text = (name: string, parameters: readonly Wanted[], result: Type, summary: string, optional = 0): Signature => ({
  name,
  style: 'method',
  parameters: ['textual', ...parameters],
  optional,
  result,
  summary,
});

const conversion = (name: string, wanted: readonly Wanted[], result: Type, summary: string): Signature[] =>
  wanted.map((parameter) => ({ name, style: 'function', parameters: [parameter], result, summary }));

/** All functions available in expressions, apart from views. */
export const signatures: readonly Signature[] = [
  ...(['textual', 'list', 'map', 'bytes'] as const).map(
    (wanted): Signature => ({
      name: 'size',
      style: 'both',
      parameters: [wanted],
      result: integerType,
      summary: 'The number of characters, elements, entries or bytes.',
    }),
  ),
  text('contains', ['textual'], booleanType, 'True if the text contains another.'),
  text('startsWith', ['textual'], booleanType, 'True if the text starts with another.'),
  text('endsWith', ['textual'], booleanType, 'True if the text ends with another.'),
  { ...text('matches', ['textual'], booleanType, 'True if a part of the text matches the pattern (RE2).'), style: 'both' },
  text('charAt', ['integer'], textType, 'The character at an index, from 0.'),
  text('indexOf', ['textual', 'integer'], integerType, 'The index at which another text first occurs, or -1.', 1),
  text('lastIndexOf', ['textual', 'integer'], integerType, 'The index at which another text last occurs, or -1.', 1),
  text('replace', ['textual', 'textual', 'integer'], textType, 'The text with each occurrence of one text replaced by another.', 1),
  text('split', ['textual', 'integer'], listOf(textType), 'The parts between the occurrences of a separator.', 1),
  text('substring', ['integer', 'integer'], textType, 'The part of the text from one index up to another.', 1),
  text('lowerAscii', [], textType, 'The text with A to Z in lower case.'),
  text('upperAscii', [], textType, 'The text with a to z in upper case.'),
  text('reverse', [], textType, 'The text in reverse order.'),
  text('format', ['list'], textType, 'The text with %s, %d, %f … replaced by the values.'),
  {
    name: 'join',
    style: 'method',
    parameters: ['list of text', 'textual'],
    optional: 1,
    result: textType,
    summary: 'The texts joined into one, with a separator.',
  },
  { name: 'strings.quote', style: 'function', parameters: ['textual'], result: textType, summary: 'The text in quotes, with escapes.' },
  { name: 'trim', style: 'both', parameters: ['textual'], result: textType, summary: 'The text without white space at both ends.' },
  { name: 'lower', style: 'both', parameters: ['textual'], result: textType, summary: 'The text in lower case.' },
  { name: 'upper', style: 'both', parameters: ['textual'], result: textType, summary: 'The text in upper case.' },
  {
    name: 'slugify',
    style: 'both',
    parameters: ['textual'],
    result: textType,
    summary: 'The text as a part of a URL: how-to-train-your-dragon.',
  },
  {
    name: 'random',
    style: 'function',
    parameters: ['integer'],
    result: textType,
    summary: 'A text of this many random characters that are safe in a URL.',
  },
  { name: 'sum', style: 'both', parameters: ['list of numbers'], result: together, summary: 'The sum; null is ignored.' },
  {
    name: 'min',
    style: 'both',
    parameters: ['list'],
    result: (args) => nullable(together(args)),
    summary: 'The smallest element; null if there is none.',
  },
  { name: 'min', style: 'function', parameters: ['any', 'any'], rest: true, result: together, summary: 'The smallest argument.' },
  {
    name: 'max',
    style: 'both',
    parameters: ['list'],
    result: (args) => nullable(together(args)),
    summary: 'The largest element; null if there is none.',
  },
  { name: 'max', style: 'function', parameters: ['any', 'any'], rest: true, result: together, summary: 'The largest argument.' },
  {
    name: 'avg',
    style: 'both',
    parameters: ['list of numbers'],
    result: averaged,
    summary: 'The average; null if there is nothing to average.',
  },
  {
    name: 'distinct',
    style: 'both',
    parameters: ['list'],
    result: flattened,
    summary: 'The list without duplicates; a list of lists is flattened.',
  },
  { name: 'sort', style: 'both', parameters: ['list'], result: first, summary: 'The list in ascending order.' },
  {
    name: 'round',
    style: 'both',
    parameters: ['number', 'integer'],
    optional: 1,
    result: (args) => (args.length === 1 ? integerType : first(args)),
    summary: 'The number rounded half up to this many decimal places; without places, an integer.',
  },
  {
    name: 'round',
    style: 'both',
    parameters: ['money', 'integer'],
    optional: 1,
    result: first,
    summary: 'The amount rounded half up to this many decimal places.',
  },
  ...spans,
  {
    name: 'datetime',
    style: 'function',
    parameters: ['date', 'time'],
    result: datetimeType,
    summary: 'The moment at this date and time in TIME_ZONE.',
  },
  {
    name: 'date',
    style: 'function',
    parameters: ['integer', 'integer', 'integer'],
    result: { kind: 'date' },
    summary: 'The date of a year, a month (1 to 12) and a day.',
  },
  { name: 'time', style: 'function', parameters: ['textual'], result: { kind: 'time' }, summary: 'A time of day: time("08:00").' },
  {
    name: 'months',
    style: 'function',
    parameters: ['integer'],
    result: durationType,
    summary: 'A number of months to add to or subtract from a date; the day stays the same, or becomes the last of its month.',
  },
  ...(['date', 'datetime'] as const).map(
    (kind): Signature => ({
      name: 'startOfMonth',
      style: 'both',
      parameters: [kind],
      result: { kind: 'date' },
      summary: 'The first day of the month, in TIME_ZONE.',
    }),
  ),
  { name: 'number', style: 'both', parameters: ['money'], result: decimalType, summary: 'The amount as a plain number.' },
  ...calendarMethods,
  ...clockMethods,
  ...conversion('int', ['number', 'textual', 'datetime', 'duration'], integerType, 'The value as an integer; decimal places are cut off.'),
  ...conversion('double', ['number', 'textual', 'money'], decimalType, 'The value as a decimal.'),
  ...conversion(
    'string',
    ['textual', 'number', 'boolean', 'money', 'date', 'time', 'datetime', 'duration', 'bytes', 'json'],
    textType,
    'The value as text.',
  ),
  ...conversion('bool', ['boolean', 'textual'], booleanType, 'The value as a boolean.'),
  ...conversion('bytes', ['textual', 'bytes'], bytesType, 'The value as bytes (UTF-8).'),
  ...conversion('timestamp', ['textual', 'datetime', 'integer'], datetimeType, 'A moment from text (RFC 3339) or seconds since 1970.'),
  ...conversion('duration', ['textual', 'duration'], durationType, 'A duration from text such as "1h30m".'),
  { name: 'dyn', style: 'function', parameters: ['any'], result: anyType, summary: 'The value, not type-checked.' },
];

export const signaturesByName: ReadonlyMap<string, readonly Signature[]> = new Map(
  signatures.map(({ name }) => [name, signatures.filter((signature) => signature.name === name)]),
);

/** Whether a parameter accepts a type. */
export function accepts(wanted: Wanted, type: Type): boolean {
  if (type.kind === 'any' || type.kind === 'json' || wanted === 'any') return true;
  switch (wanted) {
    case 'number':
      return isNumber(type);
    case 'textual':
      return type.kind === 'text' || type.kind === 'enum' || type.kind === 'state';
    case 'list of text':
      return type.kind === 'list' && (type.of.kind === 'any' || accepts('textual', type.of));
    case 'list of numbers':
      return type.kind === 'list' && (['any', 'json', 'money', 'duration', 'null'].includes(type.of.kind) || isNumber(type.of));
    case 'records':
      return type.kind === 'list' && type.of.kind === 'record';
    case 'map':
      return type.kind === 'map' || type.kind === 'view';
    default:
      return type.kind === wanted;
  }
}

/** Whether the function accepts this number of arguments, including the operand before the dot. */
export const takesCount = ({ parameters, optional = 0, rest = false }: Signature, count: number): boolean =>
  count >= parameters.length - optional && (rest || count <= parameters.length);
