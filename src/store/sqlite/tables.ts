import type { StorageType } from '../../model/types/type.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import { identifier, textLiteral } from '../sql/identifier.ts';
import { isNotNull, keptLength, onDelete } from '../sql/shape.ts';

/** The store's own tables. Their names begin with `_`, unlike those of entities. */
export const ownTables: readonly string[] = [
  'CREATE TABLE "_meta" ("key" TEXT PRIMARY KEY, "value" TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE TABLE "_session" ("token_hash" TEXT PRIMARY KEY, "account" TEXT NOT NULL, "expires" INTEGER NOT NULL, "began" INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID',
  'CREATE INDEX "_session_account" ON "_session" ("account")',
  'CREATE INDEX "_session_expires" ON "_session" ("expires")',
  'CREATE TABLE "_attempt" ("key" TEXT PRIMARY KEY, "count" INTEGER NOT NULL, "last" INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE INDEX "_attempt_last" ON "_attempt" ("last")',
  'CREATE TABLE "_answer" ("key" TEXT PRIMARY KEY, "fingerprint" TEXT NOT NULL, "at" INTEGER NOT NULL, "status" INTEGER NOT NULL, "headers" TEXT NOT NULL, "body" TEXT) STRICT, WITHOUT ROWID',
  'CREATE INDEX "_answer_at" ON "_answer" ("at")',
  'CREATE TABLE "_job" ("id" TEXT PRIMARY KEY, "kind" TEXT NOT NULL, "payload" TEXT NOT NULL, "created" INTEGER NOT NULL, "due" INTEGER NOT NULL, "attempts" INTEGER NOT NULL, "status" TEXT NOT NULL, "error" TEXT) STRICT, WITHOUT ROWID',
  'CREATE INDEX "_job_due" ON "_job" ("status", "due")',
  'CREATE TABLE "_inbox" ("id" TEXT PRIMARY KEY, "account" TEXT NOT NULL, "message" TEXT NOT NULL, "entity" TEXT NOT NULL, "record" TEXT NOT NULL, "subject" TEXT NOT NULL, "text" TEXT NOT NULL, "at" INTEGER NOT NULL, "read" INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE INDEX "_inbox_account" ON "_inbox" ("account", "id")',
  'CREATE TABLE "_serial" ("entity" TEXT NOT NULL, "field" TEXT NOT NULL, "last" INTEGER NOT NULL, PRIMARY KEY ("entity", "field")) STRICT, WITHOUT ROWID',
  'CREATE TABLE "_entered" ("entity" TEXT NOT NULL, "field" TEXT NOT NULL, "record" TEXT NOT NULL, "at" INTEGER NOT NULL, PRIMARY KEY ("entity", "field", "record")) STRICT, WITHOUT ROWID',
  'CREATE TABLE "_file" ("id" TEXT PRIMARY KEY, "bytes" BLOB NOT NULL) STRICT',
  'CREATE TABLE "_audit" ("sequence" INTEGER PRIMARY KEY AUTOINCREMENT, "at" INTEGER NOT NULL, "by" TEXT, "entity" TEXT NOT NULL, "record" TEXT NOT NULL, "operation" TEXT NOT NULL, "changes" TEXT NOT NULL) STRICT',
  'CREATE INDEX "_audit_record" ON "_audit" ("entity", "record", "sequence")',
  // The trail is read-only, even in SQL.
  `CREATE TRIGGER "_audit_update" BEFORE UPDATE ON "_audit" BEGIN SELECT RAISE(ABORT, 'the audit trail is not rewritten'); END`,
  `CREATE TRIGGER "_audit_insert" BEFORE INSERT ON "_audit" WHEN EXISTS (SELECT 1 FROM "_audit" WHERE "sequence" = NEW."sequence") BEGIN SELECT RAISE(ABORT, 'the audit trail is not rewritten'); END`,
  `CREATE TRIGGER "_audit_delete" BEFORE DELETE ON "_audit" BEGIN SELECT RAISE(ABORT, 'the audit trail is not rewritten'); END`,
];

const attemptsAdded: readonly string[] = [
  'ALTER TABLE "_session" ADD COLUMN "began" INTEGER NOT NULL DEFAULT 0',
  ...ownTables.filter((statement) => /"_(session_account|session_expires|attempt|attempt_last)"/.test(statement)),
];

/** What older databases lack, by the table whose absence reveals it; oldest first. */
export const additions: readonly { readonly table: string; readonly statements: readonly string[] }[] = [
  { table: '_attempt', statements: attemptsAdded },
  { table: '_answer', statements: ownTables.filter((statement) => /"_answer(_at)?"/.test(statement)) },
  { table: '_job', statements: ownTables.filter((statement) => /"_(job|inbox)"/.test(statement)) },
];

/** The definition of an entity's table; `as` is a temporary name while the table is rebuilt. */
export function createTable(schema: Schema, table: TableSchema, as = table.table): string {
  const columns = table.columns.map((column) => columnDefinition(schema, column));
  return `CREATE TABLE ${identifier(as)} (${columns.join(', ')}) STRICT`;
}

function columnDefinition(schema: Schema, column: ColumnSchema): string {
  const name = identifier(column.column);
  const parts = [name, sqlTypes[column.type]];
  if (column.field === 'id') parts.push('PRIMARY KEY');
  if (isNotNull(column)) parts.push('NOT NULL');
  if (column.type === 'list') parts.push("DEFAULT '[]'");
  const check = checkOf(column, name);
  if (check !== null) parts.push(`CHECK (${check})`);
  const target = column.target === null ? undefined : schema.tables.find((table) => table.entity === column.target);
  if (target) parts.push(`REFERENCES ${identifier(target.table)} ("id") ON DELETE ${onDelete(column)}`);
  return parts.join(' ');
}

const sqlTypes: Readonly<Record<StorageType, 'TEXT' | 'INTEGER'>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  decimal: 'TEXT',
  money: 'INTEGER',
  boolean: 'INTEGER',
  date: 'TEXT',
  time: 'TEXT',
  datetime: 'INTEGER',
  duration: 'INTEGER',
  enum: 'TEXT',
  state: 'TEXT',
  relation: 'TEXT',
  list: 'TEXT',
  file: 'TEXT',
  json: 'TEXT',
};

function checkOf(column: ColumnSchema, name: string): string | null {
  if (column.type === 'boolean') return `${name} IN (0, 1)`;
  if ((column.type === 'enum' || column.type === 'state') && column.values.length > 0) {
    return isAnyOf(name, column.values);
  }
  // The column comes first, because `violation` recognises it at the start of the error message.
  if (keptLength(column) !== null) return `${name} IS NULL OR length(${name}) <= ${keptLength(column)}`;
  return null;
}

/** SQLite refuses expressions nested deeper than 1,000. */
const mostAlternatives = 500;

/**
 * Whether the value is one of the texts. For IN with more than two, SQLite fills a temporary table
 * in each statement, which takes longer than most comparisons.
 */
export const isAnyOf = (value: string, texts: readonly string[]): string =>
  texts.length === 0 || texts.length > mostAlternatives
    ? `${value} IN (${texts.map(textLiteral).join(', ')})`
    : texts.map((text) => `${value} = ${textLiteral(text)}`).join(' OR ');

/** Deletes what is known about a record's states together with the record. */
export function createTriggers(table: TableSchema): string[] {
  if (!table.columns.some((column) => column.type === 'state')) return [];
  const name = identifier(`${table.table}.entered`);
  const entity = textLiteral(table.entity);
  return [
    `CREATE TRIGGER ${name} AFTER DELETE ON ${identifier(table.table)} BEGIN DELETE FROM "_entered" WHERE "entity" = ${entity} AND "record" = OLD."id"; END`,
  ];
}

/** The table of a many-to-many list; `position` stores the order in which members were added. */
export function createLink(schema: Schema, link: LinkSchema): string[] {
  const owner = schema.tables.find((table) => table.entity === link.entity);
  const target = schema.tables.find((table) => table.entity === link.target);
  if (!owner || !target) throw new Error(`the schema has no table for ${link.entity} or ${link.target}, which ${link.table} joins`);
  const reference = (table: TableSchema): string => `TEXT NOT NULL REFERENCES ${identifier(table.table)} ("id") ON DELETE CASCADE`;
  return [
    `CREATE TABLE ${identifier(link.table)} ("position" INTEGER PRIMARY KEY, "owner" ${reference(owner)}, "member" ${reference(target)}, UNIQUE ("owner", "member")) STRICT`,
    `CREATE INDEX ${identifier(`${link.table}.by member`)} ON ${identifier(link.table)} ("member")`,
  ];
}
