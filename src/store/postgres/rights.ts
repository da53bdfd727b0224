import type { Expression } from '../../expression/expression.ts';
import { raw, type SqlFragment } from '../../expression/sql/fragment.ts';
import { valueTerm } from '../../expression/sql/term.ts';
import { type TranslationContext, translate } from '../../expression/sql/translate.ts';
import type { Symbols } from '../../expression/sql/translation-place.ts';
import type { RunModel } from '../../model/run-model.ts';
import type { StorageType } from '../../model/types/type.ts';
import { grantsOf, type RoleGrant } from '../defences/grants.ts';
import { plainContext } from '../memory/plain-context.ts';
import type { LinkSchema, Schema, TableSchema } from '../schema.ts';
import { createCatalog } from '../sql/catalog.ts';
import { identifier, inlineParameters, qualified, shortened, textLiteral } from '../sql/identifier.ts';
import { currencyOf } from '../sql/write.ts';
import { asOwner, mark, onlyOwner, quotedBody, searchPath, seen, seenName } from './defences.ts';
import { postgresDialect } from './dialect.ts';

/*
 * Section 6 for people who query the database directly (docs/guide/database.md). The token of a
 * session identifies them: `SET ninefold.token = '…'`; there is no other way to claim an identity.
 * They read views, which show what the engine would show, and write nothing, because the effects of
 * a write (events, effects, rules on create, the trail) belong to the engine. Policies put the same
 * conditions on the tables, for roles that their owner admits. The owner, which is the engine, is
 * not restricted.
 */

/** A permission that SQL cannot express, so the database grants nothing; reported to people. */
export interface MissingGrant {
  readonly entity: string;
  readonly field: string | null;
  readonly source: string;
}

export interface Rights {
  readonly statements: readonly string[];
  readonly untold: readonly MissingGrant[];
}

const me = `${mark}me`;

/** The prefix of the functions that check which records and fields the person may read. */
const readMark = `${mark}read `;

/** `within`: the Postgres schema of the tables. */
export function createRights(within: string, model: RunModel, schema: Schema): Rights {
  const untold: MissingGrant[] = [];
  const granted = conditionsFor(within, model, schema, untold);
  const reading = (entity: string, field: string | null = null): string => `${readMark}${entity}${field === null ? '' : `.${field}`}`;
  const mayRead = (entity: string): string => qualified(within, reading(entity));
  const tables = schema.tables.flatMap((table) => {
    const fields = table.columns.filter(({ declared }) => declared !== 'password');
    const hidden = fields.filter(({ field }) => field !== 'id' && grantsOf(model, table.entity, 'read', field) !== null);
    const shown = fields.map((column) => {
      const name = identifier(column.column);
      const value = inWords[column.type](`t.${name}`);
      return hidden.includes(column)
        ? `CASE WHEN ${qualified(within, reading(table.entity, column.field))}(t."id") THEN ${value} END AS ${name}`
        : `${value} AS ${name}`;
    });
    return [
      ...ask(within, reading(table.entity), table, granted(table, null)),
      ...hidden.flatMap(({ field }) => ask(within, reading(table.entity, field), table, granted(table, field))),
      ...policy(within, table.table, `${mayRead(table.entity)}("id")`),
      view(within, table.table, shown, `${mayRead(table.entity)}(t."id")`),
    ];
  });
  const links = schema.links.flatMap((link) => {
    const condition = memberCondition(within, model, link, reading);
    const owner = schema.tables.find(({ entity }) => entity === link.entity);
    const own = owner !== undefined && grantsOf(model, link.entity, 'read', link.field) !== null;
    return [
      ...(own ? ask(within, reading(link.entity, link.field), owner, granted(owner, link.field)) : []),
      ...policy(within, link.table, condition('')),
      view(within, link.table, ['t."owner"', 't."member"'], condition('t.')),
    ];
  });
  return { statements: [...whoIsThere(within, model, schema), ...tables, ...links, ...admission(within)], untold };
}

/** The function that returns the account of the session with the token; null if signed out. */
function whoIsThere(within: string, model: RunModel, schema: Schema): string[] {
  const account = schema.tables.find(({ entity }) => entity === model.account?.entity.text);
  const body =
    account === undefined
      ? 'SELECT CAST(NULL AS text)'
      : `SELECT a."id" FROM ${qualified(within, '_session')} s JOIN ${qualified(within, account.table)} a ON a."id" = s."account"
         WHERE s."token_hash" = ${tokenHash} AND s."expires" > extract(epoch FROM pg_catalog.clock_timestamp()) * 1000`;
  return definer(within, me, '', 'text', body);
}

const tokenHash = `pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.current_setting('ninefold.token', true), 'UTF8')), 'hex')`;

const definer = (within: string, name: string, args: string, result: string, body: string): string[] => [
  `CREATE OR REPLACE FUNCTION ${qualified(within, name)}(${args}) RETURNS ${result} LANGUAGE sql STABLE ${asOwner(within)} AS ${quotedBody(body)}`,
  onlyOwner(within, name, args),
];

/**
 * The function that checks whether the person may read the record with this id. The answer reveals
 * no more than a list with the record.
 */
function ask(within: string, name: string, table: TableSchema, condition: string): string[] {
  const body = `SELECT coalesce((SELECT ${condition} FROM ${qualified(within, table.table)} AS "~row", (SELECT ${qualified(within, me)}() AS "id" OFFSET 0) AS "~me"
    WHERE "~row"."id" = $1), FALSE)`;
  return definer(within, name, 'text', 'boolean', body);
}

const policy = (within: string, table: string, condition: string): string[] => [
  `ALTER TABLE ${qualified(within, table)} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY ${identifier(`${mark}read`)} ON ${qualified(within, table)} FOR SELECT USING (${condition})`,
];

const view = (within: string, table: string, columns: readonly string[], condition: string): string =>
  `CREATE VIEW ${qualified(within, seenName(table))} WITH (security_barrier) AS SELECT ${columns.join(', ')} FROM ${qualified(within, table)} AS t WHERE ${condition}`;

/** The condition for reading both ends of a link, and the list. */
function memberCondition(
  within: string,
  model: RunModel,
  { entity, field, target }: LinkSchema,
  reading: (entity: string, field?: string) => string,
): (before: string) => string {
  const statements = [
    [reading(entity), '"owner"'],
    [reading(target), '"member"'],
    ...(grantsOf(model, entity, 'read', field) === null ? [] : [[reading(entity, field), '"owner"']]),
  ] as const;
  return (before) => statements.map(([name, column]) => `${qualified(within, name ?? '')}(${before}${column})`).join(' AND ');
}

/** Translates grants to SQL over the row `"~row"` and the person `"~me"`. */
function conditionsFor(
  within: string,
  model: RunModel,
  schema: Schema,
  untold: MissingGrant[],
): (table: TableSchema, field: string | null) => string {
  const catalog = createCatalog(
    model,
    schema,
    currencyOf(model),
    () => null,
    (table) => qualified(within, table),
  );
  const evaluationContext = plainContext(model);
  const scope = { evaluationContext, self: null, row: null, old: null, bound: new Map() };
  const symbols = symbolsOf(model);
  const inSql = (table: TableSchema, expression: Expression): string | null => {
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
    return fragment === null ? null : `(${inlineParameters(fragment)})`;
  };
  return (table, field) => {
    const grants = grantsOf(model, table.entity, 'read', field);
    if (grants === 'everybody' || grants === null) return 'TRUE';
    const one = ({ is, when }: RoleGrant): string => {
      const tests = [is, ...(when === null ? [] : [when])].map((expression) => {
        const condition = inSql(table, expression);
        if (condition === null) untold.push({ entity: table.entity, field, source: expression.source });
        return condition ?? 'FALSE';
      });
      return `(${tests.join(' AND ')})`;
    };
    return grants.length === 0 ? 'FALSE' : grants.map(one).join(' OR ');
  };
}

const hasConstants = (model: RunModel, { reads }: Expression): boolean =>
  reads.constants.every((name) => model.constants.find((constant) => constant.name.text === name)?.value !== undefined);

/**
 * The values that the database determines itself. `token` is null, because a permission should not
 * depend on it.
 */
function symbolsOf(model: RunModel): Symbols {
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

function asItIs(name: string): string {
  return name;
}

/** Converts a value to Postgres’ own types. */
const inWords: Readonly<Record<StorageType, (name: string) => string>> = {
  text: asItIs,
  integer: asItIs,
  decimal: asItIs,
  money: (name) => `CAST(${name} * 0.01 AS numeric(20, 2))`,
  boolean: asItIs,
  date: (name) => `CAST(${name} AS date)`,
  time: (name) => `CAST(${name} AS time)`,
  datetime: (name) => `to_timestamp(${name} / 1000000.0)`,
  duration: (name) => `make_interval(secs => ${name} / 1000000.0)`,
  enum: asItIs,
  state: asItIs,
  relation: asItIs,
  list: asItIs,
  file: (name) => `CAST(${name} AS json)`,
  json: (name) => `CAST(${name} AS json)`,
};

/**
 * The functions that the owner calls: `SELECT "_admit"('desk')` lets a database role read the
 * views, `SELECT "_dismiss"('desk')` revokes that. The views call functions that PUBLIC may not
 * run.
 */
function admission(within: string): readonly string[] {
  const [schema, admitted] = [identifier(within), qualified(within, '_admitted')];
  const named = textLiteral(shortened(within));
  const procedure = (name: string, body: string): string[] => [
    `CREATE OR REPLACE FUNCTION ${qualified(within, name)}("who" text) RETURNS void LANGUAGE plpgsql ${searchPath(within)} AS ${quotedBody(body)}`,
    onlyOwner(within, name, 'text'),
  ];
  /**
   * Runs `statement`, a format with the schema, a name and the role, for each name that the query
   * returns.
   */
  const forEach = (query: string, statement: string): string => `FOR "name" IN ${query} LOOP
    EXECUTE pg_catalog.format(${textLiteral(statement)}, ${named}, "name", "who");
  END LOOP;`;
  const views = `SELECT "viewname" FROM pg_catalog.pg_views WHERE "schemaname" = ${named} AND pg_catalog.right("viewname", ${seen.length}) = ${textLiteral(seen)}`;
  const functions = `SELECT "proname" FROM pg_catalog.pg_proc WHERE "pronamespace" = ${textLiteral(schema)}::regnamespace
    AND pg_catalog.starts_with("proname", ${textLiteral(readMark)})`;
  const ownTables = `SELECT "relname" FROM pg_catalog.pg_class WHERE "relnamespace" = ${textLiteral(schema)}::regnamespace
    AND "relkind" IN ('r', 'v') AND pg_catalog.pg_has_role("relowner", 'USAGE')`;
  return [
    `CREATE TABLE IF NOT EXISTS ${admitted} ("role" text COLLATE "C" PRIMARY KEY)`,
    ...procedure(
      '_admit',
      `DECLARE "name" text;
BEGIN
  EXECUTE pg_catalog.format('GRANT USAGE ON SCHEMA %I TO %I', ${named}, "who");
  ${forEach(views, 'GRANT SELECT ON %I.%I TO %I')}
  ${forEach(functions, 'GRANT EXECUTE ON FUNCTION %I.%I(text) TO %I')}
  INSERT INTO ${admitted} ("role") VALUES ("who") ON CONFLICT DO NOTHING;
END`,
    ),
    ...procedure(
      '_dismiss',
      `DECLARE "name" text;
BEGIN
  DELETE FROM ${admitted} WHERE "role" = "who";
  ${forEach(ownTables, 'REVOKE ALL ON %I.%I FROM %I')}
  ${forEach(functions, 'REVOKE ALL ON FUNCTION %I.%I(text) FROM %I')}
  EXECUTE pg_catalog.format('REVOKE USAGE ON SCHEMA %I FROM %I', ${named}, "who");
END`,
    ),
    // The views were recreated, so admit the earlier roles again.
    `DO ${quotedBody(
      `BEGIN PERFORM ${qualified(within, '_admit')}("role") FROM ${admitted} WHERE "role" IN (SELECT "rolname" FROM pg_catalog.pg_roles); END`,
    )}`,
  ];
}
