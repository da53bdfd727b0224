import Papa from 'papaparse';
import { own } from '../../base/own.ts';
import type { InputData } from '../../engine/form-data.ts';
import type { Json, RelationData } from '../../engine/record-data.ts';
import type { Session } from '../../engine/session.ts';
import { shownType } from '../field-types.ts';
import { plainNumber } from './plain-number.ts';

/** Parses cells copied from a spreadsheet; null for the plain text of a single cell. */
export function copiedCells(text: string): readonly (readonly string[])[] | null {
  if (!/[\t\n]/u.test(text.replace(/\r?\n$/u, ''))) return null;
  return Papa.parse<string[]>(text.replace(/\r?\n$/u, ''), { delimiter: '\t' }).data;
}

/**
 * Converts the text of a pasted cell to a form value; undefined if the column cannot store it.
 * `named`: the label of an enum's value.
 */
export async function pastedValue(
  column: InputData,
  text: string,
  { choices, named }: { readonly choices: Session['choices']; readonly named: (value: string) => string },
): Promise<Json | undefined> {
  const plain = text.trim();
  switch (column.type) {
    case 'boolean':
      return /^(?:x|1|true|yes|ja|oui|sí|✓)$/iu.test(plain);
    case 'enum':
      return column.values.find((value) => same(value, plain) || same(named(value), plain));
    case 'relation': {
      if (plain === '' || column.entity === null) return null;
      const found = await choices(column.entity, plain, 20);
      const exact = found.filter(({ label, id }) => same(label, plain) || id === plain);
      return exact.length === 1 ? relationValue(exact[0] as RelationData) : undefined;
    }
    default:
      return shownType(column.type).input === 'picked' || shownType(column.type).input === 'many' ? undefined : text;
  }
}

const same = (a: string, b: string): boolean => a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0;

const relationValue = ({ entity, id, label }: RelationData): Json => ({ entity, id, label, address: null });

/** The sum, exact at any size; values that are no numbers count as zero. */
export function sumOf(values: readonly (Json | undefined)[]): string {
  const numbers = values.flatMap((value) => plainNumber(value === null || value === undefined ? '' : String(value)) ?? []);
  const places = Math.max(0, ...numbers.map((number) => number.split('.')[1]?.length ?? 0));
  const sum = numbers.reduce((all, number) => {
    const [whole = '', part = ''] = number.split('.');
    return all + BigInt(`${whole}${part.padEnd(places, '0')}`);
  }, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return sum < 0n ? `-${text}` : text;
}

/** The value that a column shows in a row: typed, or computed. */
export const shownIn = (
  row: Readonly<Record<string, Json>>,
  computed: Readonly<Record<string, Json>> | undefined,
  column: string,
  isComputed: boolean,
): Json | undefined => (isComputed && computed !== undefined ? own(computed, column) : own(row, column));
