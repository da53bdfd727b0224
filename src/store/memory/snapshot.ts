import { compareIds } from '../meaning.ts';
import type { Snapshot, StoredRecord } from '../store.ts';
import type { ReadObserver } from './read-observer.ts';
import { RecordTable } from './record-table.ts';
import type { LoggedMap, UndoLog } from './undo-log.ts';

/** The key for values about a field (`Entity.field`), or about a field of one record. */
export const keyed = (entity: string, field: string, record?: string): string =>
  record === undefined ? `${entity}.${field}` : `${entity}.${field}/${record}`;

/** Splits such keys again; returns each with its value. */
export function unkeyed<V>(
  map: LoggedMap<V>,
): { readonly entity: string; readonly field: string; readonly record: string; readonly value: V }[] {
  return [...map.keys()].flatMap((key) => {
    const value = map.get(key);
    const dot = key.indexOf('.');
    const slash = key.indexOf('/', dot);
    const end = slash < 0 ? key.length : slash;
    const found = { entity: key.slice(0, dot), field: key.slice(dot + 1, end), record: key.slice(end + 1) };
    return value === undefined ? [] : [{ ...found, value }];
  });
}

export const recordsInOrder = (table: RecordTable | undefined): readonly StoredRecord[] =>
  [...(table?.all() ?? [])].sort((a, b) => compareIds(a.id, b.id));

/**
 * Creates tables with the records of a snapshot. Throws ValueConflict for a record that its schema
 * does not allow.
 */
export function filledTables({ schema, records }: Snapshot, log: UndoLog, reads: ReadObserver | null): Map<string, RecordTable> {
  return new Map(
    schema.tables.map((description) => {
      const table = new RecordTable(description, log, reads);
      for (const record of records.get(description.entity) ?? []) table.put(table.complete(record));
      return [description.entity, table];
    }),
  );
}
