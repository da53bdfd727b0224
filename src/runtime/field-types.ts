import { own } from '../base/own.ts';
import type { FieldType } from '../model/ast/entities.ts';
import { formatDate, formatDuration, formatMoney, formatNumber, formatPercent, formatTime } from './format.ts';

/**
 * How values of a type are shown, typed and requested; their look is in values/value.tsx and
 * inputs/input-control.tsx.
 */
export interface ShownType {
  /** The form value: see form-values.ts. */
  readonly input:
    | 'text'
    | 'secret'
    | 'boolean'
    | 'many'
    | 'day'
    | 'clock'
    | 'moment'
    | 'duration'
    | 'json'
    /** One of several values, a record or a file. */
    | 'picked'
    | 'whole'
    | 'number'
    /** A share: typed as 12, sent as 0.12. */
    | 'percent'
    /** Rows of a list of lines. */
    | 'lines';
  /** What a filter asks for: two bounds, a part of the text, records, or values to choose from. */
  readonly filter: 'range' | 'contains' | 'records' | 'choices';
  readonly sortable: boolean;
  /** Can a column be added up? */
  readonly addable: boolean;
  /** Whether it is aligned to the end of its column. */
  readonly atEnd: boolean;
  /** Is it understood without the name of its field: a face, a colour, a day? A number is not. */
  readonly saysItself: boolean;
  /** Prose, of any length. */
  readonly prose: boolean;
  /** One word to the eye, which must not be broken over several lines. */
  readonly unbroken: boolean;
  /** Does it need the whole width of the details? */
  readonly wide: boolean;
  /** A value in one line of plain text. */
  format(text: string, locale: string, currency: string | null): string;
}

const text: ShownType = {
  input: 'text',
  filter: 'choices',
  sortable: true,
  addable: false,
  atEnd: false,
  saysItself: false,
  prose: false,
  unbroken: false,
  wide: false,
  format: (value) => value,
};
const number: ShownType = {
  ...text,
  input: 'number',
  filter: 'range',
  addable: true,
  atEnd: true,
  format: (value, locale) => formatNumber(value, locale),
};
/** Is a field's number a year: `year`, `yearBuilt`, `fiscal_year`? */
const isYear = (field: string): boolean => /(?:^year|_year|[a-z]Year)(?![a-z])/u.test(field);

const several: ShownType = { ...text, input: 'many', sortable: false, saysItself: true };
const stored: ShownType = { ...text, input: 'picked', sortable: false };

const shownTypes: Readonly<Record<FieldType['kind'], ShownType>> = {
  text: { ...text, filter: 'contains', prose: true },
  markdown: { ...text, filter: 'contains', prose: true, wide: true },
  integer: { ...number, input: 'whole' },
  decimal: number,
  percent: { ...number, input: 'percent', addable: false, format: formatPercent },
  money: { ...number, format: (value, locale, currency) => formatMoney(value, currency, locale) },
  boolean: { ...text, input: 'boolean' },
  date: { ...text, input: 'day', filter: 'range', saysItself: true, unbroken: true, format: formatDate },
  time: { ...text, input: 'clock', filter: 'range', unbroken: true, format: formatTime },
  datetime: { ...text, input: 'moment', filter: 'range', saysItself: true, unbroken: true, format: formatDate },
  duration: { ...text, input: 'duration', filter: 'range', addable: true, unbroken: true, format: formatDuration },
  email: { ...text, filter: 'contains', saysItself: true },
  url: { ...text, filter: 'contains', saysItself: true },
  phone: { ...text, filter: 'contains', saysItself: true, unbroken: true },
  color: text,
  password: { ...text, input: 'secret', sortable: false },
  file: stored,
  image: { ...stored, saysItself: true, wide: true },
  json: { ...text, input: 'json', sortable: false, wide: true },
  uuid: text,
  secret: { ...text, sortable: false },
  serial: { ...number, input: 'whole', addable: false, atEnd: false },
  slug: { ...text, filter: 'contains' },
  state: { ...text, input: 'picked', saysItself: true },
  enum: { ...text, input: 'picked', saysItself: true },
  relation: { ...text, input: 'picked', filter: 'records', saysItself: true },
  list: several,
  members: { ...several, filter: 'records' },
  inverse: { ...text, input: 'lines', sortable: false },
  rows: { ...text, sortable: false, wide: true },
  unknown: text,
};

/** By the name that a session gives a type; what is not known looks like text. */
export const shownType = (kind: string): ShownType => own(shownTypes, kind) ?? text;

/** A field's value in one line of plain text. A year is no amount: 2026, not 2,026. */
export const formatField = (kind: FieldType['kind'], field: string, text: string, locale: string, currency: string | null): string =>
  kind === 'integer' && isYear(field) ? text : shownType(kind).format(text, locale, currency);
