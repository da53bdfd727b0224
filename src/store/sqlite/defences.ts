import type { KeptMoves } from '../defences/kept-moves.ts';
import type { KeptRule } from '../defences/kept-rules.ts';
import type { TableSchema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import { fingerprint, identifier, textLiteral } from '../sql/identifier.ts';
import type { Defences } from '../sql/sql-engine.ts';
import { isAnyOf } from './tables.ts';

/** The prefix of the trigger names; no other name starts like this. */
const mark = '~keep ';

/** The prefix of the error message of a transition trigger. */
export const moveMark = 'no such transition: ';

/*
 * SQLite has no deferred triggers, which rules need, because the effect of an event may repair a
 * rule that the event broke. Violations go to "_broken", whose rows refer to a row of "_never" that
 * never exists: a transaction that leaves one cannot commit.
 */
const tables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS "_never" ("id" TEXT PRIMARY KEY CHECK (FALSE)) STRICT, WITHOUT ROWID',
  `CREATE TABLE IF NOT EXISTS "_broken" ("entity" TEXT NOT NULL, "rule" TEXT NOT NULL, "record" TEXT NOT NULL,
     "never" TEXT NOT NULL DEFAULT 'never' REFERENCES "_never" ("id") DEFERRABLE INITIALLY DEFERRED, PRIMARY KEY ("entity", "rule", "record")) STRICT, WITHOUT ROWID`,
  // Has a row while checks are suspended: for examples and data from elsewhere.
  'CREATE TABLE IF NOT EXISTS "_pardon" ("transaction" INTEGER PRIMARY KEY) STRICT',
];

const notExempt = 'NOT EXISTS (SELECT 1 FROM "_pardon")';

/** Statements that create the triggers for sections 4 and 5. */
export const createDefences = ({ moves, rules }: Defences): readonly string[] => [
  ...tables,
  ...moves.map(moveTrigger),
  ...rules.flatMap(ruleTriggers),
  ...[...new Set(rules.map(({ table }) => table))].map(goneTrigger),
];

/** Drops the triggers of createDefences. */
export function dropDefences(connection: Connection): void {
  const triggers = connection.rows(`SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger'`).map(([name]) => String(name));
  for (const name of triggers.filter((one) => one.startsWith(mark))) connection.run(`DROP TRIGGER ${identifier(name)}`);
}

/** The first violation in this transaction. */
export function brokenRule(connection: Connection): { readonly entity: string; readonly rule: string; readonly record: string } | null {
  const row = connection.row('SELECT "entity", "rule", "record" FROM "_broken" LIMIT 1');
  return row === null ? null : { entity: String(row[0]), rule: String(row[1]), record: String(row[2]) };
}

const trigger = (table: TableSchema, when: string, condition: string, body: string): string => {
  const text = `${when} ON ${identifier(table.table)} WHEN ${condition} BEGIN ${body} END`;
  return `CREATE TRIGGER ${identifier(mark + fingerprint(text))} ${text}`;
};

function moveTrigger({ table, column, pairs }: KeptMoves): string {
  const [before, after] = [`OLD.${identifier(column.column)}`, `NEW.${identifier(column.column)}`];
  const allowed = [...pairs].map(([state, others]) => `${before} = ${textLiteral(state)} AND (${isAnyOf(after, others)})`);
  const possible = allowed.length === 0 ? 'FALSE' : allowed.map((one) => `(${one})`).join(' OR ');
  return trigger(
    table,
    `BEFORE UPDATE OF ${identifier(column.column)}`,
    `${before} IS NOT ${after} AND (${possible}) IS NOT TRUE AND ${notExempt}`,
    `SELECT RAISE(ABORT, ${textLiteral(`${moveMark}${table.entity}.${column.field}`)});`,
  );
}

function ruleTriggers({ rule, table, columns, condition }: KeptRule): string[] {
  const names = [textLiteral(table.entity), textLiteral(rule)].join(', ');
  const broken = `(${condition('NEW')}) IS NOT TRUE`;
  const note = `INSERT OR IGNORE INTO "_broken" ("entity", "rule", "record")`;
  const made = trigger(table, 'AFTER INSERT', `${broken} AND ${notExempt}`, `${note} VALUES (${names}, NEW."id");`);
  if (columns.length === 0) return [made];
  const quoted = columns.map(({ column }) => identifier(column));
  const changed = trigger(
    table,
    `AFTER UPDATE OF ${quoted.join(', ')}`,
    `(${quoted.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ')}) AND ${notExempt}`,
    `DELETE FROM "_broken" WHERE "entity" = ${textLiteral(table.entity)} AND "rule" = ${textLiteral(rule)} AND "record" = NEW."id";
     ${note} SELECT ${names}, NEW."id" WHERE ${broken};`,
  );
  return [made, changed];
}

/** A deleted record no longer violates a rule. */
const goneTrigger = (table: TableSchema): string =>
  trigger(
    table,
    'AFTER DELETE',
    'EXISTS (SELECT 1 FROM "_broken")',
    `DELETE FROM "_broken" WHERE "entity" = ${textLiteral(table.entity)} AND "record" = OLD."id";`,
  );
