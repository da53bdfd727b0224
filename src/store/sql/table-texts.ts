import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { TableSchema } from '../schema.ts';
import { identifier } from './identifier.ts';

/** SQL that depends on a table alone, so that names are quoted and joined once. */
export interface TableTexts {
  /** The columns, qualified with the alias; a table has few aliases. */
  columns(table: TableSchema, alias: string): string;
  /** Selects the record with an id. */
  record(table: TableSchema): string;
  /** Selects the account in this table of a session, and the session. */
  session(table: TableSchema): string;
}

export function createTableTexts(): TableTexts {
  const byAlias = memoizeByObject((_: TableSchema) => new Map<string, string>());
  const columns = (table: TableSchema, alias: string): string => {
    const texts = byAlias(table);
    let text = texts.get(alias);
    if (text === undefined) texts.set(alias, (text = table.columns.map(({ column }) => `${alias}.${identifier(column)}`).join(', ')));
    return text;
  };
  return {
    columns,
    record: memoizeByObject((table) => `SELECT ${columns(table, 't')} FROM ${identifier(table.table)} AS t WHERE t."id" = ?`),
    session: memoizeByObject(
      (table) =>
        `SELECT ${columns(table, 't')}, s."account", s."began", s."expires" FROM "_session" AS s LEFT JOIN ${identifier(table.table)} AS t ON t."id" = s."account" WHERE s."token_hash" = ?`,
    ),
  };
}
