import { evaluateNode } from '../../src/expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../src/expression/evaluate/scope.ts';
import type { Expression } from '../../src/expression/expression.ts';
import type { Catalog } from '../../src/expression/sql/catalog.ts';
import { raw, sql } from '../../src/expression/sql/fragment.ts';
import { fromSql } from '../../src/expression/sql/represent.ts';
import type { Term } from '../../src/expression/sql/term.ts';
import { type TranslationContext, translate, translateTerm } from '../../src/expression/sql/translate.ts';
import { Translations } from '../../src/expression/sql/translation-cache.ts';
import { Duration, isFile, isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../src/expression/values/value.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { plainContext } from '../../src/store/memory/plain-context.ts';
import { isQueryList, recordValues, scopeFor } from '../../src/store/record-values.ts';
import { type Schema, schemaOf, tableFor } from '../../src/store/schema.ts';
import { createCatalog } from '../../src/store/sql/catalog.ts';
import { conditionsOf } from '../../src/store/sql/conditions.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, openStore } from '../../src/store/sql/document-store.ts';
import { type Planner, rowSource } from '../../src/store/sql/select.ts';
import type { SqlEngine } from '../../src/store/sql/sql-engine.ts';
import type { Store } from '../../src/store/store.ts';
import { idOf } from '../store/store-records.ts';
import { expressionModel, expressionRecords } from './expression-records.ts';

/** The values of an expression for every record of Thing, as text, by the record's number. */
export type Outcomes = readonly string[];

/** The records in memory, with the evaluator. */
export interface ExpressionWorld {
  /** Reads and checks an expression over the row. Throws if the type checker reports an error. */
  read(source: string): Expression;
  scope(timeZone?: string): Scope;
  evaluated(expression: Expression, scope: Scope): Outcomes;
  readonly store: Store;
}

export function expressionWorld(count: number, seed: number): ExpressionWorld {
  const { model, condition } = expressionModel();
  const store = createMemoryStore(model);
  fill(store, count, seed);
  return {
    store,
    read: (source) => condition(source, 'Thing'),
    scope(timeZone = 'UTC') {
      const plain = plainContext(model);
      const context = { ...plain, timeZone, now: new Timestamp(1_767_603_600, 0), today: new PlainDate(20_458) };
      const values = recordValues(store, model, context);
      const me = store.record('User', idOf(1));
      const complete = {
        ...context,
        me: me === null ? null : values.of('User', me),
        entity: (name: string) => values.list({ entity: name, conditions: [] }),
        random: () => 'random',
      };
      return { evaluationContext: complete, self: null, row: null, old: null, bound: new Map() };
    },
    evaluated(expression, scope) {
      const values = recordValues(store, model, scope.evaluationContext);
      return records(store).map((record) => outcome(expression, scopeFor(scope, null, values.of('Thing', record))));
    },
  };
}

function fill(store: Store, count: number, seed: number): void {
  store.transaction(() => {
    for (const { entity, record, watchers = [] } of expressionRecords(count, seed)) {
      store.apply({ kind: 'insert', entity, record });
      for (const member of watchers) store.apply({ kind: 'add', entity, field: 'watchers', id: record.id, member });
    }
  });
}

const records = (store: Store) => store.query({ entity: 'Thing', conditions: [], sort: [{ field: 'number', descending: false }] });

function outcome(expression: Expression, scope: Scope): string {
  if (expression.node === null) return 'fails';
  try {
    return words(evaluateNode(expression.node, scope));
  } catch (error) {
    if (error instanceof EvaluationError) return 'fails';
    throw error;
  }
}

/** A value as text; two texts are equal only for the same value of the same kind. */
export function words(value: Value): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`;
  if (value instanceof Money) return `${value.amount.toFixed(2)} ${value.currency}`;
  if (value instanceof Timestamp) return `at ${value.seconds}.${value.nanos}`;
  if (value instanceof Duration) return `for ${value.seconds}.${value.nanos}`;
  if (value instanceof PlainDate) return `day ${value.days}`;
  if (value instanceof PlainTime) return `clock ${value.seconds}`;
  if (isRecord(value)) return `${value.entity} ${value.id}`;
  if (isFile(value)) return `file ${value.id} ${value.name}`;
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(words).join(', ')}]`;
  return 'toFixed' in value ? `${value.toFixed()} exactly` : 'something else';
}

/** The same records in a database. */
export interface TranslatedWorld {
  /** The translated expression; null if the dialect cannot express it. */
  told(expression: Expression, scope: Scope): Term | null;
  /**
   * The outcomes in SQL; `asks` if SQL leaves the question to the evaluator while it runs. Null for
   * lists.
   */
  outcomes(expression: Expression, scope: Scope): Outcomes | 'asks' | null;
  /** The numbers of the records that a condition selects as a filter. */
  found(expression: Expression, scope: Scope): readonly number[] | 'asks';
  readonly store: Store;
  /** The condition as an index's definition; null if it cannot be one. */
  definition(source: string): string | null;
  readonly connection: Connection;
  /** The statement of a filtered list; `order` is its ORDER BY clause. */
  plan(
    expression: Expression,
    scope: Scope,
    order: string | null,
  ): { readonly text: string; readonly parameters: readonly (string | number | bigint | null)[] };
}

export function translatedWorld(connection: Connection, sqlEngine: SqlEngine, count: number, seed: number): TranslatedWorld {
  const { model } = expressionModel();
  const schema: Schema = schemaOf(model);
  const store = openStore(attachStore(connection, sqlEngine), model);
  fill(store, count, seed);
  const catalog: Catalog = createCatalog(model, schema, 'EUR', (list, fresh) => {
    if (!isQueryList(list)) throw new Error('lists are queries here');
    return rowSource(list.query, planner, fresh);
  });
  const planner: Planner = {
    schema,
    catalog,
    sqlEngine,
    conditions: conditionsOf(model, schema, sqlEngine),
    translations: new Translations(),
    apart: false,
    scopeOf: () => plainScope,
  };
  const plainScope: Scope = { evaluationContext: plainContext(model), self: null, row: null, old: null, bound: new Map() };
  const contextOf = (scope: Scope): TranslationContext => {
    let aliases = 0;
    return {
      catalog,
      dialect: sqlEngine.dialect,
      scope,
      row: { entity: 'Thing', alias: 't', variable: null },
      fresh: () => `t${++aliases}`,
    };
  };
  const asking = <T>(ask: () => T): T | 'asks' => {
    try {
      return ask();
    } catch (error) {
      if (sqlEngine.isUnrepresentable(error)) return 'asks';
      throw error;
    }
  };
  const rows = (text: string, parameters: readonly (string | number | bigint | null)[]) => connection.rows(text, parameters);
  const told = (expression: Expression, scope: Scope): Term | null =>
    expression.node === null ? null : translateTerm(expression.node, contextOf(scope));
  const plan: TranslatedWorld['plan'] = (expression, scope, order) => {
    const condition = expression.node === null ? null : translate(expression.node, contextOf(scope));
    if (condition === null) throw new Error(`${expression.source} is not told in SQL`);
    return {
      text: `SELECT t."number" FROM "Thing" AS t WHERE ${condition.text}${order === null ? '' : ` ORDER BY ${order}`}`,
      parameters: condition.parameters,
    };
  };
  return {
    store,
    connection,
    told,
    plan,
    definition(source) {
      const ruled = expressionModel([{ rule: 'tried', entity: 'Thing', fields: ['a'], where: source }]).model;
      const [schemaWith, unique] = [schemaOf(ruled), { fields: ['a'], rule: 'tried', where: source }];
      const table = tableFor(schemaWith, 'Thing');
      return table === null ? null : conditionsOf(ruled, schemaWith, sqlEngine).unique(table, unique, '"Thing"');
    },
    outcomes(expression, scope) {
      const term = told(expression, scope);
      if (term === null || term.kind !== 'value') return null;
      const { text, parameters } = sql`SELECT ${term.sql}, ${term.fails ?? raw('FALSE')} FROM "Thing" AS t ORDER BY t."number"`;
      return asking(() => rows(text, parameters).map(([value = null, fails]) => said(term, value, Number(fails ?? 0) !== 0)));
    },
    found(expression, scope) {
      const { text, parameters } = plan(expression, scope, 't."number"');
      return asking(() => rows(text, parameters).map(([number]) => Number(number)));
    },
  };
}

/** A value from a query in the form of the evaluator's outcomes. */
function said(term: Extract<Term, { kind: 'value' }>, value: string | number | bigint | null, fails: boolean): string {
  if (value === null) {
    if (term.nulls === 'never') return 'NULL where there is always a value';
    return term.nulls === 'failure' || (term.nulls === 'both' && fails) ? 'fails' : 'null';
  }
  if (term.nulls === 'both' && fails) return 'a value where it fails';
  if (term.as === 'null' || term.as === 'opaque') return `a ${term.as}`;
  if (term.as === 'record') return `${term.entity} ${value}`;
  return words(fromSql(value, term.as, 'EUR'));
}
