import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/expression/evaluate/scope.ts';
import type { Expression } from '../../src/expression/expression.ts';
import type { SqlScalar } from '../../src/expression/sql/represent.ts';
import { unsupportedInSql } from '../../src/expression/sql/unsupported.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { SqlEngine } from '../../src/store/sql/sql-engine.ts';
import type { Query, Store } from '../../src/store/store.ts';
import { rounds } from '../rounds.ts';
import { anyExpression } from './expression-arbitrary.ts';
import { expressionCases, zoneCases, zones } from './expression-cases.ts';
import { type ExpressionWorld, expressionWorld, type TranslatedWorld, translatedWorld } from './expression-world.ts';

export interface ExpressionSuiteOptions {
  readonly dialect: 'SQLite' | 'Postgres';
  readonly sqlEngine: SqlEngine;
  readonly connect: () => Connection | Promise<Connection>;
  /** The database's plan for a statement as text, regardless of how small the tables are. */
  readonly explain: (connection: Connection, text: string, parameters: readonly SqlScalar[]) => string;
  /** Matches a plan of `explain` that scans a whole table. */
  readonly wholeTable: RegExp;
  /** How many expressions to generate. Few by default, since the families cover every function. */
  readonly runs?: number;
  /** The seed of the expressions and records. */
  readonly seed?: number;
  /**
   * Another suite sends the same SQL to another database of this dialect. Tests only what the
   * database itself contributes: the value of each function and operator, indexes, and how fields
   * sort.
   */
  readonly sameSqlElsewhere?: boolean;
}

/** Enough Things that each value of each field occurs. */
const count = 40;

/**
 * Every expression has the same meaning in SQL as in the evaluator, record by record: the same
 * value of the same kind, null where it is null, and nothing where evaluation fails. A filter keeps
 * the records for which it is true.
 */
export function expressionSuite({
  dialect,
  sqlEngine,
  connect,
  explain,
  wholeTable,
  runs = rounds(60),
  seed = 9,
  sameSqlElsewhere = false,
}: ExpressionSuiteOptions): void {
  let evaluator: ExpressionWorld;
  let database: TranslatedWorld;
  beforeAll(async () => {
    evaluator = expressionWorld(count, seed);
    database = translatedWorld(await connect(), sqlEngine, count, seed);
  }, 60_000);

  /** Whether SQL answered, left the question to the evaluator, or cannot express it. */
  const compare = (expression: Expression, scope: Scope): 'told' | 'asks' | 'untold' => {
    const { source } = expression;
    const term = database.told(expression, scope);
    if (term === null) return 'untold';
    const wanted = evaluator.evaluated(expression, scope);
    const found = database.outcomes(expression, scope);
    if (found === 'asks') return 'asks';
    if (found !== null) expect(found, source).toEqual(wanted);
    if (expression.type.kind === 'boolean') {
      const numbers = database.found(expression, scope);
      if (numbers === 'asks') return 'asks';
      expect(numbers, `as a filter: ${source}`).toEqual(wanted.flatMap((outcome, number) => (outcome === 'true' ? [number] : [])));
    }
    return 'told';
  };

  describe(`expressions: ${dialect}`, () => {
    test.each(Object.keys(expressionCases))('%s', (family) => {
      const scope = evaluator.scope();
      const said = (expressionCases[family] ?? []).map((source) => `${source}: ${compare(evaluator.read(source), scope)}`);
      expect(said.filter((line) => !line.endsWith(': told'))).toEqual([]);
    });

    test.each(zones)('local times in %s', (zone) => {
      const scope = evaluator.scope(zone);
      const said = zoneCases.map((source) => `${source}: ${compare(evaluator.read(source), scope)}`);
      expect(said.filter((line) => !line.endsWith(': told'))).toEqual([]);
    });

    test('the list of what SQL cannot express is complete and has nothing else', () => {
      const scope = evaluator.scope('Europe/Berlin');
      for (const { example, some, in: dialects } of unsupportedInSql) {
        const wanted = !dialects.includes(dialect) ? 'told' : some ? 'asks' : 'untold';
        expect(`${example}: ${compare(evaluator.read(example), scope)}`).toBe(`${example}: ${wanted}`);
      }
    });

    test('an expression over its own record only can be the condition of an index', () => {
      const definitions = Object.values(expressionCases)
        .flat()
        .map(evaluator.read)
        .filter(({ type }) => type.kind === 'boolean')
        .flatMap((expression) => database.definition(expression.source) ?? []);
      expect(definitions.length).toBeGreaterThan(20);
      // An amount larger than the column allows would prevent the record from being written.
      expect(database.definition('price * 1000000 > price')).toBeNull();
      for (const condition of definitions) {
        database.connection.run(`CREATE INDEX "tried" ON "Thing" ("a") WHERE ${condition}`);
        database.connection.run('DROP INDEX "tried"');
      }
    });

    test.each(indexedConditions)('an index finds %s', (source) => {
      const scope = evaluator.scope();
      const { text, parameters } = database.plan(evaluator.read(source), scope, null);
      expect(explain(database.connection, text, parameters)).not.toMatch(wholeTable);
    });

    test('fields sort as they do in memory', () => {
      const scope = evaluator.scope();
      const order = (store: Store, sort: NonNullable<Query['sort']>): unknown[] =>
        store.query({ entity: 'Thing', conditions: [], sort, scope }).map((record) => record['number']);
      const by = fc.record({ field: fc.constantFrom(...sortedFields), descending: fc.boolean() });
      fc.assert(
        fc.property(fc.array(by, { minLength: 1, maxLength: 3 }), (sort) => {
          expect(order(database.store, sort), JSON.stringify(sort)).toEqual(order(evaluator.store, sort));
        }),
        { numRuns: runs, seed },
      );
    });

    if (sameSqlElsewhere) return;

    test('a filtered list has the evaluator’s records, whether or not SQL can express the filter', () => {
      const scope = evaluator.scope('Europe/Berlin');
      const filtered = (store: Store, { node }: Expression): unknown[] => {
        const query: Query = { entity: 'Thing', conditions: node === null ? [] : [{ node, variable: null, scope }], scope };
        const numbers = store.query(query).map((record) => record['number']);
        expect(store.count(query)).toBe(numbers.length);
        return numbers;
      };
      const sources = [...Object.values(expressionCases).flat(), ...unsupportedInSql.map(({ example }) => example)];
      const conditions = sources.map(evaluator.read).filter(({ type }) => type.kind === 'boolean');
      expect(conditions.length).toBeGreaterThan(100);
      for (const condition of conditions) {
        expect(filtered(database.store, condition), condition.source).toEqual(filtered(evaluator.store, condition));
      }
      for (const terms of [100, 10_000]) {
        const one = evaluator.read(Array.from({ length: terms }, (_, index) => `n != ${index + 1}`).join(' && '));
        expect(filtered(database.store, one)).toEqual(filtered(evaluator.store, one));
        const any = evaluator.read(Array.from({ length: terms }, (_, index) => `a == "${index === 7 ? 'boiler' : index}"`).join(' || '));
        expect(filtered(database.store, any)).toEqual(filtered(evaluator.store, any));
      }
    }, 240_000);

    test('values of expressions sort and are found as in memory', () => {
      const scope = evaluator.scope('Europe/Berlin');
      const numbers = (store: Store, asked: Partial<Query>): unknown[] =>
        store.query({ entity: 'Thing', conditions: [], scope, ...asked }).map((record) => record['number']);
      const tally = { told: 0, untold: 0 };
      const searched = [
        ['e', 'É'],
        ['1', 'boiler'],
      ];
      const same = ({ source, node }: Expression, descending: boolean): void => {
        if (node === null) return;
        const value = { node, scope };
        tally[database.store.ordersBy('Thing', value) ? 'told' : 'untold']++;
        const sort = [{ field: source, value, descending }];
        expect(numbers(database.store, { sort }), `by ${source}`).toEqual(numbers(evaluator.store, { sort }));
        // Each is searched for two of the texts, in turn.
        for (const text of searched[(tally.told + tally.untold) % 2] ?? []) {
          const search = { text, fields: [], values: [value] };
          expect(numbers(database.store, { search }), `${text} in ${source}`).toEqual(numbers(evaluator.store, { search }));
        }
      };
      for (const source of [...paths, ...Object.values(expressionCases).flat()]) same(evaluator.read(source), false);
      for (const source of paths) expect(database.store.ordersBy('Thing', rowValue(source)), source).toBe(true);
      fc.assert(
        fc.property(anyExpression, fc.boolean(), (source, descending) => {
          const expression = readable(evaluator, source);
          fc.pre(expression !== null);
          if (expression !== null) same(expression, descending);
        }),
        { numRuns: runs / 4, seed, maxSkipsPerRun: 200 },
      );
      expect(tally.told / (tally.told + tally.untold)).toBeGreaterThan(0.6);

      function rowValue(source: string) {
        const { node } = evaluator.read(source);
        if (node === null) throw new Error(source);
        return { node, scope };
      }
    }, 240_000);

    test('generated expressions', () => {
      const scope = evaluator.scope('Europe/Berlin');
      const tally = { told: 0, asks: 0, untold: 0 };
      fc.assert(
        fc.property(anyExpression, (source) => {
          const expression = readable(evaluator, source);
          fc.pre(expression !== null);
          if (expression !== null) tally[compare(expression, scope)]++;
        }),
        { numRuns: runs, seed, maxSkipsPerRun: 200 },
      );
      // SQL must answer most of them itself, or this would compare nothing.
      expect(tally.told / (tally.told + tally.asks + tally.untold)).toBeGreaterThan(0.6);
    }, 120_000);
  });
}

/** Columns of a list, as documents define them. */
const paths = ['owner.name', 'helper.name', 'owner', 'helper', 'status', 'owner.role', 'n * 2', 'a + "!"', 'size(watchers)', '2', 'LIMIT'];

/** The most common filters of lists: by person, state, moment and similar fields. */
const indexedConditions = [
  'owner == me',
  'helper == me',
  'me == owner',
  'owner == me && status == "open"',
  'status == "open"',
  'status in ["open", "assigned"]',
  'status == "open" && n > 3',
  'owner == me || helper == me',
  'owner in [me]',
  'helper == null',
  'createdAt > now',
  'createdAt >= now - WINDOW && createdAt < now',
  'now < createdAt',
  'now - createdAt < WINDOW',
  'WINDOW >= now - createdAt',
  'createdAt - now > WINDOW',
  'id == "x"',
];

const sortedFields = [
  ...[
    'id',
    'createdAt',
    'number',
    'a',
    'b',
    'status',
    'priority',
    'owner',
    'helper',
    'n',
    'd',
    'price',
    'yes',
    'day',
    'clock',
    'at',
    'length',
  ],
  ...['photo', 'texts', 'late', 'total', 'word', 'nearest', 'busy'],
];

/** Null if the type checker refuses it, so that it never reaches a store. */
function readable(evaluator: ExpressionWorld, source: string): Expression | null {
  try {
    return evaluator.read(source);
  } catch {
    return null;
  }
}
