import type { Type } from '../../expression/types/type.ts';
import { Decimal, decimalText, isDecimal } from '../../expression/values/decimal.ts';
import { parseCell } from '../../expression/values/json.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Json } from '../record-data.ts';
import type { DataFile } from './data-set.ts';

/*
 * Converts one value to a CSV cell and back. An empty cell is null (an empty text or list if the
 * field is required), and `""` is an empty text. A text that a spreadsheet would read as a formula
 * gets an apostrophe, which the import removes.
 */

/** Stands for a cell written `""`. No text of a record contains this character. */
export const quotedEmpty = '\0';

const formula = /^'*[=+\-@\t\r]/;

/**
 * Converts a value; null: an empty cell. The caller must quote an empty text. `paths`: file paths
 * by id.
 */
export function toCell({ type, valueType }: Field, value: Json, paths: ReadonlyMap<string, string>): string | null {
  if (value === null) return null;
  if (type.kind === 'members') {
    const ids = value as readonly string[];
    return ids.some((id) => /[;[]|^\s|\s$/.test(id)) ? JSON.stringify(ids) : ids.join('; ');
  }
  if (type.kind === 'list' || type.kind === 'json') return JSON.stringify(value);
  if (valueType.kind === 'file') {
    return paths.get((value as { readonly id: string }).id) ?? null;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (valueType.percent) return `${decimalText(new Decimal(String(value)).times(100))}%`;
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value);
  return isText(valueType) && formula.test(value) ? `'${value}` : value;
}

export type CellValue = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

/**
 * Converts a cell. `files`: the files of the import, by path. A value of the wrong type stays text,
 * which the import then reports.
 */
export function fromCell(field: Field, written: string, files: ReadonlyMap<string, DataFile & { readonly id: string }>): CellValue {
  const { type, valueType } = field;
  const value = (json: Json): CellValue => ({ ok: true, value: json });
  if (written === quotedEmpty && isText(valueType)) return value('');
  const cell = written === quotedEmpty ? '' : written;
  if (cell === '') return value(isText(valueType) && field.required ? '' : type.kind === 'members' || type.kind === 'list' ? [] : null);
  if (type.kind === 'members' || type.kind === 'list') {
    if (!cell.trim().startsWith('['))
      return value(
        pieces(cell, ';').map((item) => (isNumber(itemOf(valueType)) && type.kind === 'list' ? numberOf(item, itemOf(valueType)) : item)),
      );
    const json = jsonOf(cell);
    return json === undefined ? { ok: false, message: 'must be a list such as ["a", "b"] or a; b' } : value(json);
  }
  switch (valueType.kind) {
    case 'boolean': {
      const lower = cell.trim().toLowerCase();
      return value(lower === 'yes' || lower === 'true' ? true : lower === 'no' || lower === 'false' ? false : cell);
    }
    case 'integer':
    case 'decimal':
    case 'money':
      return value(numberOf(cell, valueType));
    case 'json': {
      const json = jsonOf(cell);
      return json === undefined ? { ok: false, message: 'must be JSON' } : value(json);
    }
    case 'file': {
      const file = files.get(cell.trim());
      return file === undefined
        ? { ok: false, message: `names a file that is missing from the archive: ${cell.trim()}` }
        : value({ id: file.id });
    }
    default:
      return value(isText(valueType) ? (formula.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell) : cell.trim());
  }
}

/**
 * Whether the value is stored as text. Values of unknown type are written according to their form.
 */
const isText = ({ kind }: Type): boolean => ['text', 'enum', 'state', 'any'].includes(kind);

const isNumber = ({ kind }: Type): boolean => ['integer', 'decimal', 'money'].includes(kind);

const itemOf = (type: Type): Type => (type.kind === 'list' ? type.of : type);

/**
 * A number if a binary float represents it exactly, else its text: exact values stay exact, and the
 * import reports invalid ones. `12 %` of a percent is 0.12.
 */
function numberOf(cell: string, type: Type): Json {
  const share = type.percent ? parseCell(cell, type) : null;
  const text = isDecimal(share) ? decimalText(share) : cell.trim();
  const number = Number(text);
  return /^-?\d+(\.\d+)?$/.test(text) && Math.abs(number) <= Number.MAX_SAFE_INTEGER && digits(String(number)) === digits(text)
    ? number
    : text;
}

const digits = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

const pieces = (cell: string, separator: string): string[] =>
  cell
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

function jsonOf(cell: string): Json | undefined {
  try {
    return JSON.parse(cell) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
