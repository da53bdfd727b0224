import { own, setOwn } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { Json } from '../../engine/record-data.ts';
import { shownType } from '../field-types.ts';
import { fromLocalInput, toLocalInput } from '../format.ts';
import { isRelation } from '../model-lookup.ts';
import { parsePercentage, plainNumber, shiftDecimalPoint } from './plain-number.ts';

/**
 * Form values: numbers, moments and json as typed text, relations as RelationData, everything else
 * as Json.
 */
export type FormValues = Readonly<Record<string, Json>>;

/** Whether it is typed as a number. */
const isTyped = (type: string): boolean => ['whole', 'number', 'percent'].includes(shownType(type).input);

/**
 * A required boolean without a default: neither option is selected until the person chooses one.
 */
export const isUnanswered = ({ type, required, value }: InputData): boolean => type === 'boolean' && required && value === null;

/** The form value that an input starts with. */
export function initialValue(input: InputData, zone: string): Json {
  const { value } = input;
  switch (shownType(input.type).input) {
    case 'secret':
      return '';
    case 'boolean':
      return isUnanswered(input) ? null : value === true;
    case 'many':
      return Array.isArray(value) ? value : [];
    case 'moment':
      return typeof value === 'string' ? toLocalInput(value, zone) : '';
    case 'clock':
      return typeof value === 'string' ? value.slice(0, 5) : '';
    case 'json':
      return value === null ? '' : JSON.stringify(value, null, 2);
    case 'lines':
      return storedRows(input).map((row) => ({ id: row['id'] ?? null, ...initialValues(columnsOf(input, row), zone) }));
    case 'percent':
      return value === null ? '' : shiftDecimalPoint(String(value), 2);
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
  /** Inputs whose values cannot be read, with the reason: a key of the texts. */
  readonly wrong: Readonly<Record<string, Wrong>>;
}

type Wrong = 'required' | 'number' | 'whole' | 'json';

interface ReadOptions {
  readonly zone: string;
  readonly whole?: boolean;
}

/** A line as a form value: `id` (null if new) and a form value for each column. */
export type Row = Readonly<Record<string, Json>>;

export const rowsOf = (value: Json | undefined): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : []);
const storedRows = (input: InputData): readonly Row[] => rowsOf(input.value);

/** The columns of a line as inputs, with their stored values. */
const columnsOf = (input: InputData, stored: Row | undefined): readonly InputData[] =>
  (input.lines?.columns ?? []).map((column) =>
    stored === undefined ? column : { ...column, value: (own(stored, column.name) ?? null) as InputData['value'] },
  );

export const blankRow = (input: InputData, zone: string): Row => ({ id: null, ...initialValues(input.lines?.columns ?? [], zone) });

/** Whether a row is new and untouched, and so is not sent. */
export const isBlank = (input: InputData, row: Row, zone: string): boolean =>
  row['id'] === null && Object.entries(blankRow(input, zone)).every(([name, value]) => sameValue(value, own(row, name) ?? null));

/** The indexes of the rows that are sent. */
export const placesOf = (input: InputData, value: Json | undefined, zone: string): readonly number[] =>
  rowsOf(value).flatMap((row, place) => (isBlank(input, row, zone) ? [] : [place]));

/** The key of an error: `lines[0].price` for a cell, `lines[0]` for a whole line. */
export const cellKey = (list: string, place: number, column?: string): string =>
  column === undefined ? `${list}[${place}]` : `${list}[${place}].${column}`;

/** The lines to send: the changed values of a stored line, all typed values of a new one. */
function readLines(input: InputData, value: Json, options: ReadOptions): { readonly sent: Json; readonly wrong: Reading['wrong'] } {
  const wrong: Record<string, Wrong> = {};
  const computed = new Set(input.lines?.computed ?? []);
  const rows = rowsOf(value);
  const sent = placesOf(input, value, options.zone).map((place): Json => {
    const row = rows[place] as Row;
    const id = row['id'] ?? null;
    const fixed = new Set(typeof id === 'string' ? (own(input.lines?.fixed ?? {}, id)?.columns ?? []) : []);
    const stored = storedRows(input).find((one) => one['id'] === id);
    const columns = columnsOf(input, stored).filter(({ name }) => !computed.has(name) && !fixed.has(name));
    const line = readForm(columns, row, {
      ...options,
      whole: options.whole === true || stored === undefined,
    });
    for (const [name, kind] of Object.entries(line.wrong)) setOwn(wrong, cellKey(input.name, place, name), kind);
    return id === null ? line.values : { id, ...line.values };
  });
  return { sent, wrong };
}

/**
 * What a form sends: only changed values, so that the product fills in defaults. Moments are typed
 * in the time zone `zone`. A required input that is empty is reported in `wrong`. `whole`: send all
 * non-empty values, changed or not (an event's parameters).
 */
export function readForm(inputs: readonly InputData[], values: FormValues, { zone, whole = false }: ReadOptions): Reading {
  const sent: Record<string, Json> = {};
  const wrong: Record<string, Wrong> = {};
  for (const input of inputs) {
    const { name } = input;
    const value = own(values, name) ?? null;
    const first = initialValue(input, zone);
    if (input.lines !== undefined) {
      const lines = readLines(input, value, { zone, whole });
      Object.assign(wrong, lines.wrong);
      if (whole || !sameValue(value, first)) setOwn(sent, name, lines.sent);
      continue;
    }
    if (isEmpty(value)) {
      const kept = shownType(input.type).input === 'secret' && input.value !== null;
      if (input.required && !kept) setOwn(wrong, name, 'required');
      else if (!sameValue(value, first)) setOwn(sent, name, Array.isArray(value) ? value : null);
      continue;
    }
    if (!whole && sameValue(value, first)) continue;
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
  const plain = shownType(type).input === 'percent' ? parsePercentage(text) : plainNumber(text);
  if (plain === null) return { wrong: 'number' };
  if (shownType(type).input !== 'whole') return { value: plain };
  if (!/^-?\d+$/u.test(plain)) return { wrong: 'whole' };
  const whole = Number(plain);
  return { value: Number.isSafeInteger(whole) ? whole : plain };
}
