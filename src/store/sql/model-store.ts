import type { EvaluationContext, Scope } from '../../expression/evaluate/scope.ts';
import type { Catalog } from '../../expression/sql/catalog.ts';
import { join, parameter, raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import { JoinedTexts } from '../../expression/sql/joined-texts.ts';
import { fromSql, type Representation, type SqlScalar } from '../../expression/sql/represent.ts';
import { Translations, tableNames } from '../../expression/sql/translation-cache.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { RunModel } from '../../model/run-model.ts';
import { compareBy, isMet, matches, pageOf } from '../meaning.ts';
import { plainContext } from '../memory/plain-context.ts';
import { isQueryList, recordValues } from '../record-values.ts';
import { type ColumnSchema, columnFor, linkFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { type Membership, membershipName, type Query, type Relation, RuleConflict, type Store, type StoredRecord } from '../store.ts';
import { createCatalog, rowsWithIds } from './catalog.ts';
import { createCodec } from './codec.ts';
import { conditionsOf } from './conditions.ts';
import type { Connection } from './connection.ts';
import { createCounting } from './counting.ts';
import { settlingConnection } from './delayed-update.ts';
import { createEnteredFirst } from './entered-first.ts';
import { createFigures } from './figures.ts';
import { identifier } from './identifier.ts';
import type { LaidOut } from './laid-out.ts';
import { createInbox, createJobs } from './outbox.ts';
import { createSearched } from './searched.ts';
import { canOrder, idIn, isComplete, type Plan, type Planner, plan, rowSource, whereClause, withoutRecord } from './select.ts';
import type { SqlEngine } from './sql-engine.ts';
import { createSystemTables } from './system-tables.ts';
import { createTableTexts } from './table-texts.ts';
import { createUniqueCheck } from './unique-check.ts';
import { rememberUnsupported, UnsupportedQuery } from './unsupported-queries.ts';
import { createWriter, currencyOf } from './write.ts';

/** The store of one model: the evaluator answers what SQL cannot express. */
export function createStore(
  direct: Connection,
  sqlEngine: SqlEngine,
  model: RunModel,
  schema: Schema,
  laidOut: LaidOut | null = null,
): Store {
  const connection = settlingConnection(direct, () => writer.settle());
  const asking = laidOut === null ? connection : rememberUnsupported(connection, sqlEngine);
  /** Whether the error means that SQL cannot compute this, so that the evaluator must. */
  const needsEvaluator = (error: unknown): boolean => error instanceof UnsupportedQuery || sqlEngine.isUnrepresentable(error);
  const currency = currencyOf(model);
  const codec = createCodec(currency);
  const conditions = conditionsOf(model, schema, sqlEngine);
  const places = createCatalog(model, schema, currency, (list, fresh) => {
    if (isQueryList(list)) {
      const rows = rowSource(list.query, planner, fresh);
      if (rows !== null) return rows;
    }
    const table = tableFor(schema, list.entity);
    return table === null
      ? null
      : rowsWithIds(
          table,
          list.records().map((record) => record.id),
          sqlEngine,
          fresh,
        );
  });

  const evaluationContext = plainContext(model);
  const scopeOf = (query: Query): Scope => {
    if (query.scope !== undefined) return query.scope;
    evaluationContext.budget.renew();
    return { evaluationContext, self: null, row: null, old: null, bound: new Map() };
  };
  const catalog: Catalog = {
    ...places,
    written(entity, field, alias) {
      const table = tableFor(schema, entity);
      const own = table === null ? null : conditions.computed(table, field, alias);
      // If the value is known, its expression needs no table at all.
      if (own === null || own.term.known !== undefined) return null;
      return { text: own.text, as: own.term.as, entity: own.term.entity, nullable: own.term.nulls !== 'never' };
    },
  };
  const translations = new Translations();
  const texts = new JoinedTexts();
  const planner: Planner = { schema, catalog, sqlEngine, conditions, translations, scopeOf, apart: laidOut !== null };

  const { columns: columnsOf, record: recordText, session: sessionText } = createTableTexts();

  const select = (
    { table, alias, from, where, order }: Pick<Plan, 'table' | 'alias' | 'from' | 'order' | 'where'>,
    tail: SqlFragment,
    further = '',
  ): SqlScalar[][] => {
    const parts = [`SELECT ${columnsOf(table, alias)}${further} FROM ${from.text}`];
    const condition = whereClause(where);
    parts.push(condition.text);
    if (order !== null) parts.push(` ORDER BY ${order.text}`);
    return asking.rows(parts.join('') + tail.text, [
      ...from.parameters,
      ...condition.parameters,
      ...(order?.parameters ?? []),
      ...tail.parameters,
    ]);
  };
  const selected = (found: Plan, tail: SqlFragment): StoredRecord[] => select(found, tail).map((row) => codec.record(found.table, row));

  /** The records that a query finds, after the evaluator has checked what SQL could not. */
  const remaining = (query: Query, found: Plan): StoredRecord[] => {
    const { rest, order } = found;
    const scope = scopeOf(query);
    const valueIn = (within: EvaluationContext, stored: StoredRecord): RecordValue =>
      recordValues(reader, model, within).of(query.entity, stored);
    let records = selected(found, sql``).filter(
      (stored) =>
        rest.conditions.every((condition) => isMet(condition, valueIn(condition.scope.evaluationContext, stored))) &&
        rest.anyOf.every((list) => list.some((condition) => isMet(condition, valueIn(condition.scope.evaluationContext, stored)))) &&
        (rest.search === undefined || matches(rest.search, valueIn(scope.evaluationContext, stored), schema)),
    );
    // The database may have read from the other end; restore the query's order.
    if (order !== null && query.fromEnd === true) records.reverse();
    if (order === null && (query.sort ?? []).length > 0) {
      const values = recordValues(reader, model, scope.evaluationContext);
      const byOrder = compareBy(query.sort ?? [], schema);
      records = records
        .map((stored) => ({ stored, value: values.of(query.entity, stored) }))
        .sort((a, b) => byOrder(a.value, b.value))
        .map(({ stored }) => stored);
    }
    return records;
  };

  /**
   * Runs a plan; if SQL meets a value that it cannot hold, runs it again with everything left to
   * the evaluator.
   */
  const planned = <T>(query: Query, run: (found: Plan) => T, ordering = true): T => {
    try {
      return run(plan(query, planner, tableNames(), { ordering }));
    } catch (error) {
      if (!needsEvaluator(error)) throw error;
      return run(plan(query, planner, tableNames(), { translating: false, ordering }));
    }
  };

  const query = (request: Query): readonly StoredRecord[] =>
    planned(request, (found) => {
      const offset = request.offset ?? 0;
      if (isComplete(found) && found.order !== null) {
        const paged = request.limit !== undefined || offset > 0;
        const records = selected(found, paged ? sqlEngine.page(request.limit ?? null, offset) : sql``);
        return request.fromEnd === true ? records.reverse() : records;
      }
      return pageOf(remaining(request, found), request);
    });

  // Across several machines no single query reveals whether a table has changed.
  const remembering = laidOut === null ? sqlEngine : { ...sqlEngine, moment: null };
  const counting = createCounting(asking, remembering);
  const counted =
    (request: Query, most?: number) =>
    (found: Plan): number => {
      const { limit = most, offset = 0 } = request;
      if (!isComplete(found)) return pageOf(remaining({ ...request, sort: [] }, found), request).length;
      const rows = sql`${found.from}${whereClause(found.where)}`;
      if (limit === undefined) return Math.max(0, counting(rows) - offset);
      if (limit === 1 && offset === 0 && laidOut === null) return counting(rows, true);
      // With a limit the database stops as soon as it has found that many.
      return counting(sql`(SELECT 1 AS one FROM ${rows}${sqlEngine.page(limit, offset)}) AS counted`);
    };
  const count: Store['count'] = (request, most) => planned(request, counted(request, most), false);

  const textsOf = sqlEngine.textsIn(asking, remembering);
  const textsIn: Store['textsIn'] = (request, field) => {
    // Only the first run: if SQL fails, the evaluator takes over.
    let ask = textsOf;
    return planned(request, (found) => {
      const once = ask;
      ask = null;
      return isComplete(found) && once !== null ? once(found, field) : null;
    });
  };

  const record = (entity: string, id: string): StoredRecord | null => {
    const table = tableFor(schema, entity);
    if (table === null) return null;
    const row = connection.row(recordText(table), [id]);
    return row === null ? null : codec.record(table, row);
  };

  /** Those computed fields that SQL can express, as columns of a row. */
  const computedColumnsOf = (
    fields: readonly string[],
    at: { readonly entity: string; readonly alias: string },
    scope: Scope,
    fresh: () => string,
  ) => {
    const row = { entity: at.entity, alias: at.alias, variable: null };
    const context = { catalog, dialect: sqlEngine.dialect, scope: withoutRecord(scope), row, fresh };
    const computedColumns: { readonly field: string; readonly sql: SqlFragment; readonly as: Representation }[] = [];
    for (const field of fields) {
      const term = translations.field(field, context);
      if (term === null || term.as === 'opaque' || term.as === 'null' || term.as === 'record') continue;
      computedColumns.push({ field, sql: term.sql, as: term.as });
    }
    return computedColumns;
  };

  /**
   * Whether each record is in a list of the row. Left out with distributed tables, which require
   * separate queries.
   */
  const membershipColumns = (
    memberships: readonly Membership[],
    { entity, alias }: { readonly entity: string; readonly alias: string },
  ): ReturnType<typeof computedColumnsOf> =>
    memberships.flatMap((membership) => {
      const link = laidOut === null ? linkFor(schema, entity, membership.field) : null;
      if (link === null) return [];
      const rows = sql`SELECT 1 FROM ${raw(identifier(link.table))} WHERE "owner" = ${raw(`${alias}."id"`)} AND "member" = ${parameter(membership.member)}`;
      return [{ field: membershipName(membership), sql: sql`EXISTS (${rows})`, as: 'boolean' as const }];
    });

  const computed: Store['computed'] = (entity, fields, ids, scope) => {
    const table = tableFor(schema, entity);
    const found = new Map<string, Map<string, Value>>();
    if (table === null || ids.length === 0) return found;
    const fresh = tableNames();
    const alias = fresh();
    const computedColumns = computedColumnsOf(fields, { entity, alias }, scope, fresh);
    if (computedColumns.length === 0) return found;
    const id = raw(`${alias}."id"`);
    const selected = idIn(id, ids, sqlEngine);
    const parts = [...computedColumns.map((one) => one.sql), selected];
    const joined = (): string => {
      const columns = join([id, ...computedColumns.map((one) => sql`(${one.sql})`)], ', ');
      return sql`SELECT ${columns} FROM ${raw(`${identifier(table.table)} AS ${alias}`)} WHERE ${selected}`.text;
    };
    const text = texts.of([table.table, ...parts.map((part) => part.text)], joined);
    try {
      const rows = asking.rows(
        text,
        parts.flatMap((part) => part.parameters),
      );
      computedColumns.forEach(({ field, as }, index) => {
        found.set(field, new Map(rows.map((values) => [String(values[0]), fromSql(values[index + 1] ?? null, as, currency)])));
      });
      return found;
    } catch (error) {
      // One of the values cannot be represented in SQL, so the evaluator computes all of them.
      if (needsEvaluator(error)) return new Map();
      throw error;
    }
  };

  /** Columns of a record, from `first` in a row, with computed fields after them. */
  interface Slice {
    readonly table: TableSchema;
    readonly alias: string;
    readonly computedColumns: ReturnType<typeof computedColumnsOf>;
    readonly first: number;
  }
  const widthOf = ({ table, computedColumns }: Slice): number => table.columns.length + computedColumns.length;
  const columnsIn = ({ table, computedColumns, alias }: Slice): SqlFragment =>
    join([raw(columnsOf(table, alias)), ...computedColumns.map((one) => sql`(${one.sql})`)], ', ');
  /** The records of a slice, each once; a joined row without a record has no id. */
  const recordsIn = (rows: readonly (readonly SqlScalar[])[], { table, computedColumns, first }: Slice) => {
    const id = first + table.columns.findIndex(({ column }) => column === 'id');
    const records: StoredRecord[] = [];
    const computed = new Map(computedColumns.map(({ field }) => [field, new Map<string, Value>()]));
    const seen = new Set<SqlScalar>();
    for (const row of rows) {
      if (row[id] === null || seen.has(row[id] ?? null)) continue;
      seen.add(row[id] ?? null);
      const record = codec.record(table, first === 0 ? row : row.slice(first));
      records.push(record);
      computedColumns.forEach(({ field, as }, index) => {
        computed.get(field)?.set(record.id, fromSql(row[first + table.columns.length + index] ?? null, as, currency));
      });
    }
    return { records, computed };
  };

  /** Implements Store.queryWith as one query if SQL can express all conditions of `request`. */
  const queryWith: Store['queryWith'] = (request, fields, scope, relations, memberships = []) => {
    const apart = () => {
      const records = query(request);
      const ids = records.map(({ id }) => id);
      return { records, computed: computed(request.entity, fields, ids, scope), related: [] };
    };
    const table = tableFor(schema, request.entity);
    if (table === null) return { records: [], computed: new Map(), related: [] };
    const fresh = tableNames();
    const found = plan(request, planner, fresh);
    const offset = request.offset ?? 0;
    const at = { entity: request.entity, alias: found.alias };
    const computedColumns = [...computedColumnsOf(fields, at, scope, fresh), ...membershipColumns(memberships, at)];
    const own: Slice = { table, alias: found.alias, computedColumns, first: 0 };
    const { order, where } = found;
    if (!isComplete(found) || order === null) return apart();
    let first = widthOf(own);
    const along: { readonly relation: Relation; readonly slice: Slice; readonly column: ColumnSchema }[] = [];
    for (const relation of relations) {
      const column = columnFor(table, relation.field);
      const target = planner.apart ? null : tableFor(schema, relation.entity);
      if (column === null || target === null || column.target !== relation.entity) continue;
      const alias = fresh();
      const computed = computedColumnsOf(relation.computed, { entity: relation.entity, alias }, scope, fresh);
      const slice: Slice = { table: target, alias, computedColumns: computed, first };
      first += widthOf(slice);
      along.push({ relation, slice, column });
    }
    if (own.computedColumns.length === 0 && along.length === 0) return apart();
    const page = request.limit !== undefined || offset > 0 ? sqlEngine.page(request.limit ?? null, offset) : sql``;
    const slices = [own, ...along.map(({ slice }) => slice)];
    const joined = (): string => {
      const joins = along.map(
        ({ slice: { table, alias }, column }) =>
          ` LEFT JOIN ${identifier(table.table)} AS ${alias} ON ${alias}."id" = ${found.alias}.${identifier(column.column)}`,
      );
      const from = sql`${found.from}${raw(joins.join(''))}`;
      return sql`SELECT ${join(slices.map(columnsIn), ', ')} FROM ${from}${whereClause(where)} ORDER BY ${order}${page}`.text;
    };
    // What the text depends on, and the parameters in its order.
    const key = [table.table];
    const parameters: SqlScalar[] = [];
    const add = ({ text, parameters: values }: SqlFragment): void => {
      key.push(text);
      for (const value of values) parameters.push(value);
    };
    for (const { alias, computedColumns } of slices) {
      key.push(alias);
      for (const one of computedColumns) add(one.sql);
    }
    for (const { column } of along) key.push(column.column);
    add(found.from);
    for (const part of where) add(part);
    add(order);
    add(page);
    const text = texts.of(key, joined);
    try {
      const rows = asking.rows(text, parameters);
      return {
        ...recordsIn(request.fromEnd === true ? [...rows].reverse() : rows, own),
        related: along.map(({ relation, slice }) => ({ relation, ...recordsIn(rows, slice) })),
      };
    } catch (error) {
      // One of the values cannot be represented in SQL.
      if (!needsEvaluator(error)) throw error;
      return apart();
    }
  };

  // The last number drawn for each field in this transaction; a rollback discards them.
  const drawn = new Map<string, number>();
  const draw = (entity: string, field: string, number: number): void => void drawn.set(`${entity}.${field}`, number);
  // These do not read or write records, so they need not wait for a delayed update.
  const { setEnteredAt, audit } = createSystemTables(direct, schema, draw);
  const keeping = { ...createSystemTables(connection, schema, draw), setEnteredAt, audit };

  const sessionOf: Store['sessionOf'] = (tokenHash, entity) => {
    const table = tableFor(schema, entity);
    // With distributed tables, sessions are on the coordinator and accounts elsewhere.
    if (table === null || laidOut !== null) {
      const session = keeping.session(tokenHash);
      return session === null ? null : { session, account: table === null ? null : record(entity, session.account) };
    }
    const row = connection.row(sessionText(table), [tokenHash]);
    if (row === null) return null;
    const first = table.columns.length;
    const [account, began, expires] = row.slice(first);
    const isGone = row[table.columns.findIndex(({ column }) => column === 'id')] === null;
    return {
      session: { tokenHash, account: String(account), began: Number(began), expires: Number(expires) },
      account: isGone ? null : codec.record(table, row),
    };
  };

  const reader = { record, query, count };
  const writer = createWriter(
    direct,
    sqlEngine,
    schema,
    codec,
    (entity, field, number) => direct.inTransaction && drawn.get(`${entity}.${field}`) === number,
    laidOut,
    createUniqueCheck({ connection: direct, conditions, schema, codec, model, reader, evaluationContext }),
  );

  const transaction: Store['transaction'] = (body, of = body, undone) => {
    const outermost = !direct.inTransaction;
    writer.settle();
    try {
      return direct.transaction(
        () => {
          writer.drop();
          if (outermost && drawn.size > 0) drawn.clear();
          const result = body();
          writer.settle();
          if (outermost) refuseBroken();
          return result;
        },
        of,
        undone,
      );
    } catch (error) {
      writer.drop();
      drawn.clear();
      throw (outermost ? sqlEngine.brokenAtEnd(error) : null) ?? error;
    }
  };
  const refuseBroken = (): void => {
    const found = sqlEngine.broken(connection);
    if (found !== null) throw new RuleConflict(found.entity, found.rule, found.record);
  };

  return {
    ...reader,
    ordersBy: (entity, value) => canOrder(entity, value, planner, tableNames()),
    computed,
    queryWith,
    searched: createSearched({ planner, codec, select, needsEvaluator }),
    ...createFigures({ asking, planner, currency, needsEvaluator }),
    textsIn,
    enteredFirst: createEnteredFirst(asking, planner),
    ...keeping,
    jobs: createJobs(connection, sqlEngine),
    inbox: createInbox(connection),
    sessionOf,
    transaction,
    step: (body) => {
      writer.settle();
      return direct.step(() => {
        const result = body();
        writer.settle();
        return result;
      });
    },
    withoutRuleChecks: (body) => transaction(() => sqlEngine.withoutRuleChecks(connection, body), body),
    apply: writer.apply,
    close: () => connection.close(),
  };
}
