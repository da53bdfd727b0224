import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Catalog, RowSource } from '../../expression/sql/catalog.ts';
import { allOf, anyOf, join, parameter, raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import { type TranslationContext, translateField, translateTerm } from '../../expression/sql/translate.ts';
import type { Translations } from '../../expression/sql/translation-cache.ts';
import { choicesOf, searchNeedle } from '../meaning.ts';
import { columnFor, linkFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import type { Condition, Query, RowValue, SortKey } from '../store.ts';
import { identifier } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';
import { columnOrder, computedOrder, endsInIds, labelledBy, type OrderKey, placeOf, textKey } from './order.ts';
import type { SqlEngine } from './sql-engine.ts';

/** A query in SQL, and the rest that SQL could not express. */
export interface Plan {
  readonly table: TableSchema;
  readonly alias: string;
  readonly from: SqlFragment;
  readonly where: readonly SqlFragment[];
  /** Ends with the ids. Null if the records must be sorted in memory. */
  readonly order: SqlFragment | null;
  /** What the evaluator must check for every row that `where` leaves. */
  readonly rest: {
    readonly conditions: readonly Condition[];
    readonly anyOf: readonly (readonly Condition[])[];
    readonly search: Query['search'] | undefined;
  };
}

export interface Planner {
  readonly schema: Schema;
  readonly catalog: Catalog;
  readonly sqlEngine: SqlEngine;
  readonly conditions: Conditions;
  readonly translations: Translations;
  /**
   * Whether the tables are distributed; then queries read one table after the other instead of
   * joining two.
   */
  readonly apart: boolean;
  /** The scope for computed fields in sorting and searching: that of the query's conditions. */
  scopeOf(query: Query): Scope;
}

interface Planning {
  /** False: conditions, search and order are all left to the evaluator. */
  readonly translating?: boolean;
  /** The most that a search finds that runs before sorting. */
  readonly mostFound?: number;
  /** False: the rows are only counted. */
  readonly ordering?: boolean;
}

/** Translates a query. */
export function plan(
  query: Query,
  planner: Planner,
  fresh: () => string,
  { translating = true, mostFound, ordering = true }: Planning = {},
): Plan {
  const { schema, catalog, sqlEngine, translations, scopeOf, apart } = planner;
  const table = tableFor(schema, query.entity);
  if (table === null)
    throw new Error(`there is no entity ${query.entity} in the schema (${schema.tables.map((each) => each.entity).join(', ')})`);
  const alias = fresh();
  const id = raw(`${alias}."id"`);
  let from = raw(`${identifier(table.table)} AS ${alias}`);
  const where: SqlFragment[] = [];

  const contextFor = (scope: Scope, variable: string | null): TranslationContext => ({
    catalog,
    dialect: sqlEngine.dialect,
    scope,
    row: { entity: table.entity, alias, variable },
    fresh,
  });
  const translated = (condition: Condition): SqlFragment | null =>
    translating ? translations.condition(condition.node, contextFor(condition.scope, condition.variable)) : null;

  if (query.membersOf !== undefined) {
    const { entity, field, id: owner } = query.membersOf;
    const link = linkFor(schema, entity, field);
    if (link === null) throw new Error(`${entity}.${field} is not a list of records with members of its own`);
    const pairs = fresh();
    if (apart)
      where.push(
        sql`${id} IN (SELECT ${raw(`${pairs}."member" FROM ${identifier(link.table)} AS ${pairs} WHERE ${pairs}."owner"`)} = ${parameter(owner)})`,
      );
    else {
      from = sql`${from} JOIN ${raw(`${identifier(link.table)} AS ${pairs} ON ${pairs}."member" = ${alias}."id"`)}`;
      where.push(sql`${raw(pairs)}."owner" = ${parameter(owner)}`);
    }
  }
  if (query.related !== undefined) where.push(related(planner, table, query.related, alias, fresh));
  if (query.ids !== undefined) where.push(idIn(id, query.ids, sqlEngine));
  if (query.beyond !== undefined) {
    const order = endsInIds(table, `${alias}.`);
    const length = order.length > 1 ? sql`${parameter(query.beyond.length)}, ` : sql``;
    where.push(sql`(${raw(order.join(', '))}) > (${length}${parameter(query.beyond)})`);
  }
  const conditions: Condition[] = [];
  for (const condition of query.conditions) {
    const fragment = translated(condition);
    if (fragment === null) conditions.push(condition);
    else where.push(fragment);
  }
  const anyOfLists: (readonly Condition[])[] = [];
  for (const list of query.anyOf ?? []) {
    const fragments = list.map(translated);
    if (fragments.includes(null)) anyOfLists.push(list);
    else where.push(anyOf(fragments as SqlFragment[]));
  }

  // Last, because it is true of nearly every row, and SQLite tests conditions in this order.
  if (query.except !== undefined) where.push(sql`${id} <> ${parameter(query.except)}`);

  let search = query.search?.text === '' ? undefined : query.search;
  if (search !== undefined && translating) {
    const fragment = searched(search, table, planner, alias, contextFor, fresh);
    if (fragment !== null) {
      where.push(fragment);
      search = undefined;
      if (sqlEngine.searchesFirst && query.limit !== undefined) {
        const fence = mostFound === undefined ? sql` OFFSET 0` : sqlEngine.page(mostFound, 0);
        from = sql`(SELECT ${raw(alias)}.* FROM ${from}${whereClause(where)}${fence}) AS ${raw(alias)}`;
        where.length = 0;
      }
    }
  }
  const rest = { conditions, anyOf: anyOfLists, search };
  if (!ordering) return { table, alias, from, where, order: null, rest };
  const context = contextFor(withoutRecord(scopeOf(query)), null);
  const joins: SqlFragment[] = [];
  const order =
    translating || (query.sort ?? []).length === 0 ? ordered(query, table, planner, { alias, context, contextFor, fresh, joins }) : null;
  for (const one of joins) from = sql`${from}${one}`;
  if (translating && conditions.length + anyOfLists.length === 0 && query.search === undefined) {
    const along = alongLabels(query, table, planner, { from, where }, { alias, context, contextFor, fresh, joins });
    if (along !== null) return { table, alias, ...along, where: [], rest };
  }
  return { table, alias, from, where, order, rest };
}

/**
 * The scope without a record. Listed field by field, because a spread takes several times as long.
 */
export const withoutRecord = ({ evaluationContext, bound }: Scope): Scope => ({
  evaluationContext,
  self: null,
  row: null,
  old: null,
  bound,
});

/** Selects these ids. */
export function idIn(id: SqlFragment, ids: readonly string[], sqlEngine: SqlEngine): SqlFragment {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? sql`${id} = ${parameter(only)}` : sqlEngine.isOneOf(id, ids);
}

/** Whether SQL expresses the whole query, so that nothing is left to the evaluator. */
export const isComplete = ({ rest }: Plan): boolean => rest.conditions.length === 0 && rest.anyOf.length === 0 && rest.search === undefined;

/** The rows of a query for use inside another; null if SQL cannot express all of it. */
export function rowSource(query: Query, planner: Planner, fresh: () => string): RowSource | null {
  if (query.limit !== undefined || query.offset !== undefined) return null;
  const found = plan(query, planner, fresh);
  return isComplete(found) ? { entity: found.table.entity, alias: found.alias, from: found.from, where: found.where } : null;
}

/** The other side of a relation: records whose relation is this id, or whose list contains it. */
function related(
  { schema, apart }: Planner,
  table: TableSchema,
  { field, id }: { field: string; id: string },
  alias: string,
  fresh: () => string,
): SqlFragment {
  const column = columnFor(table, field);
  if (column !== null) return sql`${raw(`${alias}.${identifier(column.column)}`)} = ${parameter(id)}`;
  const link = linkFor(schema, table.entity, field);
  if (link === null) throw new Error(`${table.entity}.${field} is neither a relation nor a list of records`);
  const pairs = fresh();
  if (apart)
    return sql`${raw(`${alias}."id"`)} IN (SELECT ${raw(`${pairs}."owner" FROM ${identifier(link.table)} AS ${pairs} WHERE ${pairs}."member"`)} = ${parameter(id)})`;
  return sql`EXISTS (SELECT 1 FROM ${raw(`${identifier(link.table)} AS ${pairs} WHERE ${pairs}."owner" = ${alias}."id" AND ${pairs}."member"`)} = ${parameter(id)})`;
}

function searched(
  search: NonNullable<Query['search']>,
  table: TableSchema,
  { schema, sqlEngine }: Planner,
  alias: string,
  contextFor: ContextFor,
  fresh: () => string,
): SqlFragment | null {
  const needle = searchNeedle(search.text);
  const tests: SqlFragment[] = [];
  let all = true;
  const found = (text: string | SqlFragment): SqlFragment => {
    const test = sqlEngine.found(typeof text === 'string' ? raw(text) : text, needle);
    all &&= test !== null;
    return test ?? sql``;
  };
  for (const value of search.values ?? []) {
    const term = valueTermOf(value, contextFor);
    if (term !== null && neverFound.has(term.as)) continue;
    if (term?.as === 'text') tests.push(found(term.sql));
    else if (term?.as === 'integer') tests.push(found(sqlEngine.numberText(term.sql)));
    else {
      const label = term?.as === 'record' ? labelOf(schema, term.entity, term.sql, fresh) : null;
      if (label === null) return null;
      tests.push(found(label));
    }
  }
  for (const field of search.fields) {
    const column = columnFor(table, field);
    if (column === null) return null;
    const name = `${alias}.${identifier(column.column)}`;
    switch (column.type) {
      case 'text':
      case 'enum':
      case 'state':
        tests.push(found(name));
        break;
      case 'integer':
        tests.push(found(sqlEngine.numberText(raw(name))));
        break;
      case 'list': {
        if (column.item !== 'text' && column.item !== 'enum' && column.item !== 'integer') return null;
        const item = fresh();
        tests.push(sql`EXISTS (SELECT 1 FROM ${raw(sqlEngine.items(name, item))} WHERE ${found(`${item}.value`)})`);
        break;
      }
      case 'relation': {
        const label = labelOf(schema, column.target, raw(name), fresh);
        if (label === null) return null;
        tests.push(found(label));
        break;
      }
      default:
        return null;
    }
  }
  return all ? anyOf(tests) : null;
}

/** The label of the related record if it is a stored text; null if it must be computed. */
function labelOf(schema: Schema, target: string | null, relation: SqlFragment, fresh: () => string): SqlFragment | null {
  const table = target === null ? null : tableFor(schema, target);
  const label = table?.label == null ? null : columnFor(table, table.label);
  if (table === null || label === null || label.type !== 'text') return null;
  const other = fresh();
  const column = `${other}.${identifier(label.column)}`;
  return sql`(SELECT ${raw(`${column} FROM ${identifier(table.table)} AS ${other} WHERE ${other}."id"`)} = ${relation})`;
}

/** Values that are not text are not searched. */
const neverFound: ReadonlySet<ValueTerm['as']> = new Set(['decimal', 'money', 'boolean', 'date', 'time', 'datetime', 'duration', 'null']);

type ContextFor = (scope: Scope, variable: string | null) => TranslationContext;

/** The context for a sort order. */
interface Ordering {
  readonly alias: string;
  /** For computed fields. */
  readonly context: TranslationContext;
  readonly contextFor: ContextFor;
  readonly fresh: () => string;
  /** Joins that the order needs after FROM; none adds or removes a row. */
  readonly joins: SqlFragment[];
}

function ordered(query: Query, table: TableSchema, planner: Planner, ordering: Ordering): SqlFragment | null {
  const { fromEnd = false } = query;
  const terms: SqlFragment[] = [];
  for (const wanted of query.sort ?? []) {
    const key =
      wanted.value === undefined
        ? sortKey(wanted.field, table, planner, ordering)
        : valueKey(wanted, wanted.value, table, planner, ordering);
    if (key === null) return null;
    // A constant does not affect the order, and ORDER BY would even take a number for a column.
    if (!key.by.text.includes(`${ordering.alias}.`) && key.joined !== true) continue;
    const how = { descending: wanted.descending, nullable: key.nullable, first: terms.length === 0 };
    terms.push(planner.sqlEngine.inOrder(key.by, how, fromEnd));
  }
  terms.push(...endsInIds(table, `${ordering.alias}.`).map((id) => raw(fromEnd ? `${id} DESC` : id)));
  return join(terms, ', ');
}

function sortKey(
  field: string,
  table: TableSchema,
  { schema, sqlEngine, conditions, apart }: Planner,
  { alias, context, fresh, joins }: Ordering,
): OrderKey | null {
  const column = columnFor(table, field);
  if (column === null) {
    // A field that is the same for everyone at any time has no parameters, so that an index can
    // match it.
    const own = conditions.computed(table, field, alias);
    if (own !== null) return computedOrder({ ...own.term, sql: raw(own.text) }, sqlEngine);
    const term = translateField(field, context);
    return term === null ? null : computedOrder(term, sqlEngine);
  }
  const name = `${alias}.${identifier(column.column)}`;
  if (column.type !== 'relation') return columnOrder(column, name, sqlEngine);
  const walked = apart || !sqlEngine.joinsToOrder ? null : labelledBy(schema, column);
  if (walked?.always === true) {
    const other = fresh();
    joins.push(raw(` JOIN ${identifier(walked.table.table)} AS ${other} ON ${other}."id" = ${name}`));
    const label = raw(`${other}.${identifier(walked.label.column)}`);
    return { ...textKey(label, walked.label, sqlEngine), nullable: false, joined: true };
  }
  const label = labelOf(schema, column.target, raw(name), fresh);
  return label === null ? null : labelKey(label, sqlEngine);
}

/**
 * A page in the order of an optional relation: first the records that have it, in label order, then
 * the others. Each half reads no more than the page may show.
 */
function alongLabels(
  query: Query,
  table: TableSchema,
  planner: Planner,
  { from, where }: Pick<Plan, 'from' | 'where'>,
  ordering: Ordering,
): { readonly from: SqlFragment; readonly order: SqlFragment } | null {
  const { schema, sqlEngine, apart } = planner;
  const { alias, fresh } = ordering;
  const { limit, offset = 0, fromEnd = false, sort: [first, ...others] = [] } = query;
  const column = first === undefined || first.value !== undefined ? null : columnFor(table, first.field);
  if (apart || !sqlEngine.joinsToOrder || limit === undefined || first === undefined || column?.type !== 'relation') return null;
  const found = labelledBy(schema, column);
  // The halves are joined already, so the outer query must not join anything.
  const rest = ordered({ ...query, sort: others }, table, { ...planner, apart: true }, ordering);
  if (found === null || found.always || rest === null) return null;
  const other = fresh();
  const name = `${alias}.${identifier(column.column)}`;
  const label = textKey(raw(`${other}.${identifier(found.label.column)}`), found.label, sqlEngine).by;
  const joined = raw(` JOIN ${identifier(found.table.table)} AS ${other} ON ${other}."id" = ${name}`);
  const most = sqlEngine.page(limit + offset, 0);
  const by = (key: SqlFragment, nullable: boolean): SqlFragment =>
    sql`${sqlEngine.inOrder(key, { descending: first.descending, nullable, first: true }, fromEnd)}, ${rest}`;
  const labelled = sql`SELECT ${raw(alias)}.*, ${label} AS "~label" FROM ${from}${joined}${whereClause(where)} ORDER BY ${by(label, false)}${most}`;
  const without = whereClause([...where, raw(`${name} IS NULL`)]);
  const empty = sql`SELECT ${raw(alias)}.*, NULL FROM ${from}${without} ORDER BY ${rest}${most}`;
  return { from: sql`((${labelled}) UNION ALL (${empty})) AS ${raw(alias)}`, order: by(raw(`${alias}."~label"`), true) };
}

const labelKey = (label: SqlFragment, sqlEngine: SqlEngine): OrderKey => ({ ...textKey(label, null, sqlEngine), nullable: true });

/** The value of an expression; null if SQL cannot express it or sort by it. */
function valueTermOf({ node, scope }: RowValue, contextFor: ContextFor): ValueTerm | null {
  const term = translateTerm(node, contextFor(scope, null));
  return term?.kind === 'value' ? term : null;
}

function valueKey(
  wanted: SortKey,
  value: RowValue,
  table: TableSchema,
  { schema, sqlEngine }: Planner,
  { contextFor, fresh }: Ordering,
): OrderKey | null {
  const term = valueTermOf(value, contextFor);
  if (term === null) return null;
  if (term.as === 'null') return { by: term.sql, nullable: true };
  if (term.as === 'record') {
    const label = labelOf(schema, term.entity, term.sql, fresh);
    return label === null ? null : labelKey(label, sqlEngine);
  }
  const choices = choicesOf(table, wanted, schema);
  if (term.as !== 'text' || choices.length === 0) return computedOrder(term, sqlEngine);
  return { by: { ...term.sql, text: placeOf(term.sql.text, choices) }, nullable: true };
}

/** Whether SQL can sort an entity's records by a value. */
export function canOrder(entity: string, value: RowValue, planner: Planner, fresh: () => string): boolean {
  const table = tableFor(planner.schema, entity);
  if (table === null) return false;
  const sort = [{ field: '', value, descending: false }];
  return plan({ entity, conditions: [], sort, scope: value.scope }, planner, fresh).order !== null;
}

/** ` WHERE …`, or nothing. */
export const whereClause = (where: readonly SqlFragment[]): SqlFragment => (where.length === 0 ? sql`` : sql` WHERE ${allOf(where)}`);
