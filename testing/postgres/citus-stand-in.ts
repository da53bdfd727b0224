import postgres from 'postgres';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Model } from '../../src/model/model.ts';
import { citusSql } from '../../src/store/layout/citus.ts';
import { divisionsOf, isBlocked } from '../../src/store/layout/divide.ts';
import type { Layout } from '../../src/store/layout/layout.ts';
import { postgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, openStore, type UnopenedStore } from '../../src/store/sql/document-store.ts';
import { identifier } from '../../src/store/sql/identifier.ts';
import { connectPostgres } from './blocking.ts';
import { refusedByCitus } from './citus-questions.ts';

/**
 * The coordinator of a real Citus with at least one worker, as a role that may create schemas; null
 * to use the stand-in.
 */
export const realCitus: string | null = process.env['CITUS_DATABASE'] || null;

/*
 * CITUS_DATABASE=postgres://… runs these tests on a real Citus. Otherwise functions of the same
 * names replace it. They distribute nothing, and refuse what Citus refuses according to its
 * documentation (“Creating and Modifying Distributed Tables”, “SQL Support and Workarounds”): they
 * check pg_catalog immediately and after each later change of a table.
 */
const standIn = `
CREATE SCHEMA citus;
CREATE TABLE citus.tables (of regclass PRIMARY KEY, divides text, grouped regclass);

CREATE FUNCTION citus.refuse(what text, of text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION USING ERRCODE = '0A000', MESSAGE = format('%s: %s', what, of); END $$;

CREATE FUNCTION citus.check(asked citus.tables) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  attribute smallint := (SELECT attnum FROM pg_attribute WHERE attrelid = asked.of AND attname = asked.divides AND NOT attisdropped);
  one record;
  mine int; theirs int;
BEGIN
  IF asked.divides IS NOT NULL AND attribute IS NULL THEN PERFORM citus.refuse('column does not exist', asked.divides); END IF;
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = asked.of AND attnum = attribute AND attgenerated <> '') THEN
    PERFORM citus.refuse('distribution column must not use GENERATED ALWAYS AS', asked.divides); END IF;
  FOR one IN SELECT tgname FROM pg_trigger WHERE tgrelid = asked.of AND NOT tgisinternal AND tgname <> 'citus' LOOP
    PERFORM citus.refuse('triggers are not supported on distributed or reference tables', one.tgname); END LOOP;
  IF asked.divides IS NOT NULL THEN
    FOR one IN SELECT indexrelid::regclass::text AS name FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u', 'x')
      WHERE indrelid = asked.of AND (indisunique OR indisexclusion) AND NOT EXISTS (
        SELECT FROM unnest(indkey) WITH ORDINALITY AS k (attnum, place) WHERE k.attnum = attribute
          AND (NOT indisexclusion OR (SELECT oprname FROM pg_operator WHERE oid = conexclop[k.place]) = '=')) LOOP
      PERFORM citus.refuse('cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints that do not include the partition column', one.name); END LOOP;
  END IF;
  FOR one IN SELECT c.*, t.of AS known, t.divides AS divides, t.grouped AS grouped FROM pg_constraint c LEFT JOIN citus.tables t ON t.of = c.confrelid
    WHERE c.conrelid = asked.of AND c.contype = 'f' LOOP
    IF one.known IS NULL THEN PERFORM citus.refuse('referenced table must be a distributed table or a reference table', one.conname); END IF;
    CONTINUE WHEN asked.divides IS NULL AND one.divides IS NULL;
    IF asked.divides IS NULL THEN PERFORM citus.refuse('foreign keys from reference tables to distributed tables are not supported', one.conname); END IF;
    mine := array_position(one.conkey, attribute);
    theirs := array_position(one.confkey, (SELECT attnum FROM pg_attribute WHERE attrelid = one.confrelid AND attname = one.divides));
    IF mine IS NOT NULL AND (one.confdeltype IN ('n', 'd') OR one.confupdtype IN ('n', 'd', 'c')) THEN
      PERFORM citus.refuse('SET NULL or SET DEFAULT is not supported when distribution key is included', one.conname); END IF;
    CONTINUE WHEN one.divides IS NULL;
    IF one.grouped <> asked.grouped THEN PERFORM citus.refuse('relations are not colocated or not referencing a reference table', one.conname); END IF;
    IF mine IS NULL OR mine IS DISTINCT FROM theirs THEN
      PERFORM citus.refuse('foreign keys must include partition column in the same ordinal in the both tables', one.conname); END IF;
  END LOOP;
  FOR one IN SELECT conname FROM pg_constraint WHERE contype = 'f' AND confrelid = asked.of AND asked.divides IS NOT NULL AND conrelid NOT IN (SELECT of FROM citus.tables) LOOP
    PERFORM citus.refuse('foreign keys from local tables to distributed tables are not supported', one.conname); END LOOP;
END $$;

CREATE FUNCTION citus.check_all() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM citus.check(t) FROM citus.tables t JOIN pg_class ON pg_class.oid = t.of
    WHERE relnamespace IN (SELECT n.oid FROM pg_event_trigger_ddl_commands() c JOIN pg_namespace n ON n.nspname = c.schema_name)
      OR t.of IN (SELECT tgrelid FROM pg_event_trigger_ddl_commands() c JOIN pg_trigger g ON g.oid = c.objid); END $$;
CREATE FUNCTION citus.forget() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM citus.tables t WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = t.of); END $$;
CREATE EVENT TRIGGER citus ON ddl_command_end EXECUTE FUNCTION citus.check_all();
CREATE EVENT TRIGGER citus_drop ON sql_drop WHEN TAG IN ('DROP TABLE', 'DROP SCHEMA') EXECUTE FUNCTION citus.forget();

CREATE FUNCTION citus.stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM citus.refuse('modifying the partition value of rows is not allowed', TG_TABLE_NAME); RETURN NULL; END $$;

CREATE FUNCTION pg_catalog.create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM citus.check((table_name, NULL, NULL)::citus.tables);
  INSERT INTO citus.tables VALUES (table_name, NULL, NULL); END $$;

CREATE FUNCTION pg_catalog.create_distributed_table(table_name regclass, distribution_column text, colocate_with text DEFAULT 'default')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE together regclass := CASE WHEN colocate_with IN ('none', 'default') THEN table_name ELSE (SELECT t.grouped FROM citus.tables t WHERE t.of = colocate_with::regclass) END;
BEGIN
  IF together IS NULL OR (SELECT count(DISTINCT (atttypid, attcollation)) FROM pg_attribute a JOIN (
      SELECT table_name AS of, distribution_column AS divides UNION ALL SELECT t.of, t.divides FROM citus.tables t WHERE t.of = together
    ) x ON a.attrelid = x.of AND a.attname = x.divides) > 1 THEN
    PERFORM citus.refuse('cannot colocate tables', table_name::text); END IF;
  PERFORM citus.check((table_name, distribution_column, together)::citus.tables);
  INSERT INTO citus.tables VALUES (table_name, distribution_column, together);
  EXECUTE format('CREATE TRIGGER citus BEFORE UPDATE OF %I ON %s FOR EACH ROW EXECUTE FUNCTION citus.stays()', distribution_column, table_name);
END $$;

CREATE FUNCTION citus.question(said text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
  PERFORM citus.refuse('complex joins are only supported when all distributed tables are co-located and joined on their distribution columns', said);
  RETURN NULL; END $$;
`;

/** Runs an SQL script of several statements, like psql. */
export async function runScript(address: string, script: string): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(script).simple();
  } finally {
    await sql.end();
  }
}

/**
 * Prepares a test's server so that tables can be distributed on it. `schemas`: those that an
 * earlier run may have left there.
 */
export const installed = (server: string, ...schemas: readonly string[]): Promise<void> =>
  runScript(
    server,
    realCitus === null
      ? standIn
      : ['CREATE EXTENSION IF NOT EXISTS citus', ...schemas.map((schema) => `DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`)].join(
          '; ',
        ),
  );

export interface LaidOutStores {
  /**
   * An empty store as `ninefold serve` opens it, over tables distributed by an entity. Tables of a
   * schema are created and distributed once, and emptied for the next caller. Queries that Citus
   * refuses are refused. Closing the store keeps it for the next caller.
   */
  open(model: Model, schema: string, by?: string): Promise<UnopenedStore>;
  close(): void;
}

export function laidOutStores(address: () => string): LaidOutStores {
  const opened = new Map<string, UnopenedStore>();
  return {
    async open(model, schema, by) {
      const known = opened.get(schema);
      if (known !== undefined && realCitus === null) {
        await runScript(address(), emptied(schema));
        return kept(known);
      }
      known?.close();
      // On a shared database an earlier run may have left the schema behind.
      if (realCitus !== null) await runScript(address(), `DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`);
      const platform = fixedPlatform(Date.UTC(2026, 0, 5, 9), opened.size + 1);
      const { layout, script } = layoutScript(model, schema, by);
      const before = attachStore(await connectPostgres(address(), { schema, platform }), postgresEngine);
      openStore(before, model);
      before.close();
      await runScript(address(), script);
      const connection = await connectPostgres(address(), { schema, platform });
      const store = attachStore(realCitus === null ? refusing(connection, layout) : connection, postgresEngine);
      opened.set(schema, store);
      openStore(store, model);
      return kept(store);
    },
    close() {
      for (const store of opened.values()) store.close();
    },
  };
}

const kept = (store: UnopenedStore): UnopenedStore => Object.create(store, { close: { value: () => undefined } }) as UnopenedStore;

/** Deletes all rows, including those that triggers protect. */
const emptied = (schema: string): string => `
SET session_replication_role = replica;
DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ', ') || ' RESTART IDENTITY CASCADE'
  FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> '_meta'); END $$;
DELETE FROM "${schema}"."_meta" WHERE key NOT IN ('schema', 'defences', 'layout');`;

export function layoutScript(model: Model, schema: string, by?: string): { readonly layout: Layout; readonly script: string } {
  const { schema: tables, divisions } = divisionsOf(model);
  const division = by === undefined ? divisions[0] : divisions.find(({ root }) => root === by);
  if (division === undefined || isBlocked(division))
    throw new Error(`cannot be laid out: ${division?.findings.map(({ message }) => message).join('; ') ?? 'nothing hangs on it'}`);
  return { layout: division.layout, script: citusSql(tables, division.layout, schema) };
}

/** A connection that refuses queries as Citus does; a real Citus refuses them itself. */
function refusing(connection: Connection, layout: Layout): Connection {
  const divided = new Set(layout.tables.filter(({ kind }) => kind === 'divided').map(({ table }) => table));
  const asked = new Map<string, boolean>();
  const isRefused = (sql: string): boolean => {
    const known = asked.get(sql) ?? refusedByCitus(sql, divided);
    asked.set(sql, known);
    return known;
  };
  return Object.create(connection, {
    rows: {
      value: (...[sql, parameters]: Parameters<Connection['rows']>) =>
        isRefused(sql) ? connection.rows('SELECT citus.question(?)', [sql]) : connection.rows(sql, parameters),
    },
    row: {
      value: (...[sql, parameters]: Parameters<Connection['row']>) =>
        isRefused(sql) ? connection.row('SELECT citus.question(?)', [sql]) : connection.row(sql, parameters),
    },
  }) as Connection;
}
