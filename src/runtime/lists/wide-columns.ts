import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { cellText } from './cell-text.ts';

/** In characters: shorter texts need no extra width. */
const short = 24;

/**
 * The columns that share the spare width of a table: those with long texts, or else the one with
 * the longest text or name. Short numbers get none. Maps each column to the length of its longest
 * value, in characters.
 */
export function wideColumnsOf(
  rows: readonly RecordData[],
  fields: readonly string[],
  column: (name: string) => Pick<ShownColumn, 'type'>,
): ReadonlyMap<string, number> {
  const lengths = fields
    .filter((field) => shownType(column(field).type.kind).prose || column(field).type.kind === 'relation')
    .map((field) => ({
      field,
      prose: shownType(column(field).type.kind).prose,
      length: rows.reduce((most, { values }) => Math.max(most, cellText(own(values, field) ?? null).length), 0),
    }));
  const long = lengths.filter(({ prose, length }) => prose && length > short);
  const [longest] = [...lengths].sort((a, b) => b.length - a.length);
  return new Map((long.length > 0 ? long : longest ? [longest] : []).map(({ field, length }) => [field, length]));
}
