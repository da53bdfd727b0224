import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Expression } from '../src/expression/expression.ts';
import type { Scope } from '../src/expression/scope.ts';
import { untold } from '../src/expression/sql/untold.ts';
import type { Connection } from '../src/store/sql/connection.ts';
import type { Flavour } from '../src/store/sql/flavour.ts';
import { anyExpression } from './expression-arbitrary.ts';
import { expressionCases, zoneCases, zones } from './expression-cases.ts';
import { type ExpressionWorld, expressionWorld, type TranslatedWorld, translatedWorld } from './expression-world.ts';

export interface ExpressionSuiteOptions {
  readonly dialect: 'SQLite' | 'Postgres';
  readonly flavour: Flavour;
  readonly connect: () => Connection | Promise<Connection>;
  /** How many generated expressions. */
  readonly runs?: number;
  readonly seed?: number;
}

/** So many Things: each value of each field stands in one of them. */
const count = 40;

/**
 * Every expression means in SQL what the evaluator says, record by record: the same value of the same kind, null where it is null, and nothing where
 * it cannot be evaluated. A filter leaves the records for which it holds.
 */
export function expressionSuite({ dialect, flavour, connect, runs = 400, seed = 9 }: ExpressionSuiteOptions): void {
  let evaluator: ExpressionWorld;
  let database: TranslatedWorld;
  beforeAll(async () => {
    evaluator = expressionWorld(count);
    database = translatedWorld(await connect(), flavour, count);
  }, 60_000);

  /** Gives back whether SQL answered. */
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

    test.each(zones)('what clocks show in %s', (zone) => {
      const scope = evaluator.scope(zone);
      const said = zoneCases.map((source) => `${source}: ${compare(evaluator.read(source), scope)}`);
      expect(said.filter((line) => !line.endsWith(': told'))).toEqual([]);
    });

    test('what SQL has no words for is listed, and nothing else is', () => {
      const scope = evaluator.scope('Europe/Berlin');
      for (const { example, some, in: dialects } of untold) {
        const wanted = !dialects.includes(dialect) ? 'told' : some ? 'asks' : 'untold';
        expect(`${example}: ${compare(evaluator.read(example), scope)}`).toBe(`${example}: ${wanted}`);
      }
    });

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
      // Most of them are answered by SQL itself: else this would compare nothing.
      expect(tally.told / (tally.told + tally.asks + tally.untold)).toBeGreaterThan(0.6);
    }, 120_000);
  });
}

/** Null: the type checker refuses it, so it never reaches a store. */
function readable(evaluator: ExpressionWorld, source: string): Expression | null {
  try {
    return evaluator.read(source);
  } catch {
    return null;
  }
}
