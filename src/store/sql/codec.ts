import { setOwn } from '../../base/own.ts';
import { fromSql, listFromSql, listToSql, type Representation, type SqlScalar, toSql } from '../../expression/sql/represent.ts';
import type { Value } from '../../expression/values/value.ts';
import type { StorageType } from '../../model/types/type.ts';
import { valueFromJson, valueToJson } from '../json-value.ts';
import type { ColumnSchema, TableSchema } from '../schema.ts';
import type { StoredRecord } from '../store.ts';

/**
 * Converts values of a column to SQL and back. `currency`: that of the document, because money
 * columns contain only hundredths.
 */
export interface Codec {
  encode(table: TableSchema, column: ColumnSchema, value: Value): SqlScalar;
  decode(column: ColumnSchema, sql: SqlScalar): Value;
  /** Decodes the first values of a row; ignores those after the table's columns. */
  record(table: TableSchema, row: readonly SqlScalar[]): StoredRecord;
}

type Emptied = Record<string, Value> & { id: string };

export function createCodec(currency: string): Codec {
  const decode = (column: ColumnSchema, sql: SqlScalar): Value => {
    if (sql === null) return column.type === 'list' ? [] : null;
    if (column.type === 'list') return decodeList(String(sql), column.item ?? 'json', currency);
    const as = representationOf(column.type);
    return as === null ? valueFromJson(String(sql)) : fromSql(sql, as, currency);
  };
  // A template to copy, because an object that grows field by field is reallocated repeatedly.
  const empty = new Map<TableSchema, Emptied>();
  const emptyOf = (table: TableSchema): Emptied => {
    const known = empty.get(table);
    if (known !== undefined) return known;
    const made: Emptied = { id: '' };
    for (const { field } of table.columns) setOwn(made, field, '');
    empty.set(table, made);
    return made;
  };
  return {
    encode(table, column, value) {
      if (column.type === 'list') return encodeList(table, column, value);
      if (value === null) return null;
      const as = representationOf(column.type);
      const sql = as === null ? valueToJson(value) : toSql(value, as);
      if (sql === undefined) throw misfit(table, column, value);
      return sql;
    },
    decode,
    record(table, row) {
      const { columns } = table;
      const record = { ...emptyOf(table) };
      for (let index = 0; index < columns.length; index++) {
        const column = columns[index];
        if (column !== undefined) setOwn(record, column.field, decode(column, row[index] ?? null));
      }
      return record;
    },
  };
}

/**
 * How SQL represents the values of each storage type; null for those that only JSON can express.
 */
const representations: Readonly<Record<StorageType, Representation | null>> = {
  text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  money: 'money',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  duration: 'duration',
  enum: 'text',
  state: 'text',
  relation: 'record',
  list: null,
  file: 'file',
  json: null,
};

/** How SQL represents a storage type; null for lists and JSON. */
export const representationOf = (type: StorageType): Representation | null => representations[type];

function encodeList(table: TableSchema, column: ColumnSchema, value: Value): string {
  // Lists are never null.
  if (value === null) return '[]';
  if (!Array.isArray(value)) throw misfit(table, column, value);
  const as = representationOf(column.item ?? 'json');
  if (as === null) return valueToJson(value);
  const list = listToSql(value, as);
  if (list === undefined) throw misfit(table, column, value);
  return list;
}

function decodeList(text: string, item: StorageType, currency: string): Value {
  const as = representationOf(item);
  return as === null ? valueFromJson(text) : listFromSql(text, as, currency);
}

function misfit(table: TableSchema, column: ColumnSchema, value: Value): TypeError {
  const what = typeof value === 'object' && value !== null ? value.constructor.name : typeof value;
  return new TypeError(`${table.entity}.${column.field} (${column.declared}) cannot keep a ${what}`);
}
