import { own } from '../../base/own.ts';
import type { RecordData } from '../../engine/record-data.ts';
import type { ShownColumn } from '../columns.ts';
import { shownType } from '../field-types.ts';
import { cellText } from './cell-text.ts';

/** In letters: a text that is shorter needs no room of its own. */
const short = 24;

/**
 * The columns that share the room of a table: those with texts; where all of them are short, the
 * one with the longest text or name. A number of three letters gets none of it. Each comes with
 * the length of its longest value, in characters.
 */
export function roomyColumns(
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
