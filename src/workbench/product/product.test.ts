import { expect, test } from 'vitest';
import type { ChangeReport } from '../../engine/host.ts';
import type { Model } from '../../model/model.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { type ConnectedHost, createProduct } from './product.ts';

const analysis = (version: number, text: string, recognised = true): Analysis => ({
  version,
  text,
  model: { recognised, screens: [], account: null, entities: [] } as unknown as Model,
  findings: [],
  questions: [],
  milliseconds: 0,
});

/** A fake host that loses data for certain texts. */
function fakeHost(kind: 'memory' | 'lasting' = 'memory') {
  const changes: string[] = [];
  let closed = false;
  const host = {
    async change(text: string, force: boolean): Promise<ChangeReport> {
      await Promise.resolve();
      changes.push(text);
      if (text.includes('broken')) throw new Error('no such table');
      const losses = text.includes('lossy') && !force ? ['The field “photo” of 3 tickets'] : [];
      return { applied: losses.length === 0, changes: [], losses, questions: [] };
    },
    storage: async () => ({ kind, reason: 'Private window.' }),
    person: async () => ({ account: null, roles: [] }),
    actors: async () => [],
    close: () => {
      closed = true;
    },
  } as unknown as ConnectedHost;
  return { host, changes, closed: () => closed };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
test('the host receives renames for the current text only, and a snapshot brings its own text', async () => {
  const { host } = fakeHost('lasting');
  const told: unknown[] = [];
  const renaming = {
    ...host,
    async change(text: string, force: boolean, renamed: readonly unknown[] = []): Promise<ChangeReport> {
      told.push([text, renamed]);
      const losses = text.includes('lossy') && !force && renamed.length === 0 ? ['lost'] : [];
      const questions = losses.map(() => ({ entity: 'Ticket', field: 'photo', value: null, candidates: ['picture'] }));
      return { applied: losses.length === 0, changes: [], losses, questions };
    },
    snapshot: async () => Uint8Array.of(1),
    restore: async () => 'of the snapshot',
  } as unknown as ConnectedHost;
  const given = context();
  const product = createProduct({ connect: async () => renaming, ...given });
  product.offer(analysis(0, 'first'));
  await settled();
  product.offer(analysis(1, 'lossy'));
  await settled();
  expect(product.behind.get()).toMatchObject({ kind: 'losses', questions: [{ field: 'photo', candidates: ['picture'] }] });
  const renamed = { entity: 'Ticket', field: 'photo', value: null, to: 'picture' };
  product.renamed(renamed);
  await settled();
  expect(product.behind.get()).toBeNull();
  expect(product.state.get()).toMatchObject({ version: 1 });
  product.offer(analysis(2, 'lossy again'));
  await settled();
  expect(told).toEqual([
    ['lossy', []],
    ['lossy', [renamed]],
    ['lossy again', []],
  ]);
  expect(await product.snapshot()).toEqual(Uint8Array.of(1));
  expect(await product.restore(Uint8Array.of(1))).toBe('of the snapshot');
  expect(given.ran.get()).toBe('of the snapshot');
  expect(product.behind.get()).toBeNull();
});

/** What the workbench passes to a product besides its host. */
const context = (last: string | null = null) => {
  let ran = last;
  return {
    key: 'x',
    read: (text: string) => analysis(0, text).model,
    ran: { get: () => ran, set: (text: string) => void (ran = text) },
    acting: { get: () => '', set: () => {} },
  };
};

test('a restored snapshot keeps the actor, or chooses another if the actor is not in it', async () => {
  const { host } = fakeHost();
  let acting = 'ann';
  let there = ['ann', 'bob'];
  const people = {
    ...host,
    person: async () => ({ account: acting === '' ? null : { id: acting }, roles: [] }),
    actors: async () => there.map((id) => ({ id, label: id, roles: [] })),
    actAs: async (id: string | null) => {
      acting = id ?? '';
      return { account: id === null ? null : { id }, roles: [] };
    },
    restore: async () => {
      acting = 'bob';
      return 'of the snapshot';
    },
  } as unknown as ConnectedHost;
  const product = createProduct({ connect: async () => people, ...context(), acting: { get: () => 'ann', set: () => {} } });
  product.offer(analysis(0, 'first'));
  await settled();
  await product.restore(Uint8Array.of(1));
  expect(acting).toBe('ann');
  there = ['bob'];
  await product.restore(Uint8Array.of(1));
  expect(acting).toBe('bob');
});

test('the product starts with the first analysis and follows the next', async () => {
  const { host, changes } = fakeHost();
  const product = createProduct({ connect: async () => host, ...context() });
  product.offer(analysis(0, 'first'));
  await settled();
  expect(product.state.get()).toMatchObject({ kind: 'running', version: 0, fleeting: 'Private window.' });
  product.offer(analysis(1, 'second'));
  product.offer(analysis(2, 'third'));
  product.offer(analysis(3, 'fourth'));
  await settled();
  expect(product.state.get()).toMatchObject({ version: 3 });
  // Of several waiting changes only the last was applied.
  expect(changes).toEqual(['second', 'fourth']);
});

test('a change that would lose data waits for confirmation', async () => {
  const { host } = fakeHost();
  const product = createProduct({ connect: async () => host, ...context() });
  product.offer(analysis(0, 'first'));
  await settled();
  product.offer(analysis(1, 'lossy'));
  await settled();
  expect(product.behind.get()).toMatchObject({ kind: 'losses', questions: [], losses: ['The field “photo” of 3 tickets'] });
  expect(product.state.get()).toMatchObject({ version: 0 });
  product.keep();
  expect(product.behind.get()).toBeNull();
  product.offer(analysis(2, 'lossy again'));
  await settled();
  product.force();
  await settled();
  expect(product.behind.get()).toBeNull();
  expect(product.state.get()).toMatchObject({ version: 2 });
});

test('data of an earlier visit waits for confirmation too', async () => {
  const { host, changes } = fakeHost('lasting');
  const around = context('before');
  const texts: string[] = [];
  const product = createProduct({
    ...around,
    connect: async ({ text }) => {
      texts.push(text);
      return host;
    },
  });
  product.offer(analysis(0, 'lossy now'));
  await settled();
  expect(texts).toEqual(['before']);
  expect(changes).toEqual(['lossy now']);
  expect(product.behind.get()?.kind).toBe('losses');
  expect(product.state.get()).toMatchObject({ kind: 'running', version: null });
  expect(around.ran.get()).toBe('before');
  product.force();
  await settled();
  expect(product.state.get()).toMatchObject({ version: 0 });
  expect(around.ran.get()).toBe('lossy now');
});

test('a text that is no specification, and a failing host, leave the product unchanged', async () => {
  const { host, changes } = fakeHost();
  const product = createProduct({ connect: async () => host, ...context() });
  product.offer(analysis(0, 'first'));
  await settled();
  product.offer(analysis(1, '', false));
  await settled();
  expect(product.behind.get()?.kind).toBe('unrecognised');
  product.offer(analysis(2, 'broken'));
  await settled();
  expect(product.behind.get()).toEqual({ kind: 'trouble', message: 'no such table' });
  product.offer(analysis(3, 'good'));
  await settled();
  expect(product.behind.get()).toBeNull();
  expect(product.state.get()).toMatchObject({ kind: 'running', version: 3 });
  expect(changes).toEqual(['broken', 'good']);
});

test('a product that cannot start reports why, and starts on retry', async () => {
  const { host, closed } = fakeHost();
  let tries = 0;
  const product = createProduct({
    connect: async () => {
      if (++tries === 1) throw new Error('The worker did not start.');
      return host;
    },
    ...context(),
  });
  product.offer(analysis(0, 'first'));
  await settled();
  expect(product.state.get()).toEqual({ kind: 'failed', message: 'The worker did not start.' });
  product.retry();
  await settled();
  expect(product.state.get().kind).toBe('running');
  product.destroy();
  expect(closed()).toBe(true);
});

test('a document that is closed while its product starts leaves no product running', async () => {
  const { host, closed } = fakeHost();
  const product = createProduct({ connect: async () => host, ...context() });
  product.offer(analysis(0, 'first'));
  product.destroy();
  await settled();
  expect(closed()).toBe(true);
});

test('as soon as there are people, one of them acts, even if earlier actions happened signed out', async () => {
  let acting = '';
  const people = {
    ...fakeHost('lasting').host,
    person: async () => ({ account: acting === '' ? null : { id: acting }, roles: [] }),
    screen: async () => ({ ok: false, refusals: [] }),
    actors: async () => [{ id: 'ann', label: 'Ann', roles: [] }],
    actAs: async (id: string | null) => {
      acting = id ?? '';
      return people.person();
    },
  } as unknown as ConnectedHost;
  const product = createProduct({ connect: async () => people, ...context(), acting: { get: () => '', set: () => {} } });
  const home = { name: { text: 'Home' }, route: '/', parameters: [], roles: [] };
  const withPeople = (version: number, examples: readonly unknown[]): Analysis => {
    const model = {
      recognised: true,
      screens: [home],
      account: { entity: { text: 'User' } },
      entities: [{ name: { text: 'User' }, examples }],
    };
    return { ...analysis(version, `text ${version}`), model: model as unknown as Model };
  };
  product.offer(analysis(0, 'text 0'));
  await settled();
  product.offer(withPeople(1, []));
  await settled();
  expect(acting).toBe('');
  product.offer(withPeople(2, [{}]));
  await settled();
  expect(acting).toBe('ann');
  // From now on, signed out is a deliberate choice.
  acting = '';
  product.offer(withPeople(3, [{}, {}]));
  await settled();
  expect(acting).toBe('');
});
