import type { Schema, TableSchema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import { identifier, shortened } from '../sql/identifier.ts';
import type { Conditions } from '../sql/kept-conditions.ts';
import { createIndexes, isNotNull } from '../sql/shape.ts';
import { createOverlaps, overlapNamed } from './overlaps.ts';
import { allowedValues, checkName, createReferences, createTriggers, linkIndex, ownTables } from './tables.ts';

/*
 * The parts of the tables besides columns: tables restored one by one, or without the end of the
 * dump, work but enforce nothing.
 */

/** A missing key, index, constraint or trigger. */
export interface MissingPart {
  /** A description for people: `Ticket.status: which values it may have`. */
  readonly what: string;
  readonly statements: readonly string[];
  /** A query for some of the records that prevent it; null if the database's error names them. */
  readonly hindering: string | null;
}

/** A part with its kind and names, as they are in Postgres' catalogue. */
interface Part {
  readonly key: string;
  readonly part: MissingPart;
}

/** The parts that the database lacks, in an order in which they can be created. */
export function missingParts(connection: Connection, schema: Schema, conditions: Conditions): readonly MissingPart[] {
  const present = new Set(connection.rows(catalogue).map(([kind, table, name]) => keyOf(String(kind), String(table), String(name))));
  const isThere = (key: string): boolean => {
    if (present.has(key)) return true;
    // In older databases the name of an overlap constraint does not contain the table's name.
    const [kind, table, name] = JSON.parse(key) as [string, string, string];
    const known = kind === 'constraint' ? schema.tables.find((one) => shortened(one.table) === table) : undefined;
    return (known?.overlaps ?? []).some(
      (overlap, index) => overlapNamed(known as TableSchema, name) === overlap && present.has(keyOf(kind, table, `overlap~${index + 1}`)),
    );
  };
  return expectedParts(schema, conditions).flatMap(({ key, part }) => (isThere(key) ? [] : [part]));
}

const keyOf = (kind: string, table: string, name: string): string => JSON.stringify([kind, table, name]);

const catalogue = `
  SELECT CASE c.contype WHEN 'p' THEN 'key' WHEN 'u' THEN 'alone' ELSE 'constraint' END, t.relname, CASE WHEN c.contype IN ('p', 'u') THEN '' ELSE c.conname END
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.convalidated
  UNION ALL SELECT 'index', t.relname, i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND x.indisvalid
  UNION ALL SELECT 'trigger', t.relname, g.tgname FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
    WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND NOT g.tgisinternal AND g.tgenabled <> 'D'
  UNION ALL SELECT 'value', t.relname, a.attname FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
    WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relkind = 'r' AND a.attnum > 0 AND a.attnotnull`;

function expectedParts(schema: Schema, conditions: Conditions): readonly Part[] {
  return [
    ...ownParts,
    ...schema.tables.flatMap((table) => [primaryKey(table.table, '"id"'), ...columnParts(table)]),
    ...schema.links.flatMap(({ table }) => [
      primaryKey(table, '"position"'),
      plain(
        'alone',
        table,
        '',
        `${table}: that no record is in a list twice`,
        `ALTER TABLE ${identifier(table)} ADD UNIQUE ("owner", "member")`,
      ),
      ...['owner', 'member'].map((column) => {
        const statement = `ALTER TABLE ${identifier(table)} ALTER COLUMN ${identifier(column)} SET NOT NULL`;
        return plain('value', table, column, `${table}.${column}: that it is never empty`, statement);
      }),
      ...named(table, [linkIndex(table)]),
    ]),
    ...schema.tables.flatMap((table) => named(table.table, [...createIndexes(table, conditions), ...createTriggers(table)])),
    ...schema.tables.flatMap((table) => named(table.table, createOverlaps(table, conditions))),
    ...createReferences(schema).flatMap((statement) => named(null, [statement])),
  ];
}

const plain = (
  kind: string,
  table: string,
  name: string,
  what: string,
  made: string | readonly string[],
  hindering: string | null = null,
): Part => ({
  key: keyOf(kind, shortened(table), name === '' ? '' : shortened(name)),
  part: { what, statements: typeof made === 'string' ? [made] : made, hindering },
});

const primaryKey = (table: string, column: string): Part =>
  plain('key', table, '', `${table}: its key`, `ALTER TABLE ${identifier(table)} ADD PRIMARY KEY (${column})`);

function columnParts(table: TableSchema): Part[] {
  return table.columns.flatMap((column) => {
    const [of, name] = [identifier(table.table), identifier(column.column)];
    const which = (condition: string): string => `SELECT "id" FROM ${of} WHERE ${condition} ORDER BY "id" LIMIT 5`;
    const parts: Part[] = [];
    if (isNotNull(column)) {
      const statement = `ALTER TABLE ${of} ALTER COLUMN ${name} SET NOT NULL`;
      const what = `${table.table}.${column.column}: that it is never empty`;
      parts.push(plain('value', table.table, column.column, what, statement, which(`${name} IS NULL`)));
    }
    const allowed = allowedValues(column);
    if (allowed !== null) {
      const statement = `ALTER TABLE ${of} ADD CONSTRAINT ${identifier(checkName(column))} CHECK (${allowed})`;
      const what = `${table.table}.${column.column}: which values it may have`;
      parts.push(plain('constraint', table.table, checkName(column), what, statement, which(`NOT (${allowed})`)));
    }
    return parts;
  });
}

/**
 * Parts whose statements contain their names. A constraint that needs an extension is preceded by
 * the statement that creates it.
 */
function named(table: string | null, statements: readonly string[]): Part[] {
  return statements.flatMap((statement) => {
    const made = /^CREATE (?:UNIQUE )?(INDEX|TRIGGER) "((?:[^"]|"")+)".*? ON "((?:[^"]|"")+)"/s.exec(statement);
    const added = /^ALTER TABLE "((?:[^"]|"")+)" ADD CONSTRAINT "((?:[^"]|"")+)"/.exec(statement);
    if (made !== null) {
      const [kind, name, on] = [made[1]?.toLowerCase() ?? '', unquoted(made[2]), table ?? unquoted(made[3])];
      return [plain(kind, on, name, `${on}: the ${kind} ${name}`, statement)];
    }
    if (added === null) return [];
    const [on, name] = [unquoted(added[1]), unquoted(added[2])];
    const needed = statements.filter((other) => other.startsWith('CREATE EXTENSION'));
    return [plain('constraint', on, name, `${table ?? on}: ${name}`, [...needed, statement])];
  });
}

const unquoted = (name = ''): string => name.replaceAll('""', '"');

/** The parts of the store's own tables, which protect the trail and index it. */
const ownParts: readonly Part[] = ownTables.flatMap((statement) => named(null, [statement]));
