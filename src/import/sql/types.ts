import { isPlainKind } from '../../model/types/index.ts';
import type { SqlColumn, SqlSchema } from './schema.ts';

/** The Type cell for a column, and what it does not express of the column's type. */
export interface ColumnType {
  readonly type: string;
  /** The values of an enum. */
  readonly values: readonly string[];
  readonly loss: string | null;
}

const plain = new Map<string, string>([
  ...entries('text', 'text char character varchar varchar2 nvarchar nchar bpchar tinytext string clob name citext nvarchar2 sysname'),
  ...entries('text', 'mediumtext longtext ntext'),
  ...entries('integer', 'int integer bigint smallint tinyint mediumint int2 int4 int8 serial bigserial smallserial year number'),
  ...entries('decimal', 'numeric decimal dec real float double float4 float8'),
  ...entries('money', 'money smallmoney'),
  ...entries('boolean', 'bool boolean bit'),
  ...entries('date', 'date'),
  ...entries('time', 'time timetz'),
  ...entries('datetime', 'timestamp timestamptz datetime datetime2 smalldatetime datetimeoffset'),
  ...entries('duration', 'interval'),
  ...entries('json', 'json jsonb xml hstore'),
  ...entries('uuid', 'uuid uniqueidentifier'),
  ...entries('file', 'bytea blob tinyblob mediumblob longblob binary varbinary image'),
]);

function entries(type: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, type]);
}

const amounts = /price|cost|amount|total|fee|salary|balance|freight|payment|budget|revenue/i;

/** Column names that suggest a more specific type than `text`. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^e_?mail(_?address)?$/i, 'email'],
  [/^(url|website|home_?page|link)$/i, 'url'],
  [/^(phone|fax|mobile|telephone)(_?number)?$/i, 'phone'],
  [/^(password|passwd)(_?hash)?$/i, 'password'],
];

export function columnType(schema: SqlSchema, column: SqlColumn): ColumnType {
  const isList = column.type.endsWith('[]');
  const name = column.type.replace(/(\[\])+$/, '');
  const [, base = '', length = ''] = /^([^(]*)(?:\((.*)\))?$/.exec(name) ?? [];
  const found = one(schema, column, base, length);
  return isList ? { ...found, type: `list of ${found.type}` } : found;
}

function one(schema: SqlSchema, column: SqlColumn, base: string, length: string): ColumnType {
  const values = column.values.length > 0 ? column.values : (schema.enums.get(base) ?? []);
  if (values.length > 0) return { type: 'enum', values, loss: null };
  const domain = schema.domains.get(base);
  // “ninefold export sql” names domains after the notation's types.
  const [, own = '', most] = /^nf_([a-z]+?)(?:_(\d+))?$/.exec(base) ?? [];
  if (isPlainKind(own)) return { type: most === undefined ? own : `${own}(${most})`, values: [], loss: null };
  if (domain !== undefined) {
    const [, under = '', size = ''] = /^([^(]*)(?:\((.*)\))?$/.exec(domain) ?? [];
    return one(schema, column, under, size);
  }
  const type = plain.get(base);
  if (base === '') return { type: 'text', values: [], loss: null };
  if (type === undefined) return { type: 'text', values: [], loss: `The type ${base} became text` };
  if (type === 'text') return { type: textType(column.name, length), values: [], loss: null };
  // MySQL has no boolean type.
  if (base === 'tinyint' && length === '1') return { type: 'boolean', values: [], loss: null };
  if (column.counted && type === 'integer') return { type: 'serial', values: [], loss: null };
  const places = /,(\d+)$/.exec(length)?.[1];
  if (type === 'decimal' && places === '2' && amounts.test(column.name)) return { type: 'money', values: [], loss: null };
  if (type === 'decimal' && (places === '0' || (/^\d+$/.test(length) && base !== 'float')))
    return { type: 'integer', values: [], loss: null };
  if (base === 'number' && places !== undefined) return { type: 'decimal', values: [], loss: null };
  return { type, values: [], loss: null };
}

function textType(name: string, length: string): string {
  const special = byName.find(([pattern]) => pattern.test(name))?.[1];
  if (special !== undefined) return special;
  return /^[1-9]\d{0,5}$/.test(length) ? `text(${length})` : 'text';
}
