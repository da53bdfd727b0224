import { expect, test } from 'vitest';
import { systemPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { Refused, refusal } from '../../engine/change/refusals.ts';
import { createProduct } from '../../engine/product.ts';
import { nobody } from '../../engine/world/world.ts';
import { Timestamp } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { StoredJob } from '../../store/outbox.ts';
import { type JobHandler, type JobResult, JobRunner } from './job-runner.ts';

const model = readModel(
  '# Specification: Notes\n\n## 3. Entities and their fields\n\n### Note\n\n| Field | Type |\n|---|---|\n| title | text |\n',
);

const moment = new Timestamp(1, 0);

/** A product, its clock, and a runner whose attempts end as `answer` returns. */
function running(answer: (job: StoredJob) => JobResult | Promise<JobResult>, more: Partial<JobHandler> = {}) {
  const clock = { now: 1000 };
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: { ...systemPlatform, now: () => clock.now }, hasher: cheapHasher });
  const attempts: string[] = [];
  const said: string[] = [];
  const runner = new JobRunner({
    handlers: [
      {
        kind: 'mail',
        attempt: async (job) => {
          attempts.push(`${job.payload} ${job.attempts}`);
          return answer(job);
        },
        ...more,
      },
    ],
    ask: async (body) => body(product),
    platform: { now: () => clock.now },
    log: (_level, message) => said.push(message),
    times: { pauses: [100, 500], claim: 50, poll: 1_000_000 },
  });
  const add = (payload: string): string => {
    const outcome = product.transact(nobody, (run) => run.addJob('mail', payload));
    if (!outcome.ok) throw new Error('it could not be added');
    return outcome.value;
  };
  /** Attempts the jobs that are due. */
  const work = async (): Promise<void> => {
    runner.wake();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { clock, store, product, attempts, said, runner, add, work };
}

test('attempts a job after the commit, retries after growing pauses, and reports when it gives up', async () => {
  const { clock, store, attempts, said, add, work } = running(() => ({ status: 'again', error: 'no such host' }));
  const id = add('a');
  await work();
  await work();
  expect(attempts).toEqual(['"a" 1']);
  expect(store.jobs.job(id)).toMatchObject({ status: 'waiting', dueAt: 1100, lastError: 'no such host' });
  clock.now = 1100;
  await work();
  clock.now = 1599;
  await work();
  expect(attempts).toHaveLength(2);
  clock.now = 1600;
  await work();
  expect(store.jobs.job(id)).toMatchObject({ status: 'failed', dueAt: 1600, attempts: 3 });
  expect(said).toEqual([`the mail job ${id} was given up after 3 attempts: no such host`]);
  store.jobs.retry(id, 2000);
  clock.now = 2000;
  await work();
  expect(attempts.at(-1)).toBe('"a" 1');
});

test('a failed transaction leaves no job', async () => {
  const { product, attempts, work } = running(() => ({ status: 'done' }));
  expect(() =>
    product.transact(nobody, (run) => {
      run.addJob('mail', 'a');
      throw new RangeError('no');
    }),
  ).toThrow(RangeError);
  await work();
  expect(attempts).toEqual([]);
});

test('only the attempt that still owns the claim applies its effect', async () => {
  let answered: (result: JobResult) => void = () => undefined;
  const slow = new Promise<JobResult>((resolve) => {
    answered = resolve;
  });
  const { clock, store, product, attempts, add, work } = running((job) => (job.attempts === 1 ? slow : note('second')));
  const note = (title: string): JobResult => ({
    status: 'done',
    effect: (run) =>
      run.world.store.apply({
        kind: 'insert',
        entity: 'Note',
        record: { id: title, title, createdAt: moment, updatedAt: moment, createdBy: null },
      }),
  });
  add('a');
  await work();
  // The first attempt takes longer than its claim: another process takes the job.
  clock.now = 2000;
  const [taken] = store.jobs.claim({ kinds: ['mail'], now: 2000, until: 2050, most: 1 });
  expect(taken?.attempts).toBe(2);
  answered(note('first'));
  await work();
  expect([attempts, product.store.count({ entity: 'Note', conditions: [] })]).toEqual([['"a" 1'], 0]);
  clock.now = 2050;
  await work();
  await work();
  expect(store.query({ entity: 'Note', conditions: [] }).map(({ id }) => id)).toEqual(['second']);
});

test('a job fails if its effect is refused, and the effect is rolled back', async () => {
  const { store, product, said, add, work } = running(() => ({
    status: 'done',
    effect: (run) => {
      run.addJob('other', 'b');
      throw new Refused([refusal(product.index, { error: 'CONFLICT', because: 'the shop is closed' })]);
    },
  }));
  const id = add('a');
  await work();
  expect(store.jobs.job(id)).toMatchObject({ status: 'failed', lastError: 'the shop is closed' });
  expect(store.jobs.list(['waiting'], null, 9)).toEqual([]);
  expect(said).toEqual([`the mail job ${id} was given up after 1 attempts: the shop is closed`]);
});

test('an attempt that throws is retried', async () => {
  const { store, add, work } = running(() => {
    throw new Error('broken pipe');
  });
  const id = add('a');
  await work();
  expect(store.jobs.job(id)).toMatchObject({ status: 'waiting', lastError: 'broken pipe' });
});

test('no attempt begins inside the body that wrote the job', async () => {
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher });
  let isInside = false;
  const began: boolean[] = [];
  const runner = new JobRunner({
    handlers: [{ kind: 'mail', attempt: async () => ({ status: 'done' }) }],
    ask: async (body) => {
      began.push(isInside);
      return body(product);
    },
    platform: systemPlatform,
    log: () => undefined,
  });
  product.onJob(() => runner.wake());
  isInside = true;
  product.transact(nobody, (run) => run.addJob('mail', 'a'));
  isInside = false;
  await new Promise((resolve) => setTimeout(resolve, 5));
  await runner.close();
  expect(began.length).toBeGreaterThan(0);
  expect(began).not.toContain(true);
});
