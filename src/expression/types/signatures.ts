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
  const summary = `The ${name.slice(3).toLowerCase()} of a time, or how many a duration has.`;
  const part: Signature = { name, style: 'method', parameters: ['datetime', 'text'], optional: 1, result: integerType, summary };
  return [part, { ...part, parameters: ['duration'], optional: 0 }, { ...part, parameters: ['time'], optional: 0 }];
});

const spans = ['days', 'hours', 'minutes'].flatMap((name): Signature[] => [
  { name, style: 'function', parameters: ['number'], result: durationType, summary: `A duration of so many ${name}.` },
  { name, style: 'both', parameters: ['duration'], result: integerType, summary: `How many whole ${name} a duration has.` },
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
      summary: 'How many characters, elements, entries or bytes.',
    }),
  ),
  text('contains', ['textual'], booleanType, 'Does the text hold another?'),
  text('startsWith', ['textual'], booleanType, 'Does the text begin with another?'),
  text('endsWith', ['textual'], booleanType, 'Does the text end with another?'),
  { ...text('matches', ['textual'], booleanType, 'Does a part of the text match the pattern (RE2)?'), style: 'both' },
  text('charAt', ['integer'], textType, 'The character at a place, from 0.'),
  text('indexOf', ['textual', 'integer'], integerType, 'Where another text begins, or -1.', 1),
  text('lastIndexOf', ['textual', 'integer'], integerType, 'Where another text begins for the last time, or -1.', 1),
  text('replace', ['textual', 'textual', 'integer'], textType, 'With one text put for another.', 1),
  text('split', ['textual', 'integer'], listOf(textType), 'The parts between a separator.', 1),
  text('substring', ['integer', 'integer'], textType, 'From one place up to another.', 1),
  text('lowerAscii', [], textType, 'With A to Z as small letters.'),
  text('upperAscii', [], textType, 'With a to z as capitals.'),
  text('reverse', [], textType, 'From its end to its beginning.'),
  text('format', ['list'], textType, 'With %s, %d, %f … filled in.'),
  {
    name: 'join',
    style: 'method',
    parameters: ['list of text', 'textual'],
    optional: 1,
    result: textType,
    summary: 'The texts in one, with a separator.',
  },
  { name: 'strings.quote', style: 'function', parameters: ['textual'], result: textType, summary: 'In quotes, with escapes.' },
  { name: 'trim', style: 'both', parameters: ['textual'], result: textType, summary: 'Without blanks at both ends.' },
  { name: 'lower', style: 'both', parameters: ['textual'], result: textType, summary: 'In small letters.' },
  { name: 'upper', style: 'both', parameters: ['textual'], result: textType, summary: 'In capitals.' },
  {
    name: 'slugify',
    style: 'both',
    parameters: ['textual'],
    result: textType,
    summary: 'As a part of an address: how-to-train-your-dragon.',
  },
  {
    name: 'random',
    style: 'function',
    parameters: ['integer'],
    result: textType,
    summary: 'So many random characters that an address may hold.',
  },
  { name: 'sum', style: 'both', parameters: ['list of numbers'], result: together, summary: 'All together; what is null does not count.' },
  {
    name: 'min',
    style: 'both',
    parameters: ['list'],
    result: (args) => nullable(together(args)),
    summary: 'The smallest; null where there is none.',
  },
  { name: 'min', style: 'function', parameters: ['any', 'any'], rest: true, result: together, summary: 'The smallest.' },
  {
    name: 'max',
    style: 'both',
    parameters: ['list'],
    result: (args) => nullable(together(args)),
    summary: 'The largest; null where there is none.',
  },
  { name: 'max', style: 'function', parameters: ['any', 'any'], rest: true, result: together, summary: 'The largest.' },
  { name: 'avg', style: 'both', parameters: ['list of numbers'], result: averaged, summary: 'The average; null where there is nothing.' },
  { name: 'distinct', style: 'both', parameters: ['list'], result: flattened, summary: 'Each once; a list of lists becomes one list.' },
  { name: 'sort', style: 'both', parameters: ['list'], result: first, summary: 'The same in order, the smallest first.' },
  {
    name: 'round',
    style: 'both',
    parameters: ['number', 'integer'],
    optional: 1,
    result: (args) => (args.length === 1 ? integerType : first(args)),
    summary: 'To so many places, half up; without places, an integer.',
  },
  {
    name: 'round',
    style: 'both',
    parameters: ['money', 'integer'],
    optional: 1,
    result: first,
    summary: 'An amount to so many places, half up.',
  },
  ...spans,
  {
    name: 'datetime',
    style: 'function',
    parameters: ['date', 'time'],
    result: datetimeType,
    summary: 'The moment when clocks in TIME_ZONE show this.',
  },
  {
    name: 'date',
    style: 'function',
    parameters: ['integer', 'integer', 'integer'],
    result: { kind: 'date' },
    summary: 'The day of a year, a month (1 to 12) and a day.',
  },
  { name: 'time', style: 'function', parameters: ['textual'], result: { kind: 'time' }, summary: 'A time of day: time("08:00").' },
  {
    name: 'months',
    style: 'function',
    parameters: ['integer'],
    result: durationType,
    summary: 'After + or - of a date: the same day so many months away, or that month’s last.',
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
  { name: 'number', style: 'both', parameters: ['money'], result: decimalType, summary: 'An amount as a plain number.' },
  ...calendarMethods,
  ...clockMethods,
  ...conversion('int', ['number', 'textual', 'datetime', 'duration'], integerType, 'As an integer; decimals lose their places.'),
  ...conversion('double', ['number', 'textual', 'money'], decimalType, 'As a decimal.'),
  ...conversion(
    'string',
    ['textual', 'number', 'boolean', 'money', 'date', 'time', 'datetime', 'duration', 'bytes', 'json'],
    textType,
    'As text.',
  ),
  ...conversion('bool', ['boolean', 'textual'], booleanType, 'As a boolean.'),
  ...conversion('bytes', ['textual', 'bytes'], bytesType, 'As bytes (UTF-8).'),
  ...conversion('timestamp', ['textual', 'datetime', 'integer'], datetimeType, 'A moment from text (RFC 3339) or seconds since 1970.'),
  ...conversion('duration', ['textual', 'duration'], durationType, 'A duration from text such as "1h30m".'),
  { name: 'dyn', style: 'function', parameters: ['any'], result: anyType, summary: 'The same, not type-checked.' },
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
