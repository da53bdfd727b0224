import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { ColumnSchema, TableSchema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import { fingerprint, identifier, qualified, shortened, textLiteral } from '../sql/identifier.ts';
import type { Defences } from '../sql/sql-engine.ts';

/**
 * The prefix of functions for a document; dropping one drops what uses it. No other function has
 * this prefix.
 */
export const mark = '~keep ';

/** The prefix of the error message of a transition trigger. */
export const moveMark = 'no such transition: ';

/**
 * A table for the number of a transaction whose data is checked elsewhere: examples, imports. Only
 * the tables' owner can write to it.
 */
const exemptTransactions = (schema: string): string =>
  `CREATE TABLE IF NOT EXISTS ${qualified(schema, '_pardon')} ("transaction" bigint PRIMARY KEY)`;

const isExempt = (schema: string): string =>
  `EXISTS (SELECT 1 FROM ${qualified(schema, '_pardon')} WHERE "transaction" = pg_catalog.txid_current())`;

/** `schema`: the Postgres schema of the tables. */
export const createDefences = (schema: string, { moves, rules }: Pick<Defences, 'moves' | 'rules'>): readonly string[] => [
  exemptTransactions(schema),
  forgetEntered(schema),
  ...moves.flatMap((one) => moveTrigger(schema, one)),
  ...[...new Set(rules.map(({ table }) => table))].flatMap((table) =>
    ruleTrigger(
      schema,
      table,
      rules.filter((rule) => rule.table === table),
    ),
  ),
];

/** Drops everything that createDefences and createRights created. */
export function dropDefences(connection: Connection): void {
  // Several processes may open the same document at once; the lock makes them take turns. A later
  // one finds the objects gone and decides again.
  connection.run(`SELECT pg_advisory_xact_lock(hashtextextended('ninefold defences ' || current_schema(), 0))`);
  const views = connection.rows('SELECT "viewname" FROM pg_views WHERE "schemaname" = current_schema()').map(([name]) => String(name));
  for (const view of views.filter((name) => name.endsWith(seen))) connection.run(`DROP VIEW IF EXISTS ${identifier(view)}`);
  const functions = connection.rows(
    `SELECT p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = current_schema() AND starts_with(p.proname, ?)`,
    [mark],
  );
  for (const [name, args] of functions) {
    // Null if the function was dropped meanwhile.
    if (args !== null && args !== undefined) connection.run(`DROP FUNCTION IF EXISTS ${identifier(String(name))}(${String(args)}) CASCADE`);
  }
}

/**
 * Whether the triggers exist. A dump of single tables leaves functions out, and with them all
 * triggers that call them.
 */
export function hasDefences(connection: Connection, made: readonly string[]): boolean {
  const names = made.flatMap((statement) => /^CREATE (?:CONSTRAINT )?TRIGGER "([^"]+)"/.exec(statement)?.[1] ?? []);
  if (names.length === 0) return true;
  const there = connection.rows(
    `SELECT g.tgname FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
     WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND starts_with(g.tgname, ?) AND g.tgenabled <> 'D'`,
    [mark],
  );
  const present = new Set(there.map(String));
  return names.every((name) => present.has(name));
}

/**
 * Suffix of the view on a table that shows what a person may see (rights.ts). Entity names contain
 * no spaces.
 */
export const seen = ' seen';

/** The name of the view. A long table name becomes a hash, so that the suffix is not truncated. */
export const seenName = (table: string): string => (shortened(table + seen) === table + seen ? table : `~${fingerprint(table)}`) + seen;

/**
 * The search path of functions. Temporary objects come last: a path without them searches them
 * first, and any role may have created some. `pg_catalog` precedes the path implicitly.
 */
export const searchPath = (schema: string): string => `SET search_path = ${identifier(schema)}, pg_temp`;

/**
 * The function runs with its owner's rights. Its body still qualifies every table, and `onlyOwner`
 * revokes it from PUBLIC.
 */
export const asOwner = (schema: string): string => `SECURITY DEFINER ${searchPath(schema)}`;

/**
 * Revokes a function from PUBLIC, because by default every role may run it, and may use it in a
 * trigger on its own table.
 */
export const onlyOwner = (schema: string, name: string, args = ''): string =>
  `REVOKE ALL ON FUNCTION ${qualified(schema, name)}(${args}) FROM PUBLIC`;

/**
 * Replaces the function of tables.ts, whose body finds the table through the search path of the
 * deleting role.
 */
const forgetEntered = (schema: string): string =>
  `CREATE OR REPLACE FUNCTION ${qualified(schema, '_forget_entered')}() RETURNS trigger LANGUAGE plpgsql ${searchPath(schema)} AS ${quotedBody(
    `BEGIN DELETE FROM ${qualified(schema, '_entered')} WHERE "entity" = TG_ARGV[0] AND "record" = OLD."id"; RETURN NULL; END`,
  )}`;

const dollar = '$keep$';

/** Quotes a function body with a delimiter that does not occur in it. */
export function quotedBody(body: string): string {
  if (!body.includes(dollar)) return `${dollar}${body}${dollar}`;
  return textLiteral(body);
}

const changed = ({ column }: ColumnSchema): string => `OLD.${identifier(column)} IS DISTINCT FROM NEW.${identifier(column)}`;

const triggerFunction = (schema: string, name: string, body: string): string[] => [
  `CREATE OR REPLACE FUNCTION ${qualified(schema, name)}() RETURNS trigger LANGUAGE plpgsql ${asOwner(schema)} AS ${quotedBody(body)}`,
  onlyOwner(schema, name),
];

function moveTrigger(schema: string, { table, column, pairs }: KeptMoves): string[] {
  const allowed = [...pairs].map(
    ([state, others]) =>
      `(OLD.${identifier(column.column)} = ${textLiteral(state)} AND NEW.${identifier(column.column)} IN (${others.map(textLiteral).join(', ')}))`,
  );
  const message = textLiteral(`${moveMark}${table.entity}.${column.field}`);
  const body = `BEGIN
    IF (${allowed.length === 0 ? 'FALSE' : allowed.join(' OR ')}) IS NOT TRUE AND NOT ${isExempt(schema)} THEN
      RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = ${message};
    END IF;
    RETURN NEW;
  END`;
  const name = mark + fingerprint(`${table.table} ${body}`);
  return [
    ...triggerFunction(schema, name, body),
    `CREATE TRIGGER ${identifier(name)} BEFORE UPDATE OF ${identifier(column.column)} ON ${qualified(schema, table.table)} FOR EACH ROW
     WHEN (${changed(column)}) EXECUTE FUNCTION ${qualified(schema, name)}()`,
  ];
}

/**
 * One trigger for all rules of a table, at the end of the transaction, because the effect of an
 * event may repair a rule that the event broke. A condition reads only these columns, so a row that
 * passed needs no check until one of them changes.
 */
function ruleTrigger(schema: string, table: TableSchema, rules: readonly KeptRule[]): string[] {
  const broken = ({ columns, condition }: KeptRule, row: string): string => {
    const applies = columns.length === 0 ? `TG_OP = 'INSERT'` : `(TG_OP = 'INSERT' OR ${columns.map(changed).join(' OR ')})`;
    return `${applies} AND (${condition(row)}) IS NOT TRUE`;
  };
  const tests = rules.map((rule) => {
    const message = textLiteral(`the rule “${rule.rule}” does not hold for ${table.entity}`);
    return `IF ${broken(rule, '"~row"')} THEN
      RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = ${message}, TABLE = ${textLiteral(table.entity)}, CONSTRAINT = ${textLiteral(rule.rule)}, DETAIL = NEW."id";
    END IF;`;
  });
  const body = `DECLARE "~row" ${qualified(schema, table.table)};
  BEGIN
    IF NOT (${rules.map((rule) => `(${broken(rule, 'NEW')})`).join(' OR ')}) THEN RETURN NULL; END IF;
    SELECT * INTO "~row" FROM ${qualified(schema, table.table)} WHERE "id" = NEW."id";
    IF NOT FOUND OR ${isExempt(schema)} THEN RETURN NULL; END IF;
    ${tests.join('\n    ')}
    RETURN NULL;
  END`;
  const name = mark + fingerprint(`${table.table} ${body}`);
  const columns = new Set(rules.flatMap((rule) => rule.columns.map(({ column }) => identifier(column))));
  const onUpdate = columns.size === 0 ? '' : ` OR UPDATE OF ${[...columns].join(', ')}`;
  return [
    ...triggerFunction(schema, name, body),
    `CREATE CONSTRAINT TRIGGER ${identifier(name)} AFTER INSERT${onUpdate} ON ${qualified(schema, table.table)}
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${qualified(schema, name)}()`,
  ];
}
