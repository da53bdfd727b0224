import type { StorageType } from '../../model/types/type.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import { identifier, textLiteral } from '../sql/identifier.ts';
import { isNotNull, keptLength, onDelete } from '../sql/shape.ts';

/** The table that every transaction locks (document-lock.ts). */
export const lockTable = 'CREATE TABLE "_document_lock" ()';

/**
 * The statement that renames a lock table from version 0.1 or older, `_turn`, `_turn_1` …; null for
 * any other name.
 */
export const formerLockTable = (name: string): string | null =>
  /^_turn(?:_[0-9]+)?$/.test(name)
    ? `ALTER TABLE ${identifier(name)} RENAME TO ${identifier(name.replace('_turn', '_document_lock'))}`
    : null;

/** The store's own tables. Their names begin with `_`, unlike those of entities. */
export const ownTables: readonly string[] = [
  'CREATE TABLE "_meta" ("key" text COLLATE "C" PRIMARY KEY, "value" text NOT NULL)',
  'CREATE TABLE "_session" ("token_hash" text COLLATE "C" PRIMARY KEY, "account" text COLLATE "C" NOT NULL, "expires" bigint NOT NULL, "began" bigint NOT NULL DEFAULT 0)',
  'CREATE INDEX "_session_account" ON "_session" ("account")',
  'CREATE INDEX "_session_expires" ON "_session" ("expires")',
  'CREATE TABLE "_attempt" ("key" text COLLATE "C" PRIMARY KEY, "count" bigint NOT NULL, "last" bigint NOT NULL)',
  'CREATE INDEX "_attempt_last" ON "_attempt" ("last")',
  'CREATE TABLE "_answer" ("key" text COLLATE "C" PRIMARY KEY, "fingerprint" text NOT NULL, "at" bigint NOT NULL, "status" bigint NOT NULL, "headers" text NOT NULL, "body" text)',
  'CREATE INDEX "_answer_at" ON "_answer" ("at")',
  'CREATE TABLE "_job" ("id" text COLLATE "C" PRIMARY KEY, "kind" text COLLATE "C" NOT NULL, "payload" text NOT NULL, "created" bigint NOT NULL, "due" bigint NOT NULL, "attempts" bigint NOT NULL, "status" text COLLATE "C" NOT NULL, "error" text)',
  'CREATE INDEX "_job_due" ON "_job" ("status", "due")',
  'CREATE TABLE "_inbox" ("id" text COLLATE "C" PRIMARY KEY, "account" text COLLATE "C" NOT NULL, "message" text NOT NULL, "entity" text NOT NULL, "record" text NOT NULL, "subject" text NOT NULL, "text" text NOT NULL, "at" bigint NOT NULL, "read" bigint NOT NULL)',
  'CREATE INDEX "_inbox_account" ON "_inbox" ("account", "id")',
  'CREATE TABLE "_serial" ("entity" text COLLATE "C" NOT NULL, "field" text COLLATE "C" NOT NULL, "last" bigint NOT NULL, PRIMARY KEY ("entity", "field"))',
  'CREATE TABLE "_entered" ("entity" text COLLATE "C" NOT NULL, "field" text COLLATE "C" NOT NULL, "record" text COLLATE "C" NOT NULL, "at" bigint NOT NULL, PRIMARY KEY ("entity", "field", "record"))',
  'CREATE TABLE "_file" ("id" text COLLATE "C" PRIMARY KEY, "bytes" bytea NOT NULL)',
  // Most files are already compressed.
  'ALTER TABLE "_file" ALTER COLUMN "bytes" SET STORAGE EXTERNAL',
  'CREATE TABLE "_audit" ("sequence" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "at" bigint NOT NULL, "by" text, "entity" text COLLATE "C" NOT NULL, "record" text COLLATE "C" NOT NULL, "operation" text NOT NULL, "changes" text NOT NULL)',
  'CREATE INDEX "_audit_record" ON "_audit" ("entity", "record", "sequence")',
  // The trail is read-only, even in SQL.
  `CREATE FUNCTION "_not_rewritten"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit trail is not rewritten'; END $$`,
  'CREATE TRIGGER "_audit_change" BEFORE UPDATE OR DELETE ON "_audit" FOR EACH ROW EXECUTE FUNCTION "_not_rewritten"()',
  'CREATE TRIGGER "_audit_empty" BEFORE TRUNCATE ON "_audit" FOR EACH STATEMENT EXECUTE FUNCTION "_not_rewritten"()',
  `CREATE FUNCTION "_forget_entered"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM "_entered" WHERE "entity" = TG_ARGV[0] AND "record" = OLD."id"; RETURN NULL; END $$`,
  // Ranges of dates and times of day.
  'CREATE TYPE "_text_range" AS RANGE (SUBTYPE = text, COLLATION = "C")',
  lockTable,
];

const attemptsAdded: readonly string[] = [
  'ALTER TABLE "_session" ADD COLUMN "began" bigint NOT NULL DEFAULT 0',
  ...ownTables.filter((statement) => /"_(session_account|session_expires|attempt|attempt_last)"/.test(statement)),
];

/** What older databases lack, by the table whose absence reveals it; oldest first. */
export const additions: readonly { readonly table: string; readonly statements: readonly string[] }[] = [
  { table: '_attempt', statements: attemptsAdded },
  { table: '_answer', statements: ownTables.filter((statement) => /"_answer(_at)?"/.test(statement)) },
  { table: '_job', statements: ownTables.filter((statement) => /"_(job|inbox)"/.test(statement)) },
];

/** The own parts that do not disappear with their tables. */
export const dropOwnParts: readonly string[] = [
  'DROP FUNCTION "_not_rewritten"()',
  'DROP FUNCTION "_forget_entered"()',
  'DROP TYPE "_text_range"',
];

/** The definition of an entity's table; `as` is a temporary name while the table is rebuilt. */
export function createTable(_schema: Schema, table: TableSchema, as = table.table): string {
  return `CREATE TABLE ${identifier(as)} (${table.columns.map(columnDefinition).join(', ')})`;
}

function columnDefinition(column: ColumnSchema): string {
  const name = identifier(column.column);
  const parts = [name, columnTypes[column.type]];
  if (column.field === 'id') parts.push('PRIMARY KEY');
  if (isNotNull(column)) parts.push('NOT NULL');
  if (column.type === 'list') parts.push(`DEFAULT '[]'`);
  const allowed = allowedValues(column);
  // Named after the column, because errors contain the name.
  if (allowed !== null) parts.push(`CONSTRAINT ${identifier(checkName(column))} CHECK (${allowed})`);
  return parts.join(' ');
}

/** The condition for values from a list or with a maximum length; null for other columns. */
export function allowedValues(column: ColumnSchema): string | null {
  const name = identifier(column.column);
  if ((column.type === 'enum' || column.type === 'state') && column.values.length > 0)
    return `${name} IN (${column.values.map(textLiteral).join(', ')})`;
  const most = keptLength(column);
  return most === null ? null : `char_length(${name}) <= ${most}`;
}

export const checkName = (column: ColumnSchema): string => `${column.column} allowed`;

/** How a value is stored. The dialect (dialect.ts) compares the same form. */
const columnTypes: Readonly<Record<StorageType, string>> = {
  text: 'text COLLATE "C"',
  integer: 'bigint',
  decimal: 'numeric',
  money: 'bigint',
  boolean: 'boolean',
  date: 'text COLLATE "C"',
  time: 'text COLLATE "C"',
  datetime: 'bigint',
  duration: 'bigint',
  enum: 'text COLLATE "C"',
  state: 'text COLLATE "C"',
  relation: 'text COLLATE "C"',
  list: 'jsonb',
  file: 'text COLLATE "C"',
  json: 'text COLLATE "C"',
};

/**
 * The foreign keys of relations and members, for when all tables exist. They are checked at the end
 * of the statement, or later if a delete requires that.
 */
export const createReferences = (schema: Schema): string[] =>
  referencesOf(schema).map(
    ({ table, column, target, rule }) =>
      `ALTER TABLE ${identifier(table)} ADD CONSTRAINT ${identifier(referenceName(column))} FOREIGN KEY (${identifier(column)})
       REFERENCES ${identifier(target)} ("id") ON DELETE ${rule} DEFERRABLE INITIALLY IMMEDIATE`,
  );

export const dropReferences = (schema: Schema): string[] =>
  referencesOf(schema).map(({ table, column }) => `ALTER TABLE ${identifier(table)} DROP CONSTRAINT ${identifier(referenceName(column))}`);

/** The name of the foreign key for a relation or an end of a link. */
export const referenceName = (column: string): string => `${column} leads somewhere`;

function referencesOf(schema: Schema): { table: string; column: string; target: string; rule: string }[] {
  const tableOf = new Map(schema.tables.map((table) => [table.entity, table.table]));
  const relations = schema.tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const target = column.target === null ? undefined : tableOf.get(column.target);
      return target === undefined ? [] : [{ table: table.table, column: column.column, target, rule: onDelete(column) }];
    }),
  );
  const members = schema.links.flatMap(({ table, entity, target }) =>
    [
      { column: 'owner', of: entity },
      { column: 'member', of: target },
    ].flatMap(({ column, of }) => {
      const found = tableOf.get(of);
      if (found === undefined) throw new Error(`the schema has no table for ${of}, which ${table} joins`);
      return [{ table, column, target: found, rule: 'CASCADE' }];
    }),
  );
  return [...relations, ...members];
}

/** Deletes what is known about a record's states together with the record. */
export const createTriggers = (table: TableSchema): string[] =>
  table.columns.some((column) => column.type === 'state')
    ? [
        `CREATE TRIGGER "entered" AFTER DELETE ON ${identifier(table.table)} FOR EACH ROW EXECUTE FUNCTION "_forget_entered"(${textLiteral(table.entity)})`,
      ]
    : [];

/** The table of a many-to-many list; `position` stores the order in which members were added. */
export const createLink = (_schema: Schema, link: LinkSchema): string[] => [
  `CREATE TABLE ${identifier(link.table)} ("position" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     "owner" text COLLATE "C" NOT NULL, "member" text COLLATE "C" NOT NULL, UNIQUE ("owner", "member"))`,
  linkIndex(link.table),
];

export const linkIndex = (table: string): string => `CREATE INDEX ${identifier(`${table}.by member`)} ON ${identifier(table)} ("member")`;
