import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { plainModel } from '../../engine/document/product-model.ts';
import type { Session } from '../../engine/session.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { pageAt, requestsOf } from '../cache/page.ts';
import { zoneOf } from '../time-zone.ts';
import { LastVisit } from './last-visit.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

/** A browser's storage. `room`: the capacity in UTF-16 units, as browsers count. */
function storageIn(items: Map<string, string>, room = Number.POSITIVE_INFINITY): Storage {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  } as unknown as Storage;
}

/** A product whose visits share a storage. */
function product() {
  const { product, id, clock } = productInMemory(helpdesk);
  const items = new Map<string, string>();
  const model = plainModel(product.model);
  const request = (path: string) => {
    const page = pageAt(model, path);
    return { address: page.address, parts: requestsOf(page, { query: '', locale: 'en', zone: zoneOf(null), now: clock.now() }) };
  };
  const hostOf = (person: string | null) => new SessionHost(product, { remembers: false, person: product.as(person && id(person)) });
  const visit = (release = '1', room?: number) => new LastVisit({ storage: storageIn(items, room), key: 'last', release });
  /** Opens these paths as a person, and leaves. */
  const look = async (person: string, paths: readonly string[], room?: number): Promise<void> => {
    const last = visit('1', room);
    const session = last.session(Promise.resolve(hostOf(person)));
    last.runs(model);
    for (const path of paths) await session.open(request(path));
    last.keep();
  };
  return { product, id, items, model, request, hostOf, visit, look };
}

const never = new Promise<Session>(() => undefined);

/** Whether an answer arrives without a host. */
const isEarly = async (session: Session, asked: Parameters<Session['open']>[0]): Promise<boolean> =>
  await Promise.race([session.open(asked).then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 0, false))]);

test('shows the screens of the last visit unchanged before the host arrives', async () => {
  const { model, request, hostOf, visit, look } = product();
  expect(visit().model).toBeNull();
  await look('Mia', ['/', '/tickets/1']);
  const last = visit();
  expect(last.model).toEqual(model);
  const session = last.session(never);
  for (const path of ['/', '/tickets/1']) expect(await session.open(request(path))).toEqual(await hostOf('Mia').open(request(path)));
  expect(await isEarly(session, request('/tickets/2'))).toBe(false);
});

test('lets a part that was not read with its screen wait for the host', async () => {
  const { request, visit, look } = product();
  await look('Mia', ['/']);
  const { address, parts } = request('/');
  const session = visit().session(never);
  expect(await isEarly(session, { address, parts })).toBe(true);
  expect(await isEarly(session, { address, parts: parts.map((part) => ({ ...part, options: { search: 'boiler' } })) })).toBe(false);
});

test('reports that anything may have changed when the host arrives, if an answer came early', async () => {
  const { request, hostOf, visit, look } = product();
  await look('Mia', ['/']);
  for (const [path, heard] of [
    ['/', [[{ mark: null, wrote: null }]]],
    ['/tickets/1', []],
  ] as const) {
    let arrive: (host: Session) => void = () => undefined;
    const session = visit().session(new Promise((resolve) => void (arrive = resolve)));
    const told: unknown[] = [];
    session.subscribe((changes) => told.push(changes));
    const opening = session.open(request(path));
    if (path === '/') await opening;
    arrive(hostOf('Mia'));
    await opening;
    expect(told).toEqual(heard);
  }
});

test('keeps only the current screen after a change, in its new state', async () => {
  const { id, request, hostOf, visit, look, model } = product();
  await look('Mia', ['/', '/tickets/1', '/tickets/2']);
  const last = visit();
  const session = last.session(Promise.resolve(hostOf('Mia')));
  last.runs(model);
  await session.open(request('/tickets/1'));
  const ran = await session.run({ kind: 'update', entity: 'Ticket', id: id('Boiler'), values: { priority: 'low' } }, request('/tickets/1'));
  expect(ran.ok).toBe(true);
  last.keep();
  const next = visit().session(never);
  expect(await next.open(request('/tickets/1'))).toEqual(await hostOf('Mia').open(request('/tickets/1')));
  expect(await isEarly(next, request('/'))).toBe(false);
});

test('keeps the earlier answer of an unchanged part', async () => {
  const { request, hostOf, visit, look, model } = product();
  await look('Mia', ['/']);
  const last = visit();
  const session = last.session(Promise.resolve(hostOf('Mia')));
  last.runs(model);
  const { address, parts } = request('/');
  const first = await session.open({ address, parts });
  const again = await session.open({
    address,
    parts: parts.map((part, index) => ({ ...part, version: (first.parts[index] as { readonly version: string }).version })),
  });
  expect(again.parts.some((part) => part !== null && part !== 'later' && part.outcome === undefined)).toBe(true);
  last.keep();
  expect(await visit().session(never).open({ address, parts })).toEqual(first);
});

test('shows no data of another person', async () => {
  const { request, hostOf, visit, look, model } = product();
  await look('Mia', ['/', '/tickets/1']);
  const last = visit();
  const session = last.session(Promise.resolve(hostOf('Ana')));
  last.runs(model);
  await session.person();
  await session.open(request('/tickets/1'));
  last.keep();
  const next = visit().session(never);
  expect((await next.open(request('/tickets/1'))).person.account?.label).toBe('Ana Díaz');
  expect(await isEarly(next, request('/'))).toBe(false);
});

test('shows nothing for another release, other code’s text or a full storage', async () => {
  const { items, visit, look } = product();
  await look('Mia', ['/']);
  expect(visit('2').model).toBeNull();
  expect(visit('1').model).not.toBeNull();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await look('Mia', ['/'], 100);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
  expect(items.size).toBe(0);
  items.set('last', 'something else');
  expect(visit('1').model).toBeNull();
  expect(items.size).toBe(0);
});

test('keeps the last eight screens, and no more than there is room for', async () => {
  const { request, visit, look } = product();
  const paths = ['/', '/tickets/1', '/tickets/2', '/tickets/3', '/tickets/new', '/mine', '/tickets/5', '/tickets/6', '/tickets/7'];
  await look('Mia', paths);
  const session = visit().session(never);
  const early: boolean[] = [];
  for (const path of paths) early.push(await isEarly(session, request(path)));
  expect(early).toEqual([false, ...paths.slice(1).map(() => true)]);
});

test('rejects every call that waits for a host that does not arrive', async () => {
  const { request, visit, look } = product();
  await look('Mia', ['/']);
  const session = visit().session(Promise.reject(new Error('no worker')));
  await expect(session.open(request('/tickets/1'))).rejects.toThrow('no worker');
  await expect(session.person()).rejects.toThrow('no worker');
});

test('keeps the model of the last visit as the same object if it is equal', async () => {
  const { model, visit, look } = product();
  await look('Mia', ['/']);
  const last = visit();
  expect(last.runs(structuredClone(model))).toBe(last.model);
  const other = { ...model, name: 'Other' };
  expect(last.runs(other)).toBe(other);
});
