import type { Database } from '@sqlite.org/sqlite-wasm';
import type { Scope, Surroundings } from '../../expression/scope.ts';
import { EvaluationError } from '../../expression/scope.ts';
import { parameter, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import { unrepresentable } from '../../expression/sql/registered.ts';
import { PlainDate, type RecordValue, Timestamp } from '../../expression/value.ts';
import type { Model } from '../../model/model.ts';
import { compareBy, holds, matches } from '../meaning.ts';
import { isQueryList, recordValues } from '../record-values.ts';
import { columnFor, type Schema, schemaOf, type TableSchema, tableFor, uniqueWhere } from '../schema.ts';
import { type Query, type Store, type StoredRecord, UniqueConflict } from '../store.ts';
import { createCatalog, rowsWithIds } from './catalog.ts';
import { createCodec } from './codec.ts';
import { type Connection, connect } from './connection.ts';
import { registerFunctions } from './functions.ts';
import { identifier } from './identifier.ts';
import { createKeeping } from './keeping.ts';
import { type Plan, type Planner, plan, rowSource, whereClause } from './select.ts';
import { createSchema, ownTables } from './tables.ts';
import { createWriter, currencyOf } from './write.ts';

const schemaKey = 'schema';

/** A connection to a database as the store needs it: functions registered, constraints kept, nothing acknowledged before it is on disk. */
export function prepareDatabase(database: Database): Connection {
  registerFunctions(database);
  const connection = connect(database);
  // The pool of files in the browser has no shared memory: write-ahead logging works there for a single owner.
  connection.rows('PRAGMA locking_mode = EXCLUSIVE');
  connection.rows('PRAGMA journal_mode = WAL');
  connection.rows('PRAGMA synchronous = FULL');
  connection.rows('PRAGMA foreign_keys = ON');
  if (connection.row('SELECT 1 FROM sqlite_schema WHERE "name" = ?', ['_meta']) === null) {
    connection.transaction(() => {
      for (const statement of ownTables) connection.run(statement);
    });
  }
  return connection;
}

/** The schema that the data was made under; null for an empty database. */
export function keptSchema(connection: Connection): Schema | null {
  const kept = connection.row('SELECT "value" FROM "_meta" WHERE "key" = ?', [schemaKey]);
  return kept === null ? null : (JSON.parse(String(kept[0])) as Schema);
}

export function keepSchema(connection: Connection, schema: Schema): void {
  connection.run('INSERT INTO "_meta" ("key", "value") VALUES (?, ?) ON CONFLICT DO UPDATE SET "value" = excluded."value"', [
    schemaKey,
    JSON.stringify(schema),
  ]);
}

/**
 * The records of a model in an SQLite database. An empty database gets its tables; one whose data was made under another schema
 * is refused: it must be migrated first (migration/).
 */
export function openSqliteStore(database: Database, model: Model): Store {
  return storeOn(prepareDatabase(database), model);
}

export function storeOn(connection: Connection, model: Model): Store {
  const wanted = schemaOf(model);
  let schema = keptSchema(connection);
  if (schema === null) {
    connection.transaction(() => {
      for (const statement of createSchema(wanted)) connection.run(statement);
      keepSchema(connection, wanted);
    });
    schema = wanted;
  } else if (withoutLeniency(schema) !== withoutLeniency(wanted)) {
    throw new Error(
      `the data was made under another schema (${schema.tables.length} tables; the document asks for ${wanted.tables.length}): migrate it first`,
    );
  }
  return createStore(connection, model, schema);
}

const withoutLeniency = (schema: Schema): string =>
  JSON.stringify(schema, (key, value: unknown) => (key === 'lenient' ? undefined : value));

function createStore(connection: Connection, model: Model, schema: Schema): Store {
  const currency = currencyOf(model);
  const codec = createCodec(currency);
  const catalog = createCatalog(model, schema, currency, (list, fresh) => {
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
          fresh,
        );
  });

  const surroundings = surroundingsOf(model, (entity) => recordValues(reader, model, surroundings).list({ entity, conditions: [] }));
  const scopeOf = (query: Query): Scope =>
    query.scope ??
    query.conditions[0]?.scope ??
    query.anyOf?.[0]?.[0]?.scope ?? { surroundings, self: null, row: null, old: null, bound: new Map() };
  const planner: Planner = { schema, catalog, scopeOf };

  const aliases = (): (() => string) => {
    let count = 0;
    return () => `t${++count}`;
  };
  const columnsOf = (table: TableSchema, alias: string): string =>
    table.columns.map((column) => `${alias}.${identifier(column.column)}`).join(', ');

  const select = (
    { table, alias, from, where, order }: Pick<Plan, 'table' | 'alias' | 'from' | 'order' | 'where'>,
    tail: SqlFragment,
  ): StoredRecord[] => {
    const parts = [`SELECT ${columnsOf(table, alias)} FROM ${from.text}`];
    const condition = whereClause({ where } as Plan);
    parts.push(` WHERE ${condition.text}`);
    if (order !== null) parts.push(` ORDER BY ${order.text}`);
    const rows = connection.rows(parts.join('') + tail.text, [
      ...from.parameters,
      ...condition.parameters,
      ...(order?.parameters ?? []),
      ...tail.parameters,
    ]);
    return rows.map((row) => codec.record(table, row));
  };

  /** What SQL left for the evaluator. */
  const remaining = (query: Query, found: Plan): StoredRecord[] => {
    const { rest, order } = found;
    const scope = scopeOf(query);
    const valueIn = (within: Surroundings, stored: StoredRecord): RecordValue =>
      recordValues(reader, model, within).of(query.entity, stored);
    let records = select(found, sql``).filter(
      (stored) =>
        rest.conditions.every((condition) => holds(condition, valueIn(condition.scope.surroundings, stored))) &&
        rest.anyOf.every((list) => list.some((condition) => holds(condition, valueIn(condition.scope.surroundings, stored)))) &&
        (rest.search === undefined || matches(rest.search, valueIn(scope.surroundings, stored), schema)),
    );
    if (order === null) {
      const values = recordValues(reader, model, scope.surroundings);
      const byOrder = compareBy(query.sort ?? [], schema);
      records = records
        .map((stored) => ({ stored, value: values.of(query.entity, stored) }))
        .sort((a, b) => byOrder(a.value, b.value))
        .map(({ stored }) => stored);
    }
    return records;
  };

  const isComplete = ({ rest }: Plan): boolean => rest.conditions.length === 0 && rest.anyOf.length === 0 && rest.search === undefined;

  /** Runs a plan; when SQL meets a value it cannot hold, once more with everything left to the evaluator. */
  const planned = <T>(query: Query, run: (found: Plan) => T): T => {
    try {
      return run(plan(query, planner, aliases()));
    } catch (error) {
      if (!(error instanceof Error) || !(error.message.includes(unrepresentable) || error.message.includes('integer overflow')))
        throw error;
      return run(plan(query, planner, aliases(), false));
    }
  };

  const query = (asked: Query): readonly StoredRecord[] =>
    planned(asked, (found) => {
      const offset = asked.offset ?? 0;
      if (isComplete(found) && found.order !== null) {
        const paged = asked.limit !== undefined || offset > 0;
        return select(found, paged ? sql` LIMIT ${parameter(asked.limit ?? -1)} OFFSET ${parameter(offset)}` : sql``);
      }
      return remaining(asked, found).slice(offset, asked.limit === undefined ? undefined : offset + asked.limit);
    });

  const count = (asked: Query): number =>
    planned(asked, (found) => {
      if (!isComplete(found)) return remaining({ ...asked, sort: [] }, found).length;
      const condition = whereClause(found);
      const row = connection.row(`SELECT count(*) FROM ${found.from.text} WHERE ${condition.text}`, [
        ...found.from.parameters,
        ...condition.parameters,
      ]);
      return Number(row?.[0] ?? 0);
    });

  const record = (entity: string, id: string): StoredRecord | null => {
    const table = tableFor(schema, entity);
    if (table === null) return null;
    const row = connection.row(`SELECT ${columnsOf(table, 't')} FROM ${identifier(table.table)} AS t WHERE t."id" = ?`, [id]);
    return row === null ? null : codec.record(table, row);
  };

  const reader = { record, query, count };

  /** `unique … where …`: is there another record with the same values for which the condition holds? */
  const checkUniques = (table: TableSchema, id: string, written: ReadonlySet<string>): void => {
    for (const unique of table.uniques) {
      const where = uniqueWhere(model, table.entity, unique);
      if (where === null || where.node === null) continue;
      const reads = [...unique.fields, ...where.reads.self, ...where.reads.row];
      if (!reads.some((field) => written.has(field)) && where.reads.fields.length === 0) continue;
      const stored = record(table.entity, id);
      if (stored === null || unique.fields.some((field) => (stored[field] ?? null) === null)) continue;
      const scope: Scope = { surroundings, self: null, row: null, old: null, bound: new Map() };
      const condition = { node: where.node, variable: null, scope };
      if (!holds(condition, recordValues(reader, model, surroundings).of(table.entity, stored))) continue;
      const columns = unique.fields.map((field) => `${identifier(columnFor(table, field)?.column ?? field)} = ?`);
      const parameters = unique.fields.map((field) => {
        const column = columnFor(table, field);
        return column === null ? null : codec.encode(table, column, stored[field] ?? null);
      });
      const same = connection
        .rows(`SELECT "id" FROM ${identifier(table.table)} WHERE ${columns.join(' AND ')} AND "id" <> ?`, [...parameters, id])
        .map(([other]) => String(other));
      if (same.length > 0 && count({ entity: table.entity, conditions: [condition], ids: same }) > 0) {
        throw new UniqueConflict(table.entity, unique.fields, unique.rule);
      }
    }
  };

  return {
    ...reader,
    ...createKeeping(connection, schema),
    transaction: (body) => connection.transaction(body),
    apply: createWriter(connection, schema, codec, checkUniques),
    close: () => connection.close(),
  };
}

/** Where no query brings its own: constants as the document says, nobody acting, no time. */
function surroundingsOf(model: Model, entity: Surroundings['entity']): Surroundings {
  const constants = new Map(model.constants.map((constant) => [constant.name.text, constant.value]));
  const zone = constants.get('TIME_ZONE');
  return {
    me: null,
    now: new Timestamp(0, 0),
    today: new PlainDate(0),
    timeZone: typeof zone === 'string' ? zone : 'UTC',
    token: null,
    constant: (name) => constants.get(name),
    entity,
    view: (name) => {
      throw new EvaluationError(`the view ${name} is not to be had in a query`, 0, 0);
    },
    random: () => {
      throw new EvaluationError('random is not to be had in a query', 0, 0);
    },
  };
}
