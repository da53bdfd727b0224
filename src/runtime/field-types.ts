import { own } from '../base/own.ts';
import type { FieldType } from '../model/ast/entities.ts';
import { formatDate, formatDuration, formatMoney, formatNumber, formatPercent, formatTime } from './format.ts';

/**
 * How values of a type are formatted, typed and filtered. Their components are in values/value.tsx
 * and inputs/input-control.tsx.
 */
export interface ShownType {
  /** The kind of form value; see form-values.ts. */
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
  /** What its filter offers: two bounds, a substring, records, or values to choose from. */
  readonly filter: 'range' | 'contains' | 'records' | 'choices';
  readonly sortable: boolean;
  /** Whether a column of it can be summed. */
  readonly addable: boolean;
  /** Whether it is aligned to the end of its column. */
  readonly atEnd: boolean;
  /**
   * Whether it is clear without its field's name, as a face, a colour or a day is; a number is not.
   */
  readonly saysItself: boolean;
  /** Whether it is prose of any length. */
  readonly prose: boolean;
  /** Whether it reads as one word, which must not break across lines. */
  readonly unbroken: boolean;
  /** Whether it needs the full width of the details. */
  readonly wide: boolean;
  /** Formats a value as one line of plain text. */
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
/** Whether a field's number is a year: `year`, `yearBuilt`, `fiscal_year`. */
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

/** By the name that a session uses for the type; unknown types look like text. */
export const shownType = (kind: string): ShownType => own(shownTypes, kind) ?? text;

/**
 * Formats a field's value as one line of plain text. A year has no digit grouping: 2026, not 2,026.
 */
export const formatField = (kind: FieldType['kind'], field: string, text: string, locale: string, currency: string | null): string =>
  kind === 'integer' && isYear(field) ? text : shownType(kind).format(text, locale, currency);
