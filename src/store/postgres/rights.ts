import type { Expression } from '../../expression/expression.ts';
import { raw, type SqlFragment } from '../../expression/sql/fragment.ts';
import type { Symbols } from '../../expression/sql/place.ts';
import { valueTerm } from '../../expression/sql/term.ts';
import { type TranslationContext, translate } from '../../expression/sql/translate.ts';
import type { Model } from '../../model/model.ts';
import { grantsOf, type RoleGrant } from '../defences/grants.ts';
import { plainSurroundings } from '../memory/plain-surroundings.ts';
import type { ColumnSchema, LinkSchema, Schema, TableSchema } from '../schema.ts';
import { createCatalog } from '../sql/catalog.ts';
import { identifier, textLiteral, writtenOut } from '../sql/identifier.ts';
import { currencyOf } from '../sql/write.ts';
import { asOwner, mark, quotedBody, seen, seenName } from './defences.ts';
import { postgresDialect } from './dialect.ts';

/*
 * Section 6 for whoever asks the database itself (docs/guide/database.md). Who they are, the token of a session says: `SET ninefold.token = '…'`, so that nobody
 * can be anybody else. They read views, which show what the engine would show them; they write nothing: what a write sets off (events, effects, rules on
 * create, the trail) is the engine's business. Tables have the same as policies, for roles that their owner lets near them. The owner, which the engine is, is
 * held back by nothing.
 */

/** What somebody is told who asks which permissions the database cannot say: then it grants nothing. */
export interface UntoldGrant {
  readonly entity: string;
  readonly field: string | null;
  readonly source: string;
}

export interface Rights {
  readonly statements: readonly string[];
  readonly untold: readonly UntoldGrant[];
}

const me = `${mark}me`;

export function createRights(model: Model, schema: Schema): Rights {
  const untold: UntoldGrant[] = [];
  const granted = conditionsFor(model, schema, untold);
  const reading = (entity: string, field: string | null = null): string => `${mark}read ${entity}${field === null ? '' : `.${field}`}`;
  const tables = schema.tables.flatMap((table) => {
    const fields = table.columns.filter(({ declared }) => declared !== 'password');
    const hidden = fields.filter(({ field }) => field !== 'id' && grantsOf(model, table.entity, 'read', field) !== null);
    const shown = fields.map((column) => {
      const name = identifier(column.column);
      const value = inWords(column, `t.${name}`);
      return hidden.includes(column)
        ? `CASE WHEN ${identifier(reading(table.entity, column.field))}(t."id") THEN ${value} END AS ${name}`
        : `${value} AS ${name}`;
    });
    return [
      ask(reading(table.entity), table, granted(table, null)),
      ...hidden.map(({ field }) => ask(reading(table.entity, field), table, granted(table, field))),
      ...policy(table.table, `${identifier(reading(table.entity))}("id")`),
      view(table.table, shown, `${identifier(reading(table.entity))}(t."id")`),
    ];
  });
  const links = schema.links.flatMap((link) => {
    const condition = memberCondition(model, link, reading);
    const owner = schema.tables.find(({ entity }) => entity === link.entity);
    const own = owner !== undefined && grantsOf(model, link.entity, 'read', link.field) !== null;
    return [
      ...(own ? [ask(reading(link.entity, link.field), owner, granted(owner, link.field))] : []),
      ...policy(link.table, condition('')),
      view(link.table, ['t."owner"', 't."member"'], condition('t.')),
    ];
  });
  return { statements: [whoIsThere(model, schema), ...tables, ...links, ...admission], untold };
}

/** The account whose session the token belongs to; null: nobody. */
function whoIsThere(model: Model, schema: Schema): string {
  const account = schema.tables.find(({ entity }) => entity === model.account?.entity.text);
  const body =
    account === undefined
      ? 'SELECT CAST(NULL AS text)'
      : `SELECT a."id" FROM "_session" s JOIN ${identifier(account.table)} a ON a."id" = s."account"
         WHERE s."token_hash" = encode(sha256(convert_to(current_setting('ninefold.token', true), 'UTF8')), 'hex')
           AND s."expires" > extract(epoch FROM clock_timestamp()) * 1000`;
  return `CREATE OR REPLACE FUNCTION ${identifier(me)}() RETURNS text LANGUAGE sql STABLE ${asOwner} AS ${quotedBody(body)}`;
}

/** May the person read the record of this id? Nothing else can be asked: the answer says no more than the list that the record is in. */
function ask(name: string, table: TableSchema, condition: string): string {
  const body = `SELECT coalesce((SELECT ${condition} FROM ${identifier(table.table)} AS "~row", (SELECT ${identifier(me)}() AS "id" OFFSET 0) AS "~me"
    WHERE "~row"."id" = $1), FALSE)`;
  return `CREATE OR REPLACE FUNCTION ${identifier(name)}(text) RETURNS boolean LANGUAGE sql STABLE ${asOwner} AS ${quotedBody(body)}`;
}

const policy = (table: string, condition: string): string[] => [
  `ALTER TABLE ${identifier(table)} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY ${identifier(`${mark}read`)} ON ${identifier(table)} FOR SELECT USING (${condition})`,
];

const view = (table: string, columns: readonly string[], condition: string): string =>
  `CREATE VIEW ${identifier(seenName(table))} WITH (security_barrier) AS SELECT ${columns.join(', ')} FROM ${identifier(table)} AS t WHERE ${condition}`;

/** Who may read both ends, and the list. */
function memberCondition(
  model: Model,
  { entity, field, target }: LinkSchema,
  reading: (entity: string, field?: string) => string,
): (before: string) => string {
  const asked = [
    [reading(entity), '"owner"'],
    [reading(target), '"member"'],
    ...(grantsOf(model, entity, 'read', field) === null ? [] : [[reading(entity, field), '"owner"']]),
  ] as const;
  return (before) => asked.map(([name, column]) => `${identifier(name ?? '')}(${before}${column})`).join(' AND ');
}

/** A grant as SQL over the row `"~row"` and the person `"~me"`. */
function conditionsFor(model: Model, schema: Schema, untold: UntoldGrant[]): (table: TableSchema, field: string | null) => string {
  const catalog = createCatalog(model, schema, currencyOf(model), () => null);
  const surroundings = plainSurroundings(model);
  const scope = { surroundings, self: null, row: null, old: null, bound: new Map() };
  const symbols = symbolsOf(model);
  const told = (table: TableSchema, expression: Expression): string | null => {
    let count = 0;
    const context: TranslationContext = {
      catalog,
      dialect: postgresDialect,
      scope,
      row: { entity: table.entity, alias: '"~row"', variable: null },
      fresh: () => `t${++count}`,
      symbols,
      everything: true,
    };
    const usable = expression.node !== null && expression.problems.length === 0 && hasConstants(model, expression);
    const fragment: SqlFragment | null = usable && expression.node !== null ? translate(expression.node, context) : null;
    return fragment === null ? null : `(${writtenOut(fragment)})`;
  };
  return (table, field) => {
    const grants = grantsOf(model, table.entity, 'read', field);
    if (grants === 'everybody' || grants === null) return 'TRUE';
    const one = ({ is, when }: RoleGrant): string => {
      const tests = [is, ...(when === null ? [] : [when])].map((expression) => {
        const condition = told(table, expression);
        if (condition === null) untold.push({ entity: table.entity, field, source: expression.source });
        return condition ?? 'FALSE';
      });
      return `(${tests.join(' AND ')})`;
    };
    return grants.length === 0 ? 'FALSE' : grants.map(one).join(' OR ');
  };
}

const hasConstants = (model: Model, { reads }: Expression): boolean =>
  reads.constants.every((name) => model.constants.find((constant) => constant.name.text === name)?.value !== undefined);

/** What the database finds out itself. A token is nothing that a permission should look at. */
function symbolsOf(model: Model): Symbols {
  const account = model.account?.entity.text ?? null;
  const zone = model.constants.find((constant) => constant.name.text === 'TIME_ZONE')?.value;
  const today = `(to_char(statement_timestamp() AT TIME ZONE ${textLiteral(typeof zone === 'string' ? zone : 'UTC')}, 'YYYY-MM-DD') COLLATE "C")`;
  return new Map([
    [
      'me',
      account === null
        ? valueTerm(raw('NULL'), 'null', 'value', { known: null })
        : valueTerm(raw('"~me"."id"'), 'record', 'value', { entity: account }),
    ],
    ['now', valueTerm(raw('CAST(floor(extract(epoch FROM statement_timestamp()) * 1000000) AS bigint)'), 'datetime', 'never')],
    ['today', valueTerm(raw(today), 'date', 'never')],
    ['token', null],
  ]);
}

/** A value as Postgres’ own types say it. */
function inWords(column: ColumnSchema, name: string): string {
  switch (column.type) {
    case 'datetime':
      return `to_timestamp(${name} / 1000000.0)`;
    case 'duration':
      return `make_interval(secs => ${name} / 1000000.0)`;
    case 'money':
      return `CAST(${name} * 0.01 AS numeric(20, 2))`;
    case 'date':
      return `CAST(${name} AS date)`;
    case 'time':
      return `CAST(${name} AS time)`;
    case 'file':
    case 'json':
      return `CAST(${name} AS json)`;
    default:
      return name;
  }
}

/** Called by the owner: `SELECT "_admit"('desk')` lets a role of the server read the views, `SELECT "_dismiss"('desk')` no longer. */
const admission: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS "_admitted" ("role" text COLLATE "C" PRIMARY KEY)',
  `CREATE OR REPLACE FUNCTION "_admit"("who" text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS ${quotedBody(`
DECLARE "name" text;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), "who");
  FOR "name" IN SELECT "viewname" FROM pg_views WHERE "schemaname" = current_schema() AND right("viewname", ${seen.length}) = ${textLiteral(seen)} LOOP
    EXECUTE format('GRANT SELECT ON %I.%I TO %I', current_schema(), "name", "who");
  END LOOP;
  INSERT INTO "_admitted" ("role") VALUES ("who") ON CONFLICT DO NOTHING;
END`)}`,
  `CREATE OR REPLACE FUNCTION "_dismiss"("who" text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS ${quotedBody(`
BEGIN
  DELETE FROM "_admitted" WHERE "role" = "who";
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', current_schema(), "who");
  EXECUTE format('REVOKE USAGE ON SCHEMA %I FROM %I', current_schema(), "who");
END`)}`,
  'REVOKE ALL ON FUNCTION "_admit"(text), "_dismiss"(text) FROM PUBLIC',
  // The views were made anew: whoever was let in before is let in again.
  `DO ${quotedBody(`BEGIN PERFORM "_admit"("role") FROM "_admitted" WHERE "role" IN (SELECT "rolname" FROM pg_roles); END`)}`,
];
