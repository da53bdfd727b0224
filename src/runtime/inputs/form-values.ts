import { own, setOwn } from '../../base/own.ts';
import type { InputData, Json } from '../../engine/session.ts';
import { shownType } from '../field-types.ts';
import { fromLocalInput, toLocalInput } from '../format.ts';
import { isRelation } from '../model-lookup.ts';
import { plainNumber } from './plain-number.ts';

/**
 * Form values: numbers, moments and json as typed text, relations as RelationData, everything else
 * as Json.
 */
export type FormValues = Readonly<Record<string, Json>>;

/** Is it typed as a number? */
const isTyped = (type: string): boolean => ['whole', 'number'].includes(shownType(type).input);

/** What an input shows at first. */
export function initialValue(input: InputData, zone: string): Json {
  const { value } = input;
  switch (shownType(input.type).input) {
    case 'secret':
      return '';
    case 'boolean':
      return value === true;
    case 'many':
      return Array.isArray(value) ? value : [];
    case 'moment':
      return typeof value === 'string' ? toLocalInput(value, zone) : '';
    case 'clock':
      return typeof value === 'string' ? value.slice(0, 5) : '';
    case 'json':
      return value === null ? '' : JSON.stringify(value, null, 2);
    case 'picked':
    case 'duration':
      return value;
    default:
      return value === null ? '' : typeof value === 'string' ? value : String(value);
  }
}

export const initialValues = (inputs: readonly InputData[], zone: string): FormValues =>
  Object.fromEntries(inputs.map((input) => [input.name, initialValue(input, zone)]));

export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export const sameValue = (a: Json | undefined, b: Json | undefined): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

export interface Reading {
  readonly values: Readonly<Record<string, Json>>;
  /** What could not be read, by input: a key of the words. */
  readonly wrong: Readonly<Record<string, 'required' | 'number' | 'whole' | 'json'>>;
}

/**
 * What a form sends: only changed values, so that defaults stay the product's. Moments are typed in
 * the time zone `zone`. `emptySent` says what a required input that is left empty sends, where the
 * document has its own error for it (undefined: it has none). `whole`: send all non-empty values,
 * changed or not (an event's parameters).
 */
export function readForm(
  inputs: readonly InputData[],
  values: FormValues,
  {
    zone,
    emptySent,
    whole = false,
  }: { readonly zone: string; readonly emptySent: (name: string) => '' | null | undefined; readonly whole?: boolean },
): Reading {
  const sent: Record<string, Json> = {};
  const wrong: Record<string, 'required' | 'number' | 'whole' | 'json'> = {};
  for (const input of inputs) {
    const { name } = input;
    const value = own(values, name) ?? null;
    const first = initialValue(input, zone);
    if (isEmpty(value)) {
      const kept = shownType(input.type).input === 'secret' && input.value !== null;
      const empty = input.required ? emptySent(name) : undefined;
      if (empty === '' && value === '') setOwn(sent, name, '');
      else if (empty === null && !kept) setOwn(sent, name, null);
      else if (input.required && !kept) setOwn(wrong, name, 'required');
      else if (!sameValue(value, first)) setOwn(sent, name, Array.isArray(value) ? value : null);
      continue;
    }
    if (!whole && sameValue(value, first) && !(shownType(input.type).input === 'boolean' && input.required && input.value === null))
      continue;
    const outcome = readValue(input, value, zone);
    if ('wrong' in outcome) setOwn(wrong, name, outcome.wrong);
    else setOwn(sent, name, outcome.value);
  }
  return { values: sent, wrong };
}

function readValue(
  input: InputData,
  value: Json,
  zone: string,
): { readonly value: Json } | { readonly wrong: 'number' | 'whole' | 'json' } {
  if (isTyped(input.type)) return readNumber(String(value), input.type);
  if (shownType(input.type).input === 'moment') {
    const moment = fromLocalInput(String(value), zone);
    return { value: moment };
  }
  if (shownType(input.type).input === 'json') {
    try {
      return { value: JSON.parse(String(value)) as Json };
    } catch {
      return { wrong: 'json' };
    }
  }
  if (isRelation(value)) return { value: value.id };
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value as readonly Json[]) {
      if (isRelation(item)) items.push(item.id);
      else if (input.of !== null && isTyped(input.of)) {
        const read = readNumber(String(item), input.of);
        if ('wrong' in read) return read;
        items.push(read.value);
      } else items.push(item);
    }
    return { value: items };
  }
  return { value };
}

function readNumber(text: string, type: string): { readonly value: Json } | { readonly wrong: 'number' | 'whole' } {
  const plain = plainNumber(text);
  if (plain === null) return { wrong: 'number' };
  if (shownType(type).input !== 'whole') return { value: plain };
  if (!/^-?\d+$/u.test(plain)) return { wrong: 'whole' };
  const whole = Number(plain);
  return { value: Number.isSafeInteger(whole) ? whole : plain };
}
