import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { ColumnSchema, TableSchema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import type { Defences } from '../sql/flavour.ts';
import { fingerprint, identifier, shortened, textLiteral } from '../sql/identifier.ts';

/** Before the names of functions that the document asks for; what uses them goes with them. Nothing else is called so. */
export const mark = '~keep ';

/** Before what such a trigger says. */
export const moveMark = 'no such transition: ';

/** Holds the number of a transaction whose data was asked otherwise: examples, data from elsewhere. Only the tables' owner can write it. */
const pardons = 'CREATE TABLE IF NOT EXISTS "_pardon" ("transaction" bigint PRIMARY KEY)';

const pardoned = 'EXISTS (SELECT 1 FROM "_pardon" WHERE "transaction" = txid_current())';

export const createDefences = ({ moves, rules }: Pick<Defences, 'moves' | 'rules'>): readonly string[] => [
  pardons,
  ...moves.flatMap(moveTrigger),
  ...[...new Set(rules.map(({ table }) => table))].flatMap((table) =>
    ruleTrigger(
      table,
      rules.filter((rule) => rule.table === table),
    ),
  ),
];

export function dropDefences(connection: Connection): void {
  // Several processes may open the same document at once: one after the other. Whoever comes later finds what it looked for gone, and decides again.
  connection.run(`SELECT pg_advisory_xact_lock(hashtextextended('ninefold defences ' || current_schema(), 0))`);
  const views = connection.rows('SELECT "viewname" FROM pg_views WHERE "schemaname" = current_schema()').map(([name]) => String(name));
  for (const view of views.filter((name) => name.endsWith(seen))) connection.run(`DROP VIEW IF EXISTS ${identifier(view)}`);
  const functions = connection.rows(
    `SELECT p.proname, pg_get_function_identity_arguments(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = current_schema() AND starts_with(p.proname, ?)`,
    [mark],
  );
  for (const [name, args] of functions) {
    // Null: it is gone meanwhile.
    if (args !== null && args !== undefined) connection.run(`DROP FUNCTION IF EXISTS ${identifier(String(name))}(${String(args)}) CASCADE`);
  }
}

/** A dump of single tables leaves functions out, and with them all triggers that call them. */
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

/** After a table's name: a view of what somebody may see of it (rights.ts). Entities' names hold no blanks. */
export const seen = ' seen';

/** A long name would lose its end. */
export const seenName = (table: string): string => (shortened(table + seen) === table + seen ? table : `~${fingerprint(table)}`) + seen;

/** Looks at tables that whoever writes may not read, in the schema where it stands. */
export const asOwner = 'SECURITY DEFINER SET search_path FROM CURRENT';

const dollar = '$keep$';

/** A function's body between marks that do not occur in it. */
export function quotedBody(body: string): string {
  if (!body.includes(dollar)) return `${dollar}${body}${dollar}`;
  return textLiteral(body);
}

const changed = ({ column }: ColumnSchema): string => `OLD.${identifier(column)} IS DISTINCT FROM NEW.${identifier(column)}`;

const triggerFunction = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${identifier(name)}() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS ${quotedBody(body)}`;

function moveTrigger({ table, column, pairs }: KeptMoves): string[] {
  const allowed = [...pairs].map(
    ([state, others]) =>
      `(OLD.${identifier(column.column)} = ${textLiteral(state)} AND NEW.${identifier(column.column)} IN (${others.map(textLiteral).join(', ')}))`,
  );
  const message = textLiteral(`${moveMark}${table.entity}.${column.field}`);
  const body = `BEGIN
    IF (${allowed.length === 0 ? 'FALSE' : allowed.join(' OR ')}) IS NOT TRUE AND NOT ${pardoned} THEN
      RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = ${message};
    END IF;
    RETURN NEW;
  END`;
  const name = mark + fingerprint(`${table.table} ${body}`);
  return [
    triggerFunction(name, body),
    `CREATE TRIGGER ${identifier(name)} BEFORE UPDATE OF ${identifier(column.column)} ON ${identifier(table.table)} FOR EACH ROW
     WHEN (${changed(column)}) EXECUTE FUNCTION ${identifier(name)}()`,
  ];
}

/**
 * One for all rules of a table, at the end of the transaction: an event may break a rule that its effect mends. A condition looks at these columns alone, so
 * a write that kept to it need not be looked at again: whatever changes them later is asked itself.
 */
function ruleTrigger(table: TableSchema, rules: readonly KeptRule[]): string[] {
  const broken = ({ columns, condition }: KeptRule, row: string): string => {
    const asked = columns.length === 0 ? `TG_OP = 'INSERT'` : `(TG_OP = 'INSERT' OR ${columns.map(changed).join(' OR ')})`;
    return `${asked} AND (${condition(row)}) IS NOT TRUE`;
  };
  const tests = rules.map((rule) => {
    const message = textLiteral(`the rule “${rule.rule}” does not hold for ${table.entity}`);
    return `IF ${broken(rule, '"~row"')} THEN
      RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = ${message}, TABLE = ${textLiteral(table.entity)}, CONSTRAINT = ${textLiteral(rule.rule)}, DETAIL = NEW."id";
    END IF;`;
  });
  const body = `DECLARE "~row" ${identifier(table.table)};
  BEGIN
    IF NOT (${rules.map((rule) => `(${broken(rule, 'NEW')})`).join(' OR ')}) THEN RETURN NULL; END IF;
    SELECT * INTO "~row" FROM ${identifier(table.table)} WHERE "id" = NEW."id";
    IF NOT FOUND OR ${pardoned} THEN RETURN NULL; END IF;
    ${tests.join('\n    ')}
    RETURN NULL;
  END`;
  const name = mark + fingerprint(`${table.table} ${body}`);
  const columns = new Set(rules.flatMap((rule) => rule.columns.map(({ column }) => identifier(column))));
  const onUpdate = columns.size === 0 ? '' : ` OR UPDATE OF ${[...columns].join(', ')}`;
  return [
    triggerFunction(name, body),
    `CREATE CONSTRAINT TRIGGER ${identifier(name)} AFTER INSERT${onUpdate} ON ${identifier(table.table)}
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${identifier(name)}()`,
  ];
}
