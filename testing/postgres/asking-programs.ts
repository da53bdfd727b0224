import fc from 'fast-check';
import type { Connection } from '../../src/store/sql/connection.ts';

/* Programs over a small table, for tests of how a database is queried. */

/**
 * The steps of a program: queries with parameters from the input, from earlier answers or constant;
 * changes; an inner transaction that may be rolled back.
 */
type ProgramStep =
  | { readonly kind: 'ask'; readonly of: 'given' | 'last' | 'fixed' }
  | { readonly kind: 'count' | 'divide' }
  | { readonly kind: 'set' | 'later'; readonly to: number }
  | { readonly kind: 'within'; readonly deeds: readonly ProgramStep[]; readonly fails: boolean };

const simple: fc.Arbitrary<ProgramStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), of: fc.constantFrom('given', 'last', 'fixed') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('count' as const, 'divide' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('set' as const, 'later' as const), to: fc.integer({ min: 1, max: 5 }) }) },
);
const deed: fc.Arbitrary<ProgramStep> = fc.oneof(
  { weight: 6, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('within' as const), deeds: fc.array(simple, { maxLength: 4 }), fails: fc.boolean() }),
  },
);
export interface Program {
  readonly deeds: readonly ProgramStep[];
  readonly inTransaction: boolean;
}
export interface Given {
  readonly which: number;
  readonly given: number;
}
export const program: fc.Arbitrary<Program> = fc.record({ deeds: fc.array(deed, { maxLength: 8 }), inTransaction: fc.boolean() });
/**
 * Runs of the same program with other values, and now and then of another program under the same
 * key.
 */
export const times: fc.Arbitrary<Given[]> = fc.array(
  fc.record({ which: fc.constantFrom(0, 0, 0, 1), given: fc.integer({ min: 1, max: 5 }) }),
  {
    minLength: 3,
    maxLength: 6,
  },
);

/** Creates and fills the table. */
export function prepare(connection: Connection): void {
  connection.run('CREATE TABLE "thing" ("n" bigint PRIMARY KEY, "next" bigint NOT NULL)');
  connection.run('INSERT INTO "thing" SELECT n, n % 5 + 1 FROM generate_series(1, 5) n');
}

class TakenBack extends Error {
  readonly found: readonly unknown[];

  constructor(found: readonly unknown[]) {
    super('taken back');
    this.found = found;
  }
}

function run(connection: Connection, deeds: readonly ProgramStep[], given: number): readonly unknown[] {
  const said: unknown[] = [];
  let last = given;
  for (const one of deeds) {
    switch (one.kind) {
      case 'ask': {
        const of = { given, last, fixed: 3 }[one.of];
        const row = connection.row('SELECT "next", "n" FROM "thing" WHERE "n" = ?', [of]);
        said.push(row);
        last = Number(row?.[0]);
        break;
      }
      case 'count':
        said.push(connection.rows('SELECT "n", "next" FROM "thing" ORDER BY "n"'));
        break;
      case 'divide':
        // Fails if the first thing leads to the second: a query that the database cannot answer.
        try {
          said.push(connection.row('SELECT 1 / ("next" - 2) FROM "thing" WHERE "n" = 1'));
        } catch (error) {
          if (!(error instanceof Error) || !error.message.includes('division by zero')) throw error;
          said.push('division by zero');
        }
        break;
      case 'set':
        connection.run('UPDATE "thing" SET "next" = ? WHERE "n" = ?', [one.to, last]);
        said.push(connection.changes());
        break;
      case 'later':
        connection.later('UPDATE "thing" SET "next" = ? WHERE "n" = ?', [one.to, given]);
        break;
      case 'within':
        try {
          // A transaction's findings are its return value, because it does not run again after its
          // commit.
          const inner = connection.transaction(() => {
            const found = run(connection, one.deeds, given);
            if (one.fails) throw new TakenBack(found);
            return found;
          });
          said.push(...inner);
        } catch (error) {
          if (!(error instanceof TakenBack)) throw error;
          said.push(...error.found);
        }
    }
  }
  return said;
}

/** The results of a program, run in one transaction or statement by statement. */
export function told(connection: Connection, { deeds, inTransaction }: Program, given: number): readonly unknown[] {
  const body = () => run(connection, deeds, given);
  return inTransaction ? connection.transaction(body) : body();
}

export const state = (connection: Connection): unknown => connection.rows('SELECT "n", "next" FROM "thing" ORDER BY "n"');
