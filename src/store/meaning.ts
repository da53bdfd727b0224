import { evaluateNode } from '../expression/evaluate/evaluate.ts';
import { EvaluationError } from '../expression/evaluate/scope.ts';
import { compare } from '../expression/values/compare.ts';
import { isRecord, isRecordList, Money, type RecordValue, type Value } from '../expression/values/value.ts';
import { scopeFor } from './record-values.ts';
import { columnFor, type Schema, tableFor } from './schema.ts';
import type { Condition, Query, RowValue, SortKey } from './store.ts';

/*
 * What each part of a query means for one record. A store that queries in its own language (SQL)
 * must return the same results; where it cannot, it calls these functions.
 */

/** Whether a record meets the condition; false if the condition cannot be evaluated. */
export function isMet(condition: Condition, record: RecordValue): boolean {
  try {
    return evaluateNode(condition.node, scopeFor(condition.scope, condition.variable, record)) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);
const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export interface SearchTerm {
  readonly text: string;
  /** Whether to ignore the case of ASCII letters only, in the searched text too. */
  readonly ascii: boolean;
}

/**
 * Prepares the search text: SQL's lower() knows ASCII letters only, so an ASCII search text ignores
 * the case of ASCII letters only.
 */
export const searchNeedle = (text: string): SearchTerm =>
  isAscii(text) ? { text: asciiLower(text), ascii: true } : { text: text.toLowerCase(), ascii: false };

export const foundIn = (text: string, needle: SearchTerm): boolean =>
  (needle.ascii ? asciiLower(text) : text.toLowerCase()).includes(needle.text);

/**
 * Whether one of the fields contains the text. Lists are searched item by item, relations by their
 * label, numbers as written.
 */
export function matches(search: NonNullable<Query['search']>, record: RecordValue, schema: Schema): boolean {
  const needle = searchNeedle(search.text);
  return (
    search.fields.some((field) => contains(readField(record, field), needle, schema)) ||
    (search.values ?? []).some((value) => contains(readValue(record, value), needle, schema))
  );
}

function contains(value: Value, needle: SearchTerm, schema: Schema): boolean {
  if (typeof value === 'string') return foundIn(value, needle);
  if (typeof value === 'number' || typeof value === 'bigint') return foundIn(String(value), needle);
  if (isRecord(value)) {
    const label = tableFor(schema, value.entity)?.label ?? null;
    return label !== null && contains(labelText(value, label), needle, schema);
  }
  if (isRecordList(value)) return value.records().some((item) => contains(item, needle, schema));
  return Array.isArray(value) && (value as readonly Value[]).some((item) => contains(item, needle, schema));
}

const labelText = (record: RecordValue, label: string): Value => {
  const value = readField(record, label);
  return typeof value === 'string' ? value : null;
};

/** The page that a query selects from all its sorted results. */
export function pageOf<T>(sorted: readonly T[], { offset = 0, limit = Infinity, fromEnd = false }: Query): readonly T[] {
  const end = sorted.length - offset;
  return fromEnd ? sorted.slice(Math.max(0, end - limit), Math.max(0, end)) : sorted.slice(offset, offset + limit);
}

/** How many characters of a text determine its sort order; an index cannot store longer entries. */
export const sortedBy = 300;

function sortedText(text: string): string {
  // A character has at most two UTF-16 units.
  const beginning = text.length <= sortedBy ? text : [...text.slice(0, 2 * sortedBy)].slice(0, sortedBy).join('');
  return asciiLower(beginning);
}

/**
 * The order of a list: nulls last in both directions, enums and states as declared, relations by
 * label, text by its beginning and ignoring ASCII case; equal values by id (the order of creation).
 */
export function compareBy(sort: NonNullable<Query['sort']>, schema: Schema): (a: RecordValue, b: RecordValue) => number {
  return (a, b) => {
    for (const key of sort) {
      const { descending } = key;
      const left = sortValue(a, key, schema);
      const right = sortValue(b, key, schema);
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
        continue;
      }
      const order = compare(left, right) ?? 0;
      if (order !== 0) return descending ? -order : order;
    }
    return compareIds(a.id, b.id);
  };
}

/** Compares ids as text, for uuid v7 the order of creation; numeric ids compare as numbers. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  const order = compare(a, b) ?? 0;
  return /^\d+$/.test(a) && /^\d+$/.test(b) ? a.length - b.length || order : order;
}

function sortValue(record: RecordValue, key: SortKey, schema: Schema): Value {
  const value = key.value === undefined ? readField(record, key.field) : readValue(record, key.value);
  if (value === null) return null;
  if (isRecord(value)) {
    const label = tableFor(schema, value.entity)?.label ?? null;
    const text = label === null ? null : labelText(value, label);
    return typeof text === 'string' ? sortedText(text) : null;
  }
  if (typeof value === 'string') {
    const place = choicesOf(record, key, schema).indexOf(value);
    return place >= 0 ? place : sortedText(value);
  }
  // By the amount alone, whatever the currency, as a column does.
  if (value instanceof Money) return value.amount;
  return isRecordList(value) || Array.isArray(value) || value instanceof Map ? null : value;
}

/** The values of a state or an enum in declaration order; empty for other fields. */
export function choicesOf(record: Pick<RecordValue, 'entity'>, { field, value }: SortKey, schema: Schema): readonly string[] {
  if (value !== undefined) return 'values' in value.node.type ? value.node.type.values : [];
  const table = tableFor(schema, record.entity);
  return (table === null ? null : columnFor(table, field))?.values ?? [];
}

function readValue(record: RecordValue, { node, scope }: RowValue): Value {
  try {
    return evaluateNode(node, scopeFor(scope, null, record));
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

function readField(record: RecordValue, field: string): Value {
  try {
    return record.get(field);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
