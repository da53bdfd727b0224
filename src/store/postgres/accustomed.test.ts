import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Given, type Program, prepare, program, state, times, told } from '../../../testing/asking-programs.ts';
import { embeddedConnections } from '../../../testing/postgres-embedded.ts';
import type { Connection } from '../sql/connection.ts';

/* A database that is asked ahead gives the same answers as one that is asked one by one. */

const open = embeddedConnections();

function prepared(): Connection {
  const connection = open();
  prepare(connection);
  return connection;
}

/** A statement that has failed, and is then foreseen twice in one exchange. */
const twiceAfterFailure: [Program, Program, Given[]] = [
  { deeds: [], inTransaction: false },
  {
    deeds: [
      { kind: 'ask', of: 'given' },
      { kind: 'set', to: 1 },
      { kind: 'within', deeds: [{ kind: 'divide' }, { kind: 'divide' }], fails: false },
    ],
    inTransaction: false,
  },
  [
    { which: 1, given: 1 },
    { which: 1, given: 5 },
    { which: 0, given: 1 },
    { which: 0, given: 1 },
  ],
];

test('what is asked ahead is what would have been answered', () => {
  fc.assert(
    fc.property(program, program, times, (first, second, all) => {
      const [habit, plain] = [prepared(), prepared()];
      const key = {};
      for (const { which, given } of all) {
        const one = which === 0 ? first : second;
        expect(habit.accustomed(key, [String(given)], () => told(habit, one, given))).toEqual(told(plain, one, given));
      }
      expect(state(habit)).toEqual(state(plain));
    }),
    { numRuns: 40, examples: [twiceAfterFailure] },
  );
}, 60_000);

test('a habit asks less often', () => {
  const connection = prepared();
  const statements = () => Number(connection.row('SELECT count(*) FROM pg_prepared_statements')?.[0]);
  const key = {};
  const found = Array.from({ length: 3 }, () =>
    connection.accustomed(key, ['2'], () => {
      told(connection, { deeds: [{ kind: 'ask', of: 'given' }, { kind: 'count' }], inTransaction: false }, 2);
      return statements();
    }),
  );
  expect(new Set(found).size).toBeLessThan(3);
});
