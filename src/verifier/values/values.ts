import { anyType } from '../../expression/types/type.ts';
import type { Json } from '../../expression/values/json.ts';
import { formatTime } from '../../expression/values/time.ts';
import { PlainTime } from '../../expression/values/value.ts';
import type { TakesPattern } from '../../model/ast/calls.ts';
import type { Field, FieldType } from '../../model/ast/entities.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { Input } from './call-inputs.ts';
import { choicesIn, type Form, type Length, textMatching } from './forms.ts';
import { isDate, isMeasure, isMoment, isTime, kindOf } from './input-kinds.ts';

/** What generated values depend on: equal parameters produce equal values. */
export interface Maker {
  readonly model: Model;
  /** Part of every text, to tell this run's data from other data. It changes with each way. */
  readonly marker: string;
  /** A number that it never returned before. */
  next(): number;
  /** Called with a text that was too short for the marker. */
  shortened(text: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The forms that rules require of fields, by `Sale.code`. */
  readonly forms: ReadonlyMap<string, Form>;
  /** The values that scenarios and examples give, by `Sale.day` or `Item.accept(low)`. */
  readonly given: ReadonlyMap<string, readonly Json[]>;
  /** Numbers with which rules compare the count of an entity's records. */
  counts(entity: string): readonly number[];
  /** Numbers that fields and parameters are compared with, by `Ticket.subject`. */
  numbers(uses: readonly string[]): readonly number[];
  /** Times of day that they are compared with, in minutes after midnight. */
  times(uses: readonly string[]): readonly number[];
}

export const day = 86_400_000;
export const minutesOfDay = 1440;
/** Longer lists of lines are not sent. */
const mostLines = 50;

/**
 * Plausible values for an input, the likeliest first; the engine decides which of them the document
 * accepts. Empty if none is known, so that an optional input is left out.
 */
export function valuesFor(maker: Maker, input: Input): readonly Json[] {
  if (input.each !== null) return input.optional && areMadeApart(maker, input) ? [] : [linesOf(maker, input, input.each)];
  const { field } = input;
  if (field !== null) {
    const values = withGiven(maker, input, valuesOfType(maker, field.type, input.uses, `${field.entity}.${field.name.text}`));
    // A choice shows only if it is not the default.
    const usual = field.type.kind === 'enum' && field.default?.kind === 'value' ? field.default.value : null;
    return [...values.filter((one) => one !== usual), ...values.filter((one) => one === usual)];
  }
  const { type } = input;
  switch (type.kind) {
    case 'enum':
    case 'state':
      return type.values;
    case 'record':
    case 'null':
    case 'file':
    case 'bytes':
    case 'view':
      return [];
    case 'list':
      return withGiven(maker, input, [...(isPlain(type.of.kind) ? listsOf(maker, { kind: type.of.kind }, input.name) : []), []]);
    case 'map':
    case 'json':
      return [{}];
    case 'any':
      return [`Verify ${maker.marker} ${maker.next()}`];
    case 'money':
      return withGiven(maker, input, amountsAround(maker, input.uses));
    default:
      return withGiven(maker, input, valuesOfType(maker, { kind: type.kind }, input.uses, input.name));
  }
}

/** Adds numbers, times and lists that the document gives, as its second-likeliest values. */
function withGiven({ given }: Maker, input: Input, values: readonly Json[]): readonly Json[] {
  if (!isMeasure(input) && !['time', 'duration', 'list'].includes(kindOf(input))) return values;
  const byWords = new Map(input.uses.flatMap((use) => given.get(use) ?? []).map((one) => [JSON.stringify(one), one]));
  for (const one of values) byWords.delete(JSON.stringify(one));
  return [...values.slice(0, 1), ...byWords.values(), ...values.slice(1)];
}

function valuesOfType(maker: Maker, type: FieldType, uses: readonly string[], name: string): readonly Json[] {
  const fresh = (): string => `${maker.marker}${maker.next()}`;
  const inDays = (count: number): string => new Date(maker.now() + count * day).toISOString();
  // The second of two dates is later than the first.
  const later = /end|until|to$|due|return|finish|check.?out/i.test(name) ? 1 : 0;
  switch (type.kind) {
    case 'text':
    case 'markdown': {
      const formed = textsOfForm(maker, uses);
      if (formed.length > 0) return formed;
      const most = 'maxLength' in type ? (type.maxLength ?? Infinity) : Infinity;
      const texts = [
        `${letterOf(maker.next())} verify ${fresh()}`,
        ...maker.numbers(uses).flatMap((length) => [length, length - 1].flatMap((one) => (one > 1 ? textOf(maker, one) : []))),
      ];
      return texts.map((text) => (text.length <= most ? text : textOf(maker, Math.max(1, most))));
    }
    case 'slug':
      return [`v-${fresh()}`];
    case 'email':
      return [`v${fresh()}@example.com`];
    case 'url':
      return [`https://example.com/${fresh()}`];
    case 'phone':
      return ['+49 30 1234567'];
    case 'color':
      return ['#336699'];
    case 'uuid':
      return ['01890a5d-ac96-774b-bcce-b302099a8057'];
    case 'password':
      return [`Correct-horse-${fresh()}`];
    case 'boolean':
      return [true, false];
    case 'integer':
      return numbersAround(maker, uses).map((number) => Math.round(number));
    case 'decimal':
      return [...numbersAround(maker, uses), ...fractionsAround(maker, uses)];
    case 'money':
      return amountsAround(maker, uses);
    case 'date':
      return [1, 7, 0, -1, 30].map((days) => inDays(days + later).slice(0, 10));
    case 'datetime':
      return [1, 7, 0.1, -1, 30].map((days) => inDays(days + later / 24));
    case 'time':
      return [...(later === 1 ? ['11:00', '17:00'] : ['10:00', '09:00']), ...maker.times(uses).map(timeOfDay)];
    case 'duration':
      return ['PT1H', 'P1D'];
    case 'enum':
      return type.values.map(({ text }) => text);
    case 'list':
      return [...listsOf(maker, type.of, name), []];
    case 'members':
      return [[]];
    case 'json':
      return [{}];
    default:
      return [];
  }
}

const plainKinds = ['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'time', 'duration'] as const;

const isPlain = (kind: string): kind is (typeof plainKinds)[number] => plainKinds.some((one) => one === kind);

/** A list of two texts, not in the order of the alphabet, or of two other values. */
function listsOf(maker: Maker, type: FieldType, name: string): readonly Json[] {
  if (type.kind === 'text') return [['z', 'a'].map((letter) => `${letter}${maker.marker}${maker.next()}`)];
  const values = valuesOfType(maker, type, [], name).slice(0, 2);
  return values.length === 0 ? [] : [values];
}

/**
 * A text that matches a rule's pattern, different each time; empty if no rule has a pattern. If a
 * row ties it to other values: one with each character of the first place, in the same order.
 */
function textsOfForm(maker: Maker, uses: readonly string[], length: Length = 'any'): readonly string[] {
  const patterns = uses.flatMap((use) => maker.forms.get(use)?.patterns ?? []);
  const isTied = uses.some((use) => maker.forms.get(use)?.isTied === true);
  // Derived from the marker, so that another run generates other texts.
  const begin = [...maker.marker].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);
  return patterns.slice(0, 1).flatMap((pattern) => {
    const number = begin + maker.next() * 7919;
    const choices = isTied ? choicesIn(pattern) : 1;
    const numbers = choices === 1 ? [number] : [...Array(choices).keys()].map((choice) => number * choices + choice);
    return numbers.flatMap((one) => textMatching(pattern, one, length) ?? []);
  });
}

/** Texts that match a rule's pattern at its limits, or just miss it. */
function formMutations(maker: Maker, { name, uses }: Input): readonly MutatedValue[] {
  const [text, long] = [textsOfForm(maker, uses, 'short')[0], textsOfForm(maker, uses, 'long')[0]];
  if (text === undefined || long === undefined) return [];
  const [last = '', middle] = [text.at(-1), Math.floor(text.length / 2)];
  const found: readonly (readonly [string, string])[] = [
    ['a character less in', text.slice(0, -1)],
    ['a character more in', `${text}${last}`],
    ['the longest', long],
    ['more than the longest', `${long}${long.at(-1)}`],
    ['a first character less in', text.slice(1)],
    ['small letters in', text.toLowerCase()],
    ['capitals in', text.toUpperCase()],
    ['a letter at the end of', `${text.slice(0, -1)}x`],
    ['a dash in', `${text.slice(0, middle)}-${text.slice(middle + 1)}`],
    ['a space before', ` ${text}`],
    ['something after', `${text} x`],
  ];
  return found.map(([words, value]) => ({ words: `with ${words} ${name}`, value }));
}

/** The first letters of texts put them in another order than that of their creation. */
const letterOf = (number: number): string => String.fromCharCode(97 + ((number * 17) % 26));

/**
 * A new text of `length` characters, at most 20,000. Texts differ at the end of the marker and
 * number, so a shorter text keeps that end.
 */
export function textOf(maker: Maker, length: number): string {
  const text = `${maker.marker}${maker.next()}`;
  if (length >= text.length) return `${text}${'a'.repeat(Math.min(length, 20_000) - text.length)}`;
  const short = text.slice(-length);
  maker.shortened(short);
  return short;
}

function numbersAround(maker: Maker, uses: readonly string[]): readonly number[] {
  const limits = maker.numbers(uses);
  // A value between the limits, which effects and defaults seldom produce.
  const middle = middleOf(limits);
  const forms = uses.flatMap((use) => maker.forms.get(use) ?? []);
  const beside = maker.numbers(forms.flatMap((form) => form.beside));
  const step = stepOf(maker, uses);
  const near = beside.length < 2 ? [] : [middleOf(beside)];
  const numbers = [middle, ...near, middle + 1, middle - 1, ...limits.flatMap((number) => around(number)), 1, 2, 10];
  return [...new Set(step === 1 ? numbers : [...numbers.map((number) => Math.ceil(number / step) * step), step * 10])];
}

/** The limit and one more and less, in decimal places: 1.2 - 1 is 0.19999999999999996 in binary. */
const around = (limit: number): readonly number[] => [limit, limit + 1, limit - 1].map((number) => Number(number.toFixed(10)));

const middleOf = (limits: readonly number[]): number =>
  limits.length < 2 ? 3 : Math.round((Math.min(...limits) + Math.max(...limits)) / 2);

/** The number, for times in minutes, that a value must be a multiple of; 1 if there is none. */
export const stepOf = (maker: Maker, uses: readonly string[]): number =>
  Math.max(1, ...uses.flatMap((use) => maker.forms.get(use)?.steps ?? []).filter((step) => Number.isInteger(step)));

/** Amounts of money; the first has cents, so that shares of it are rounded. */
function amountsAround(maker: Maker, uses: readonly string[]): readonly number[] {
  const numbers = numbersAround(maker, uses);
  const withCents = stepOf(maker, uses) === 1 ? numbers.slice(0, 1).map((number) => inCents(number + 0.99)) : [];
  return [...withCents, ...numbers, ...fractionsAround(maker, uses)];
}

/** Limits that have a fraction, and their halves. */
const fractionsAround = (maker: Maker, uses: readonly string[]): readonly number[] =>
  maker.numbers(uses).flatMap((limit) => (Number.isInteger(limit) ? [] : [limit / 2, limit]));

/** The smallest difference that is tried. */
const cent = 0.01;
const inCents = (number: number): number => Number(number.toFixed(2));

/** Whether a call creates such lines one by one, so that they can be told apart from the start. */
const areMadeApart = ({ model }: Maker, { field }: Input): boolean =>
  model.calls.some(({ does }) => does?.steps.some((step) => step.kind === 'create' && step.entity.text === entityOfLines(field)));

const entityOfLines = (field: Field | null): string | null => (field?.type.kind === 'inverse' ? field.type.entity.text : null);

/** One line with a value for each of its names; numbers that the document gives come first. */
function linesOf(maker: Maker, input: Input, each: TakesPattern): Json {
  const inside = inputsOfLine(maker, input, each);
  return inside.length === 0
    ? []
    : [
        Object.fromEntries(
          inside.flatMap((one) =>
            [...(isMeasure(one) ? one.uses.flatMap((use) => maker.given.get(use) ?? []) : []), ...valuesFor(maker, one)]
              .slice(0, 1)
              .map((value) => [one.name, value]),
          ),
        ),
      ];
}

/** The inputs of a line, as if they were the request's own. */
function inputsOfLine({ model }: Maker, input: Input, { entries }: TakesPattern): readonly Input[] {
  const entity = entityOfLines(input.field);
  return entries.flatMap(({ key, optional, each }): readonly Input[] => {
    const field = entity === null ? undefined : fieldOf(model, entity, key.text);
    if (field === undefined) return [];
    return [
      {
        ...input,
        name: key.text,
        path: [key.text],
        optional,
        type: anyType,
        field,
        uses: [`${entity}.${key.text}`],
        unique: field.unique,
        each,
      },
    ];
  });
}

/**
 * No line, two different and two equal ones, as many as limits allow and one more, and a line with
 * one value changed.
 */
function lineMutations(maker: Maker, input: Input, each: TakesPattern): readonly MutatedValue[] {
  const inside = inputsOfLine(maker, input, each);
  const line = (): Readonly<Record<string, Json>> => (linesOf(maker, input, each) as readonly Readonly<Record<string, Json>>[])[0] ?? {};
  const more = (json: Json | undefined): Json | undefined => (typeof json === 'number' ? json + 1 : json);
  const one = line();
  const entity = entityOfLines(input.field);
  const limits = entity === null ? [] : maker.counts(entity).filter((limit) => limit > 1 && limit <= mostLines);
  const other = (): Json => Object.fromEntries(Object.entries(line()).map(([key, value]) => [key, more(value) ?? null]));
  return [
    { words: `with no ${input.name}`, value: [] },
    { words: `with two ${input.name}`, value: [line(), other()] },
    { words: `with two equal ${input.name}`, value: [one, one] },
    ...limits.flatMap((limit) =>
      [limit, limit + 1].map((length) => ({ words: `with ${length} ${input.name}`, value: Array.from({ length }, line) })),
    ),
    { words: `with a text as ${input.name}`, value: 'one' },
    ...inside.flatMap((one) =>
      mutationsOf(maker, one).map(({ words, value }) => {
        const { [one.name]: _, ...rest } = line();
        return { words: `${words} in ${input.name}`, value: [value === undefined ? rest : { ...rest, [one.name]: value }] };
      }),
    ),
  ];
}

/**
 * The value for a number: itself, the date or moment that many days from today or now, or the time
 * after that part of a day.
 */
export function valueOfNumber(maker: Maker, input: Input, number: number): Json {
  if (isTime(input)) return timeOfDay(Math.round(number * minutesOfDay));
  return isDate(input) ? valueInDays(maker, 'date', number) : isMoment(input) ? valueInDays(maker, 'datetime', number) : number;
}

/** A value that is invalid, or at the edge of being valid. */
export interface MutatedValue {
  /** A description: `with a blank subject`. */
  readonly words: string;
  /** Undefined: the name is left out. */
  readonly value: Json | undefined;
}

/** An id that no record has. */
export const noSuchId = '00000000-0000-7000-8000-000000000000';

/** Values on both sides of every limit, and values that are invalid for the kind of the input. */
export function mutationsOf(maker: Maker, input: Input): readonly MutatedValue[] {
  const { name, field, type, each } = input;
  const kind = kindOf(input);
  const found: MutatedValue[] = [];
  const add = (words: string, value: Json | undefined): void => void found.push({ words, value });
  if (input.place === 'body') {
    add(`without ${name}`, undefined);
    add(`with ${name} null`, null);
  }
  if (each !== null) found.push(...lineMutations(maker, input, each));
  const texts = ['text', 'markdown', 'slug', 'email', 'url', 'password', 'phone', 'any'];
  if (texts.includes(kind) && input.place !== 'route') {
    const fresh = (): string => `${maker.marker}${maker.next()}`;
    if (input.place === 'body') {
      add(`with an empty ${name}`, '');
      add(`with a blank ${name}`, '   ');
      add(`with spaces around ${name}`, `  ${fresh()} `);
      add(`with a number as ${name}`, 12345);
      add(`with an object as ${name}`, { [name]: fresh() });
    }
    found.push(...formMutations(maker, input));
    if (kind === 'email' || kind === 'url') add(`with a ${name} that is no ${kind}`, `no ${fresh()}`);
    const most = field !== null && 'maxLength' in field.type ? field.type.maxLength : undefined;
    const limits = new Set([...maker.numbers(input.uses), ...(most === undefined ? [] : [most])]);
    for (const limit of limits)
      for (const length of [limit - 1, limit, limit + 1])
        if (length >= 12 && length <= 20_000) add(`with ${length} characters in ${name}`, textOf(maker, length));
        else if (length > 0 && length < 12 && !input.unique) add(`with ${length} characters in ${name}`, 'abcdefghijkl'.slice(0, length));
  }
  if (kind === 'integer' || kind === 'decimal' || kind === 'money') {
    for (const limit of new Set([0, ...maker.numbers(input.uses)]))
      for (const number of around(limit)) add(`with ${name} ${number}`, number);
    const step = stepOf(maker, input.uses);
    if (step > 1) for (const number of [step - 1, step + 1, step, 2 * step]) add(`with ${name} ${number}`, number);
    for (const limit of step > 1 ? maker.numbers(input.uses) : [])
      for (const by of [-step, step]) add(`with ${name} ${limit + by}`, limit + by);
    const [usual] = valuesFor(maker, input);
    if (kind === 'money' && typeof usual === 'number') add(`with half a cent more as ${name}`, Number((usual + cent / 2).toFixed(3)));
    if (kind !== 'integer')
      for (const limit of maker.numbers(input.uses))
        for (const by of [-cent, cent]) add(`with ${name} ${inCents(limit + by)}`, inCents(limit + by));
    if (kind === 'decimal' && typeof usual === 'number')
      for (const by of [0.1, 0.25]) add(`with ${name} ${inCents(usual + by)}`, inCents(usual + by));
    add(`with a text as ${name}`, 'many');
    add(`with a number in quotes as ${name}`, '3');
    if (kind === 'integer') add(`with a fraction as ${name}`, 1.5);
  }
  if (kind === 'enum' || kind === 'state') {
    for (const value of type.kind === 'enum' || type.kind === 'state' ? type.values : []) add(`with ${name} ${value}`, value);
    add(`with an unknown ${name}`, `no-such-${name}`);
  }
  if (field?.type.kind === 'relation' && input.sought === null) {
    const isNumbered = fieldOf(maker.model, field.type.entity.text, 'id')?.type.kind === 'serial';
    add(`with a ${name} that does not exist`, isNumbered ? 987_654_321 : noSuchId);
  }
  if (kind === 'boolean') {
    for (const value of [true, false]) add(`with ${name} ${value}`, value);
    add(`with a text as ${name}`, 'perhaps');
  }
  if (kind === 'date' || kind === 'datetime') {
    for (const days of [-400, -1, 0, 1, 400]) add(`with ${name} in ${days} days`, valueInDays(maker, kind, days));
    add(`with a text as ${name}`, 'tomorrow');
    if (kind === 'date') add(`with an impossible date in ${name}`, '2026-02-30');
  }
  if (kind === 'time') {
    const step = stepOf(maker, input.uses);
    for (const limit of maker.times(input.uses))
      for (const minute of new Set([limit - 1, limit, limit + 1, limit - step, limit + step]))
        if (minute >= 0 && minute < minutesOfDay) add(`with ${name} ${timeOfDay(minute)}`, timeOfDay(minute));
    add(`with a text as ${name}`, 'noon');
    add(`with an impossible time in ${name}`, '24:30');
  }
  if (kind === 'list') found.push(...listMutations(maker, input));
  return found;
}

/** Lists of as many entries as limits allow, with equal ones, and with entries at limits. */
function listMutations(maker: Maker, input: Input): readonly MutatedValue[] {
  const { name, field, type } = input;
  const of = field?.type.kind === 'list' ? field.type.of.kind : type.kind === 'list' ? type.of.kind : null;
  const found: MutatedValue[] = [{ words: `with a text as ${name}`, value: 'one' }];
  const isOfTexts = of === 'text';
  if (!isOfTexts && of !== 'integer' && of !== 'decimal') return found;
  const limits = maker.numbers(input.uses);
  const entry = (index: number): Json => (isOfTexts ? `${maker.marker}${index}` : index + 1);
  found.push({ words: `with ${isOfTexts ? 'a number' : 'a text'} in ${name}`, value: [isOfTexts ? 12345 : 'one'] });
  found.push({ words: `with two equal entries in ${name}`, value: [entry(0), entry(0)] });
  for (const length of new Set(limits.flatMap((limit) => [limit - 1, limit, limit + 1])))
    if (length >= 0 && length <= 50)
      found.push({ words: `with ${length} entries in ${name}`, value: Array.from({ length }, (_, at) => entry(at)) });
  for (const number of isOfTexts ? [] : new Set(limits.flatMap((limit) => around(limit))))
    found.push({ words: `with ${number} in ${name}`, value: [number] });
  return found;
}

/** The time of day so many minutes after midnight: `08:30`. */
export const timeOfDay = (minute: number): string => formatTime(new PlainTime(minute * 60));

/** The date or time that many days from now, in ISO format. */
export function valueInDays(maker: Maker, kind: 'date' | 'datetime', days: number): string {
  const text = new Date(maker.now() + days * day).toISOString();
  return kind === 'date' ? text.slice(0, 10) : text;
}
