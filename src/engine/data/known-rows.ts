import { wholeOf } from '../../base/bytes.ts';
import type { ModelIndex } from '../document/model-index.ts';
import type { Json } from '../record-data.ts';
import { integrityProblem } from './checksum.ts';
import { type DataProblem, type DataRow, type DataSet, mostProblems } from './data-set.ts';
import { idOf, type KnownRow, keyOf, type Order, sortByReferences } from './order.ts';
import { RowIds } from './row-ids.ts';

/** A problem with a row, and the row's position. */
export interface RowProblem {
  readonly at: number;
  readonly problem: DataProblem;
}

/** What must be known about all rows before the first one is written, in a few bytes per row. */
export interface RowIndex extends Order {
  readonly problems: readonly RowProblem[];
  /** For each serial field, the highest number in the rows: new numbers start after it. */
  readonly highest: readonly { readonly entity: string; readonly field: string; readonly number: number }[];
}

/** A row to write, with its position. */
export interface PlacedRow extends KnownRow {
  readonly at: number;
}

export const rowAt = ({ rows }: DataSet, at: number): DataRow => {
  const row = rows.at(at);
  if (row === undefined) throw new RangeError(`there is no row ${at} of ${rows.length}`);
  return row;
};

/** Checks all rows. Leaves out rows without a usable or unique id, and reports them. */
export function knownRows(index: ModelIndex, data: DataSet): RowIndex {
  const { rows } = data;
  const ids = new RowIds();
  const entities = new Set<string>();
  const serials = new Map<string, Map<string, number>>();
  const isOut = new Uint8Array(rows.length);
  const problems: RowProblem[] = [];
  for (let at = 0; at < rows.length && problems.length < mostProblems; at++) {
    const row = rowAt(data, at);
    const { entity, place } = row;
    const wrong = (field: string | null, message: string): void => void problems.push({ at, problem: { place, field, message } });
    for (const { field, message } of cutOff(row, data)) wrong(field, message);
    const refused = (field: string | null, message: string): void => {
      isOut[at] = 1;
      wrong(field, message);
    };
    if (index.entity(entity) === null) {
      refused(null, `There is no entity ${entity} in the document.`);
      continue;
    }
    entities.add(entity);
    const highest = serials.get(entity) ?? new Map(serialsOf(index, entity).map((field) => [field, 0]));
    serials.set(entity, highest);
    for (const [field, number] of highest) highest.set(field, Math.max(number, numberIn(row.values.get(field))));
    const given = row.values.get('id') ?? null;
    if (given === null) continue;
    const id = idOf(given);
    if (id === null || id === '') {
      refused('id', 'The id must be text or a number.');
      continue;
    }
    const other = ids.add(keyOf(entity, id), at);
    if (other >= 0) refused('id', `The id ${id} is used twice: ${rowAt(data, other).place} has it too.`);
  }
  const order = sortByReferences(index, {
    length: rows.length,
    entities,
    row: (at) => (isOut[at] === 1 ? null : rowAt(data, at)),
    find: (entity, id) => ids.find(keyOf(entity, id)),
  });
  const highest = [...serials].flatMap(([entity, fields]) => [...fields].map(([field, number]) => ({ entity, field, number })));
  return { ...order, problems, highest: highest.filter(({ number }) => number > 0) };
}

export const serialsOf = (index: ModelIndex, entity: string): readonly string[] =>
  [...(index.entity(entity)?.byName.values() ?? [])].flatMap(({ type, name }) => (type.kind === 'serial' ? [name.text] : []));

/** Zero if it is not a valid number. */
const numberIn = (value: Json | undefined): number => (Number.isSafeInteger(Number(value ?? 0)) ? Number(value ?? 0) : 0);

/** Reports files whose length differs from the one in a record. */
function cutOff({ values }: DataRow, { files }: DataSet): { readonly field: string; readonly message: string }[] {
  return [...values].flatMap(([field, value]) =>
    [value].flat().flatMap((one) => {
      if (typeof one !== 'object' || one === null || !('id' in one && 'size' in one) || typeof one.size !== 'number') return [];
      const file = files.get(String(one.id));
      const why = file === undefined || file.bytes.length === one.size ? null : integrityProblem(wholeOf(file.bytes), one.size, undefined);
      return why === null ? [] : [{ field, message: `The file ${String(one.id)} ${why}.` }];
    }),
  );
}
