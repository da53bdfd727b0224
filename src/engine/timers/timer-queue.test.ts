import fc from 'fast-check';
import { expect, test } from 'vitest';
import { productInMemory, productOver } from '../../../testing/product.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { timestampFromMilliseconds } from '../../expression/values/time.ts';
import type { Value } from '../../expression/values/value.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { create } from '../operations/create.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { nobody } from '../world/world.ts';
import { fireDue, TimerQueue, timerLimits } from './timer-queue.ts';

const document = (rows: string, task = ''): string => `# Specification: Chains

## 3. Entities

### Task

| Field | Type | Default |
|---|---|---|
| number | integer | \`1\` |
| due | datetime | |
| status | state | |
${task}

## 4. States

### Task.status

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | open | | |
${rows}
`;

const successor = document('| open | after `minutes(0)` | closed | | `create Task with {"number": number + 1}` |');
/** A document with `last` instalments, each of which starts the next at the same moment. */
const counting = (last: number): string =>
  document(`| open | after \`minutes(1)\` | closed | \`number < ${last}\` | \`create Task with {"number": number + 1}\` |`);

function started(text: string, values: Readonly<Record<string, number>> = {}) {
  const made = productInMemory(text);
  const { product } = made;
  const outcome = product.perform(nobody, create, {
    entity: 'Task',
    values: new Map(Object.entries({ number: 1, ...values })),
    authority: 'product',
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusals));
  return { ...made, tasks: () => product.store.query({ entity: 'Task', conditions: [] }) };
}

test('timers that start each other at the same moment stop at the limit, and the last is refused with the reason', () => {
  const { product, tasks } = started(successor);
  const reports = product.timers.run();
  expect(reports).toHaveLength(timerLimits.chain + 1);
  expect(reports.at(-1)).toMatchObject({
    result: 'limit',
    refusals: [
      { error: 'CONFLICT', because: 'timers that start each other without time between them stop after 500', at: expect.anything() },
    ],
  });
  expect(reports.slice(0, -1).every(({ refusals }) => refusals.length === 0)).toBe(true);
  expect(tasks()).toHaveLength(timerLimits.chain + 1);
  // It is not retried.
  expect(product.timers.run()).toEqual([]);
  expect(product.timers.refused()).toHaveLength(1);
});

test('a record that goes back and forth, and timers that start two others each, stop as well', () => {
  const { product } = started(document('| open | after `minutes(0)` | shut | | |\n| shut | after `minutes(0)` | open | | |'));
  expect(product.timers.run()).toHaveLength(timerLimits.chain + 1);
  const create = 'create Task with {"number": number + 1}';
  const twice = started(document(`| open | after \`minutes(0)\` | closed | | \`${create}; ${create}\` |`));
  const queue = new TimerQueue(twice.product, { ...timerLimits, following: 40 });
  expect(queue.run().filter(({ refusals }) => refusals.length === 0)).toHaveLength(41);
  expect(queue.run()).toEqual([]);
});

test('a chain with time between its timers fires completely, each at its own moment, and a run ends at its limit', () => {
  const { product, clock, tasks } = started(counting(1e9));
  clock.advance(600 * 60_000);
  expect(product.timers.run().filter(({ refusals }) => refusals.length > 0)).toEqual([]);
  expect(tasks()).toHaveLength(601);
  clock.advance(25 * 60_000);
  const queue = new TimerQueue(product, { ...timerLimits, run: 20 });
  const reports = queue.run();
  expect(reports).toHaveLength(21);
  expect(reports.at(-1)?.refusals).toMatchObject([
    { because: 'more than 20 timers were due at once, and those that were left did not fire' },
  ]);
  // They are still due.
  expect(queue.run()).toHaveLength(5);
});

test('a request fires only a few timers; the others fire in the background, with requests in between', async () => {
  const { product, clock, tasks } = started(counting(100));
  clock.advance(360 * 60_000);
  expect(product.runTimersIfDue()).toHaveLength(timerLimits.inFront);
  const seen: number[] = [];
  let goesOn = true;
  const fired = fireDue(product.timers, {
    ask: async (body) => body(),
    pause: async () => {
      seen.push(tasks().length);
    },
    goesOn: () => goesOn && seen.length < 40,
  });
  await fired;
  expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => timerLimits.inFront + 2 + index));
  goesOn = false;
  expect(await fireDue(product.timers, { ask: async (body) => body(), pause: async () => {}, goesOn: () => goesOn })).toEqual([]);
  expect(product.timers.run().at(-1)).toMatchObject({ result: 'guard' });
  expect(tasks()).toHaveLength(100);
});

test('a step that is repeated until it succeeds, as over an asynchronous connection, fires once', async () => {
  const { product, clock, tasks } = started(counting(20));
  clock.advance(360 * 60_000);
  const again = async <T>(body: () => T): Promise<T> => {
    const { store } = product;
    try {
      store.transaction(() => {
        body();
        throw new RangeError('again');
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    return body();
  };
  const reports = await fireDue(product.timers, { ask: again, pause: async () => {} });
  expect(reports.map(({ result }) => result)).toEqual([...Array.from({ length: 19 }, () => 'fired'), 'guard']);
  expect(tasks()).toHaveLength(20);
});

test('a timer that starts during a check of the data is not missed', () => {
  const { product, clock } = productInMemory(counting(2));
  // A store over a network lets other requests run between the check and its result.
  const settle = product.timers.step()?.run();
  product.perform(nobody, create, { entity: 'Task', values: new Map([['number', 1]]), authority: 'product' });
  settle?.();
  expect(product.timers.known).toBe(clock.now() + 60_000);
});

test('a store that returns only the first of many timers fires them in the same order', async () => {
  const makeDatabase = await memoryDatabases();
  const text = document('| open | after `minutes(5)` | shut | | |\n| shut | after `minutes(1)` | closed | | |');
  const orderOf = ({ product, clock }: ReturnType<typeof productInMemory>): unknown[] => {
    for (let number = 1; number <= 7; number++) {
      product.perform(nobody, create, { entity: 'Task', values: new Map([['number', number]]), authority: 'product' });
      clock.advance(30_000);
    }
    clock.advance(60 * 60_000);
    // Two timers are known per row.
    const queue = new TimerQueue(product, { ...timerLimits, run: 1 });
    queue.lookAgain();
    const { reports } = queue.slice(100);
    return reports.map(({ entity, id, at, transition }) => [product.store.record(entity, id)?.['number'], at, transition.to?.text]);
  };
  const expected = orderOf(productInMemory(text));
  expect(expected).toHaveLength(14);
  expect(orderOf(productOver(text, (model) => openSqliteStore(makeDatabase(), model)))).toEqual(expected);
});

test('a store that returns only the first of many timers reaches those behind timers that do not fire', async () => {
  const makeDatabase = await memoryDatabases();
  const text = document('| open | after `minutes(5)` | closed | `number > 4` | |');
  const { product, clock } = productOver(text, (model) => openSqliteStore(makeDatabase(), model));
  for (let number = 1; number <= 6; number++)
    product.perform(nobody, create, { entity: 'Task', values: new Map([['number', number]]), authority: 'product' });
  clock.advance(60 * 60_000);
  const { reports } = new TimerQueue(product, { ...timerLimits, run: 1 }).slice(100);
  expect(reports.map(({ result }) => result)).toEqual(['guard', 'guard', 'guard', 'guard', 'fired', 'fired']);
});

test("timers at a field's moment fire in the order of these moments, whatever else waits", async () => {
  const makeDatabase = await memoryDatabases();
  const text = document('| open | at `due` | closed | | |');
  const minute = fc.option(fc.nat(5), { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.array(minute, { maxLength: 12 }), async (minutes) => {
      const { product, clock } = productOver(text, (model) => openSqliteStore(makeDatabase(), model));
      const start = clock.now();
      for (const [number, after] of minutes.entries()) {
        const due = after === null ? null : timestampFromMilliseconds(start + after * 60_000);
        const values = new Map<string, Value>([
          ['number', number],
          ['due', due],
        ]);
        product.perform(nobody, create, { entity: 'Task', values, authority: 'product' });
      }
      clock.advance(3 * 60_000);
      // Two timers of the row are known.
      const { reports } = new TimerQueue(product, { ...timerLimits, run: 1 }).slice(100);
      const expected = minutes
        .flatMap((after, number) => (after === null || after > 3 ? [] : [{ after, number }]))
        .sort((a, b) => a.after - b.after || a.number - b.number);
      expect(reports.map(({ id }) => product.store.record('Task', id)?.['number'])).toEqual(expected.map(({ number }) => number));
    }),
    { numRuns: 30 },
  );
});

test('timers that depend only on their own record fire one after the other without checking the data', async () => {
  const makeDatabase = await memoryDatabases();
  const looksOf = (trigger: string): readonly number[] => {
    let looks = 0;
    const { product, clock } = productOver(document(`| open | ${trigger} | closed | | |`), (model) => {
      const store = openSqliteStore(makeDatabase(), model);
      const counted = <Args extends unknown[], R>(ask: (...args: Args) => R) => {
        return (...args: Args): R => {
          looks++;
          return ask(...args);
        };
      };
      const { enteredFirst, entered, query } = store;
      return Object.assign(store, { enteredFirst: counted(enteredFirst), entered: counted(entered), query: counted(query) });
    });
    for (let number = 1; number <= 5; number++) {
      const due = timestampFromMilliseconds(clock.now() + 60_000);
      product.perform(nobody, create, {
        entity: 'Task',
        values: new Map<string, Value>([
          ['number', number],
          ['due', due],
        ]),
        authority: 'product',
      });
      clock.advance(1000);
    }
    clock.advance(55_000);
    const fired: number[] = [];
    product.timers.next();
    looks = 0;
    for (let times = 1; times <= 5; times++) {
      fired.push(product.timers.slice(100).reports.length);
      clock.advance(1000);
    }
    return [...fired, looks];
  };
  expect(looksOf('after `minutes(1)`')).toEqual([1, 1, 1, 1, 1, 0]);
  expect(looksOf('at `due`')).toEqual([1, 1, 1, 1, 1, 0]);
  // The time of one may depend on another record: check after each, while others wait.
  expect(looksOf('after `minutes(number - number + 1)`')).toEqual([1, 1, 1, 1, 1, 17]);
});

test('what is written between two checks fires at its moment, as if the data were checked each time', async () => {
  const makeDatabase = await memoryDatabases();
  const text = document(
    '| open | after `minutes(5)` | shut | | |\n| shut | after `minutes(1)` | closed | | |\n| open | shut it | shut | | |',
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constant('create' as const), number: fc.nat(9) }),
    fc.record({ kind: fc.constant('shut' as const), number: fc.nat(20) }),
    fc.record({ kind: fc.constant('wait' as const), number: fc.integer({ min: 1, max: 200 }) }),
  );
  const firedBy = (steps: readonly { readonly kind: string; readonly number: number }[], looks: boolean): unknown[] => {
    const { product, clock } = productOver(text, (model) => openSqliteStore(makeDatabase(), model));
    const timers = new TimerQueue(product, { ...timerLimits, run: 2, ahead: 2 });
    Object.assign(product, { timers });
    return steps.map(({ kind, number }) => {
      const tasks = product.store.query({ entity: 'Task', conditions: [] });
      const task = tasks[number % Math.max(1, tasks.length)];
      if (kind === 'create')
        product.perform(nobody, create, { entity: 'Task', values: new Map([['number', number]]), authority: 'product' });
      else if (kind === 'wait') clock.advance(number * 1000);
      else if (task?.['status'] === 'open')
        product.perform(nobody, triggerEvent, {
          entity: 'Task',
          id: task.id,
          event: 'shut it',
          parameters: new Map(),
          authority: 'product',
        });
      if (looks) timers.lookAgain();
      return timers.slice(100).reports.map(({ id, at, transition }) => [tasks.findIndex((one) => one.id === id), at, transition.to?.text]);
    });
  };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      expect(firedBy(steps, false)).toEqual(firedBy(steps, true));
    }),
    { numRuns: 20 },
  );
});
