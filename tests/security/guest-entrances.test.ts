import { describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { keepPreview } from '../../src/engine/change/files.ts';
import type { DataChange } from '../../src/engine/data-change.ts';
import { createProduct } from '../../src/engine/product.ts';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command } from '../../src/engine/session.ts';
import { shownAt } from '../../src/engine/session-calls.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { noPages, ownPage } from '../../testing/browser/own-page.ts';
import { guest, idOf, keyOf, livenOutside, missing, numberOf, partsOf, placesOf, shared, stored } from './shared-project.ts';
import { as, counting, type Running, running } from './two-organisations.ts';

/*
 * Guests by link at the entrances beside screens, lists and calls: files and their previews, live
 * updates, the undo of a deletion, the timeline, and how much work an answer takes.
 */

const origin = 'http://127.0.0.1';
/** As on a server: an unknown file is not made up. */
function open(): Running {
  const { product, ids } = running(createMemoryStore(shared), shared);
  const { store, platform, hasher } = product;
  return { product: createProduct({ model: shared, store, platform, hasher }), ids };
}
const inHeader = (at: Address): Record<string, string> => ({ [shownAt]: encodeURIComponent(JSON.stringify(at)) });
const atShared = (of: Running, project: string): Address => ({ screen: 'Shared', parameters: { shareKey: keyOf(of, project) } });

function served(of: Running) {
  const problems: unknown[] = [];
  const app = createApp({
    engine: new ProductEngine(of.product, (error) => problems.push(error)),
    platform: fixedPlatform(),
    log: () => undefined,
    settings: { requestsPerMinute: 0 },
    site: noPages,
    model: shared,
  });
  return { ask: (path: string, init: RequestInit = {}) => app.request(origin + path, init), problems };
}

describe('files', () => {
  const fileOf = (of: Running, name: string, field: string): string =>
    (stored(of, name) as Record<string, { readonly id: string }>)[field]?.id ?? '';
  const files: readonly (readonly [record: string, field: string, shown: boolean])[] = [
    ['Bridge', 'plan', true],
    ['Piers', 'photo', true],
    ['Bridge', 'contract', false],
    ['Station', 'plan', false],
    ['Roof', 'photo', false],
    ['Regatta', 'plan', false],
    ['Buoys', 'photo', false],
  ];

  test('and previews are given for what the link shows; any other is as one that does not exist', async () => {
    const of = open();
    const { ask, problems } = served(of);
    for (const [record, field] of files) keepPreview(of.product.store, fileOf(of, record, field), 3, new Uint8Array([0xff, 0xd8, 0xff]));
    const get = async (id: string, at: Address | null, what = ''): Promise<unknown> => {
      const answer = await ask(`/~/file/${id}${what}`, { headers: { ...ownPage, ...(at === null ? {} : inHeader(at)) } });
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
      return [answer.status, (await answer.text()).replaceAll(id, 'ID'), headers];
    };
    for (const [record, field, shown] of files)
      for (const what of ['', '/preview']) {
        const id = fileOf(of, record, field);
        const none = await get(missing(id), null, what);
        const [here, there, nowhere] = [
          await get(id, atShared(of, 'Bridge'), what),
          await get(id, { screen: 'Inside', parameters: { id: idOf(of, 'Bridge'), shareKey: keyOf(of, 'Bridge') } }, what),
          await get(id, null, what),
        ];
        if (shown) expect([record, field, what, here]).toEqual([record, field, what, [200, expect.anything(), expect.anything()]]);
        else expect([record, field, what, here]).toEqual([record, field, what, none]);
        expect([record, field, what, there, nowhere]).toEqual([record, field, what, none, none]);
      }
    expect(problems).toEqual([]);
  });

  test('of others come into no record of the link, and no preview of theirs comes by it', async () => {
    const of = open();
    const { ask } = served(of);
    const host = guest(of);
    const at = atShared(of, 'Bridge');
    const view = { address: at, parts: [] };
    const upload = async (who: Record<string, string>): Promise<string> => {
      const headers = { ...ownPage, 'content-type': 'image/png', ...who };
      return ((await (await ask('/~/file/a.png', { method: 'PUT', body: 'abc', headers })).json()) as { id: string }).id;
    };
    as(of, 'Ada');
    const ofAda = await upload({ authorization: 'Bearer Ada' });
    const own = await upload(inHeader(at));
    const takes = (id: string): Command => ({ kind: 'update', entity: 'Item', id: idOf(of, 'Piers'), values: { photo: id } });
    for (const id of [ofAda, ...files.filter(([, , shown]) => !shown).map(([record, field]) => fileOf(of, record, field))]) {
      const [there, not] = [await host.run(takes(id), view), await host.run(takes(missing(id)), view)];
      expect(there.ok).toBe(false);
      expect(JSON.stringify(there).replaceAll(id, 'ID')).toBe(JSON.stringify(not).replaceAll(missing(id), 'ID'));
      const body = new Uint8Array([0xff, 0xd8, 0xff]);
      const headers = { ...ownPage, ...inHeader(at) };
      expect((await ask(`/~/file/${id}/preview`, { method: 'PUT', body, headers })).status).toBe(403);
    }
    expect(await host.run(takes(own), view)).toMatchObject({ ok: true });
  });
});

test('live updates tell a guest no name of what is outside of their link, and nothing that they read', async () => {
  const of = open();
  const { ask } = served(of);
  const changes: DataChange[] = [];
  of.product.subscribe((change) => changes.push(change));
  const read = new Set<string>();
  for (const address of placesOf(of)) {
    const { reads } = await guest(of).open({ address, parts: partsOf(address).map(({ id }) => ({ part: id })) });
    for (const name of reads ?? []) read.add(name);
  }
  const stream = await ask('/~/events', { headers: { ...ownPage, ...inHeader(atShared(of, 'Bridge')) } });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  let told = '';
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) told += new TextDecoder().decode(next.value);
  })();
  await livenOutside(of);
  await expect.poll(() => told.split('event: changed').length).toBeGreaterThan(3);
  await reader.cancel();
  await reading;
  const wrote = new Set(changes.flatMap((change) => change.wrote ?? []));
  expect(wrote.size).toBeGreaterThan(8);
  expect(told).not.toMatch(/zebra/iu);
  for (const name of wrote) expect(told).not.toContain(name.includes('/') ? name.split('/')[1] : `"${name}"`);
  // Kinds of records are shared; the records themselves are not.
  expect([...wrote].filter((name) => name.includes('/') && read.has(name))).toEqual([]);
});

describe('the undo of a deletion', () => {
  test('made by the link to another project, or by a member, is none for a guest', async () => {
    const of = open();
    const remove = async (host: SessionHost, name: string, at: Address | null): Promise<string> => {
      const command = { kind: 'delete', entity: of.ids[name]?.entity ?? '', id: idOf(of, name) } as const;
      const ran = await host.run(command, { address: at, parts: [] });
      return ran.ok ? (ran.value.undo ?? '') : '';
    };
    const host = guest(of);
    const tokens = [
      await remove(host, 'Roof', atShared(of, 'Station')),
      await remove(new SessionHost(of.product, { remembers: false, person: as(of, 'Ada') }), 'Deck', null),
    ];
    expect(tokens).not.toContain('');
    const restore = (token: string, at: Address) => host.run({ kind: 'restore', token }, { address: at, parts: [] });
    const none = JSON.stringify(await restore('none', atShared(of, 'Bridge')));
    for (const token of tokens) expect(JSON.stringify(await restore(token, atShared(of, 'Bridge')))).toBe(none);
    expect([stored(of, 'Roof'), stored(of, 'Deck')]).toEqual([null, null]);
  });
});

test('the timeline names nobody, and no value that is hidden from guests', async () => {
  const of = open();
  const ada = new SessionHost(of.product, { remembers: false, person: as(of, 'Ada') });
  const update = (name: string, values: Record<string, string | number>) =>
    ada.run({ kind: 'update', entity: of.ids[name]?.entity ?? '', id: idOf(of, name), values });
  expect(await update('Bridge', { budget: 4711, goal: 'Seen by all' })).toMatchObject({ ok: true });
  expect(await update('Piers', { hours: 4711, title: 'Pillars' })).toMatchObject({ ok: true });
  const said: string[] = [];
  for (const address of placesOf(of))
    for (const { id, kind } of partsOf(address))
      if (kind === 'timeline') said.push(JSON.stringify(await guest(of).part({ address, part: id })));
  const words = said.join(' ');
  expect(words).toContain('Seen by all');
  expect(words).toContain('Pillars');
  for (const hidden of ['4711', 'budget', 'hours', 'shareKey', keyOf(of, 'Bridge')])
    expect([hidden, words.includes(hidden)]).toEqual([hidden, false]);
  expect(words).not.toMatch(/Ada|ada@/u);
});

describe('a link beside an account', () => {
  test('adds what its guests may, and nothing of what the person’s own roles would give elsewhere', async () => {
    for (const name of ['Sol', 'Mats']) {
      const of = open();
      const host = new SessionHost(of.product, { remembers: false, person: as(of, name) });
      const items = await host.choices('Item', '', 50, undefined, atShared(of, 'Bridge'));
      const own = name === 'Mats' ? ['Buoys'] : [];
      expect([name, items.map(({ label }) => label).sort()]).toEqual([name, [...own, 'Deck', 'Piers'].sort()]);
      const view = { address: atShared(of, 'Bridge'), parts: [] };
      const update = (item: string, values: Record<string, string | number>) =>
        host.run({ kind: 'update', entity: 'Item', id: idOf(of, item), values }, view);
      expect(await update('Piers', { title: `By ${name}` })).toMatchObject({ ok: true });
      // A member elsewhere is a guest here.
      expect(await update('Piers', { hours: 7 })).toMatchObject({ ok: false });
      expect(await update('Roof', { title: 'Mine' })).toMatchObject({ ok: false });
      expect((await update('Buoys', { hours: 7 })).ok).toBe(name === 'Mats');
    }
  });
});

test('work does not tell a guest whether a number is that of a record outside of their link', async () => {
  const counted = counting(createMemoryStore(shared));
  const of = running(counted.store, shared);
  const { ask } = served(of);
  const host = new SessionHost(of.product, { remembers: false, person: nobody });
  const work = async (asking: () => unknown): Promise<string> => {
    counted.asked.length = 0;
    await asking();
    return counted.asked.join(' ');
  };
  // The timers that are due.
  await host.navigation();
  const key = keyOf(of, 'Bridge');
  for (const item of ['Roof', 'Buoys']) {
    const numbers = [numberOf(of, item), '9999'];
    const headers = { 'content-type': 'application/json' };
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/close'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'PUT' ? { body: '{"title":"Mine"}' } : {};
      const send = (number: string) => work(() => ask(`/api/shared/${key}/items/${number}${rest}`, { method, headers, ...body }));
      const [there, not] = [await send(numbers[0] ?? ''), await send(numbers[1] ?? '')];
      expect([method, rest, there]).toEqual([method, rest, not]);
    }
    const screen = (number: string) => work(() => host.screen({ screen: 'Item', parameters: { shareKey: key, number } }));
    expect(await screen(numbers[0] ?? '')).toBe(await screen(numbers[1] ?? ''));
  }
});
