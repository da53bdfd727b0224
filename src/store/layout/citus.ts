import { referenceName } from '../postgres/tables.ts';
import type { Schema } from '../schema.ts';
import { fingerprint, identifier, textLiteral } from '../sql/identifier.ts';
import { defencesKey, layoutKey, schemaKey } from '../sql/meta.ts';
import { indexesOf } from '../sql/shape.ts';
import { type DividedTable, dividedTable, type Layout, layoutFor, type Reference, referencesIn, rootColumn } from './layout.ts';
import { isCounted } from './make-layout.ts';

/*
 * SQL that distributes existing tables with Citus (Citus documentation, “Creating and Modifying
 * Distributed Tables”): each key gets the distribution column, references to a record of the same
 * root include it, and triggers are dropped, because Citus does not allow them. One transaction.
 */

/** Returns the script as one text. `inSchema`: the Postgres schema of the tables. */
export function citusSql(schema: Schema, layout: Layout, inSchema: string): string {
  const divided = layout.tables.filter((table): table is DividedTable => table.kind === 'divided');
  return [
    'BEGIN;',
    `SET LOCAL search_path TO ${identifier(inSchema)};`,
    '-- Keys to copied tables are made in the same transaction as their copies.',
    `SET LOCAL citus.multi_shard_modify_mode TO 'sequential';`,
    '',
    '-- Other sessions wait meanwhile, and read the tables again afterwards.',
    block(takeTurn),
    '-- Only for the tables of this very document, and only once.',
    block(guard(schema)),
    '',
    '-- What only the tables of one machine can keep: from now on the product alone keeps sections 4 and 6, and the rules of section 5 that are no keys.',
    block(dropDefences),
    block(dropKeys),
    '',
    ...section('-- Which root a record belongs to, where none of its own columns says it.', inOrder(divided).flatMap(addRoot)),
    '-- Every key has the column in it that its table is divided by.',
    block(widenKeys(divided)),
    ...section('-- Numbers of the counter: it gives none twice.', counted(schema, layout)),
    '',
    ...section(
      '-- Every machine has these.',
      layout.tables.filter(({ kind }) => kind === 'copied').map(({ table }) => `SELECT create_reference_table(${regclass(table)});`),
    ),
    ...section(
      `-- One machine has all that belongs to one ${layout.root}.`,
      divided.map(
        ({ table, column }, place) =>
          `SELECT create_distributed_table(${regclass(table)}, ${textLiteral(column)}, colocate_with => ${place === 0 ? `'none'` : regclass(divided[0]?.table ?? '')});`,
      ),
    ),
    ...section(
      '-- What refers to what.',
      referencesIn(schema, layout).map((reference) => addReference(layout, reference)),
    ),
    `INSERT INTO "_meta" ("key", "value") VALUES (${textLiteral(layoutKey)}, ${textLiteral(JSON.stringify(layout))});`,
    'COMMIT;',
    '',
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines, '']);

/** Wraps PL/pgSQL in delimiters that do not occur in it. */
const block = (body: string): string => {
  const mark = `$lay_${fingerprint(body)}$`;
  return `DO ${mark}\n${body}\n${mark};`;
};

/** A table name as a text literal that Postgres reads as an identifier. */
const regclass = (table: string): string => textLiteral(identifier(table));

/** Takes the document lock like a document change does (postgres/document-lock.ts). */
const takeTurn = `DECLARE
  turn text := (SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename ~ '^_document_lock(_[0-9]+)?$');
BEGIN
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', turn);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', turn, '_document_lock_' || coalesce(nullif(substr(turn, 16), '')::bigint, 0) + 1);
  PERFORM pg_notify('ninefold_document', current_schema());
END`;

const guard = (schema: Schema): string => `BEGIN
  IF EXISTS (SELECT FROM "_meta" WHERE "key" = ${textLiteral(layoutKey)}) THEN
    RAISE EXCEPTION 'these tables are laid out already';
  END IF;
  IF (SELECT "value" FROM "_meta" WHERE "key" = ${textLiteral(schemaKey)}) IS DISTINCT FROM ${textLiteral(JSON.stringify(schema))} THEN
    RAISE EXCEPTION 'these tables belong to another version of the document: serve it once to migrate them';
  END IF;
END`;

const dropDefences = `DECLARE one record;
BEGIN
  FOR one IN SELECT viewname AS name FROM pg_views WHERE schemaname = current_schema() AND viewname LIKE '% seen' LOOP
    EXECUTE format('DROP VIEW %I', one.name);
  END LOOP;
  FOR one IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = quote_ident(current_schema())::regnamespace AND starts_with(proname, '~keep ') LOOP
    EXECUTE format('DROP FUNCTION %s CASCADE', one.name);
  END LOOP;
  FOR one IN SELECT tgrelid::regclass AS of, tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = quote_ident(current_schema())::regnamespace AND NOT tgisinternal AND relname NOT LIKE '\\_%' LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.of);
  END LOOP;
  FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r' AND relrowsecurity LOOP
    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', one.name);
  END LOOP;
  UPDATE "_meta" SET "value" = '' WHERE "key" = '${defencesKey}';
END`;

const dropKeys = `DECLARE one record;
BEGIN
  FOR one IN SELECT conrelid::regclass AS of, conname AS name FROM pg_constraint WHERE connamespace = quote_ident(current_schema())::regnamespace AND contype = 'f' LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.of, one.name);
  END LOOP;
END`;

/** Sorted so that a table comes after the table from which it copies the root. */
function inOrder(divided: readonly DividedTable[]): readonly DividedTable[] {
  const done: DividedTable[] = [];
  const add = (one: DividedTable): void => {
    if (done.includes(one)) return;
    const source = divided.find(({ table }) => table === one.from?.table);
    if (source !== undefined) add(source);
    done.push(one);
  };
  for (const one of divided) add(one);
  return done;
}

function addRoot({ table, from }: DividedTable): string[] {
  if (from === null) return [];
  const [name, root] = [identifier(table), identifier(rootColumn)];
  return [
    `ALTER TABLE ${name} ADD COLUMN ${root} text COLLATE "C";`,
    `UPDATE ${name} SET ${root} = (SELECT t.${identifier(from.theirs)} FROM ${identifier(from.table)} AS t WHERE t."id" = ${name}.${identifier(from.column)});`,
    `ALTER TABLE ${name} ALTER COLUMN ${root} SET NOT NULL;`,
  ];
}

const widenKeys = (divided: readonly DividedTable[]): string => `DECLARE
  divided record;
  one record;
BEGIN
  FOR divided IN SELECT * FROM (VALUES
    ${divided.map(({ table, column }) => `(${regclass(table)}::regclass, ${textLiteral(column)})`).join(',\n    ')}
  ) AS t (name, dividing) LOOP
    FOR one IN SELECT conname AS name, contype AS kind, pg_get_constraintdef(oid) AS said FROM pg_constraint
      WHERE conrelid = divided.name AND contype IN ('p', 'u', 'x')
        AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = divided.name AND attname = divided.dividing AND attnum = ANY (conkey)) LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', divided.name, one.name);
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', divided.name, one.name,
        regexp_replace(one.said, '\\(', format('(%I%s, ', divided.dividing, CASE one.kind WHEN 'x' THEN ' WITH =' ELSE '' END)));
    END LOOP;
    FOR one IN SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS said FROM pg_index
      WHERE indrelid = divided.name AND indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
        AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = divided.name AND attname = divided.dividing AND attnum = ANY (indkey)) LOOP
      EXECUTE format('DROP INDEX %s', one.name);
      EXECUTE regexp_replace(one.said, ' USING btree \\(', format(' USING btree (%I, ', divided.dividing));
    END LOOP;
  END LOOP;
END`;

/**
 * With the root in it, such an index would enforce less than the counter does, and would not serve
 * a lookup by number alone.
 */
const counted = (schema: Schema, layout: Layout): string[] =>
  schema.tables.flatMap((table) =>
    dividedTable(layout, table.table) === null
      ? []
      : indexesOf(table).flatMap(({ name, columns, unique }) =>
          unique === null || !isCounted(table, unique)
            ? []
            : [
                `DROP INDEX ${identifier(name)};`,
                `CREATE INDEX ${identifier(name)} ON ${identifier(table.table)} (${columns.map(({ column }) => identifier(column)).join(', ')});`,
              ],
        ),
  );

/**
 * The store itself applies `on delete clear` if both tables are distributed: Citus does not allow
 * it for a key with the distribution column.
 */
function addReference(layout: Layout, { table, column, target, onDelete, together }: Reference): string {
  const theirs = together ? dividedTable(layout, target) : null;
  const mine = together ? dividedTable(layout, table) : null;
  const also = theirs === null || mine === null || theirs.column === 'id' ? [] : [{ mine: mine.column, theirs: theirs.column }];
  const does = onDelete === 'cascade' ? 'CASCADE' : onDelete === 'clear' && !together ? 'SET NULL' : 'NO ACTION';
  const list = (names: readonly string[]): string => `(${names.map(identifier).join(', ')})`;
  return `ALTER TABLE ${identifier(table)} ADD CONSTRAINT ${identifier(referenceName(column))} FOREIGN KEY ${list([...also.map((one) => one.mine), column])} REFERENCES ${identifier(target)} ${list([...also.map((one) => one.theirs), 'id'])} ON DELETE ${does} DEFERRABLE INITIALLY IMMEDIATE;`;
}

/** Describes where each table is, one line per table. */
export const layoutWords = (layout: Layout): string[] =>
  layout.tables.map(({ table }) => {
    const found = layoutFor(layout, table);
    if (found.kind !== 'divided')
      return `${table}: ${found.kind === 'copied' ? 'every machine has all of it' : 'stays on the coordinator'}`;
    if (found.from === null) return `${table}: divided by ${found.column}`;
    return `${table}: divided by the ${layout.root} that its ${found.from.column} belongs to`;
  });
