import { own, setOwn } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import { lengthOf } from '../../model/types/reading.ts';
import { type ColumnSchema, type TableSchema, type UniqueSchema, uniqueKey } from '../schema.ts';
import { keptLength } from '../sql/shape.ts';
import { refuseUnstorable } from '../storable.ts';
import { type StoredRecord, ValueConflict } from '../store.ts';
import type { ReadObserver } from './read-observer.ts';
import { LoggedMap, type UndoLog } from './undo-log.ts';

/** The records of one entity, with an index for each relation and each set of unique fields. */
export class RecordTable {
  readonly schema: TableSchema;
  readonly relations: readonly ColumnSchema[];
  readonly #records: LoggedMap<StoredRecord>;
  readonly #indexes = new Map<string, Map<string, Set<string>>>();
  readonly #log: UndoLog;
  readonly #reads: ReadObserver | null;

  constructor(schema: TableSchema, log: UndoLog, reads: ReadObserver | null = null) {
    this.schema = schema;
    this.#log = log;
    this.#reads = reads;
    this.#records = new LoggedMap(log);
    this.relations = schema.columns.filter((column) => column.type === 'relation');
    for (const column of this.relations) this.#indexes.set(column.field, new Map());
    for (const unique of schema.uniques) this.#indexes.set(nameOf(unique), new Map());
  }

  get(id: string): StoredRecord | null {
    this.#reads?.record(this.schema.entity, id);
    return this.#records.get(id) ?? null;
  }

  all(): StoredRecord[] {
    const all = [...this.#records.values()];
    this.#noteAll(all);
    return all;
  }

  /** Ids of the records whose relation `field` is `id`. */
  referring(field: string, id: string): readonly string[] {
    this.#reads?.referring(this.schema.entity, field, id);
    return [...(this.#indexes.get(field)?.get(id) ?? [])];
  }

  /**
   * Ids of the records with the same values in the unique fields; empty if one of these is null.
   */
  alike(unique: UniqueSchema, record: StoredRecord): readonly string[] {
    const key = keyOf(unique, record);
    // Serial numbers are unique anyway, so the answer does not depend on other records.
    const numbered = unique.fields.some((name) => this.schema.columns.some(({ field, serial }) => serial && field === name));
    if (key !== null && !numbered) this.#reads?.alike(this.schema.entity, unique.fields, this.#records.keys());
    return key === null ? [] : [...(this.#indexes.get(nameOf(unique))?.get(key) ?? [])];
  }

  #noteAll(records: Iterable<StoredRecord>): void {
    if (this.#reads === null) return;
    this.#reads.list(this.schema.entity);
    for (const { id } of records) this.#reads.record(this.schema.entity, id);
  }

  put(record: StoredRecord): void {
    const before = this.#records.get(record.id) ?? null;
    this.#records.set(record.id, record);
    this.#reindex(record.id, before, record);
  }

  remove(id: string): void {
    const before = this.get(id);
    if (before === null) return;
    this.#records.delete(id);
    this.#reindex(id, before, null);
  }

  /**
   * Adds missing columns, as null or an empty list. Throws ValueConflict for values that the
   * columns do not allow.
   */
  complete(values: StoredRecord): StoredRecord {
    const record: Record<string, Value> & { id: string } = { id: values.id };
    for (const column of this.schema.columns) {
      if (column.field === 'id') continue;
      const value = own(values, column.field) ?? (column.type === 'list' ? [] : null);
      this.#allow(column, value);
      setOwn(record, column.field, value);
    }
    return record;
  }

  #allow(column: ColumnSchema, value: Value): void {
    if (value === null) {
      if (column.required && column.lenient !== true) throw new ValueConflict(this.schema.entity, column.field, 'is required');
      return;
    }
    refuseUnstorable(this.schema.entity, column.field, value);
    const most = keptLength(column);
    if (most !== null && typeof value === 'string' && lengthOf(value) > most)
      throw new ValueConflict(this.schema.entity, column.field, `cannot be longer than ${most} characters`);
    if (column.values.length > 0 && typeof value === 'string' && !column.values.includes(value)) {
      throw new ValueConflict(this.schema.entity, column.field, `cannot be “${value}”`);
    }
  }

  #reindex(id: string, before: StoredRecord | null, after: StoredRecord | null): void {
    for (const column of this.relations) {
      const key = (record: StoredRecord | null): string | null => {
        const value = own(record, column.field) ?? null;
        return typeof value === 'string' ? value : null;
      };
      this.#move(column.field, id, key(before), key(after));
    }
    for (const unique of this.schema.uniques) {
      this.#move(nameOf(unique), id, before === null ? null : keyOf(unique, before), after === null ? null : keyOf(unique, after));
    }
  }

  #move(index: string, id: string, from: string | null, to: string | null): void {
    if (from === to) return;
    const entries = this.#indexes.get(index);
    if (entries === undefined) return;
    const take = (key: string | null): void => {
      const ids = key === null ? undefined : entries.get(key);
      ids?.delete(id);
      if (ids?.size === 0) entries.delete(key as string);
    };
    const give = (key: string | null): void => {
      if (key === null) return;
      const ids = entries.get(key);
      if (ids === undefined) entries.set(key, new Set([id]));
      else ids.add(id);
    };
    take(from);
    give(to);
    this.#log.push(() => {
      take(to);
      give(from);
    });
  }
}

const nameOf = (unique: UniqueSchema): string => `unique ${unique.rule ?? ''}: ${unique.fields.join(', ')}`;

const keyOf = (unique: UniqueSchema, record: StoredRecord): string | null => uniqueKey(unique, (field) => own(record, field) ?? null);

/** Whether two records have the same values in the unique fields. */
export const sameKey = (unique: UniqueSchema, a: StoredRecord, b: StoredRecord): boolean => keyOf(unique, a) === keyOf(unique, b);
