import { readFileSync } from 'node:fs';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { ListOptions } from '../../engine/part-data.ts';
import type { Session } from '../../engine/session.ts';
import { callNames } from '../../engine/session-calls.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { zoneOf } from '../time-zone.ts';
import { type Page, pageAt, requestsOf } from './page.ts';
import { ProductCache } from './product-cache.ts';

/*
 * Counts requests where they leave the page: the calls that the cache makes to a session, with all
 * parts of a screen observed.
 */

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function opened(person: string | null) {
  const { product, id, clock } = productInMemory(helpdesk);
  const hostOf = (example: string | null) =>
    new SessionHost(product, { remembers: false, person: product.as(example === null ? null : id(example)) });
  const host = hostOf(person);
  const asked: string[] = [];
  const counted = new Proxy(host, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if ((callNames as readonly string[]).includes(String(name))) asked.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  }) as Session;
  const cache = new ProductCache(counted, { locale: 'en', now: clock.now });
  ends.push(cache.start());
  const look = { locale: 'en', zone: zoneOf(null), now: clock.now() };
  /** Opens a page and observes all of its parts, as the screen does. */
  const go = async (path: string, query = ''): Promise<Page> => {
    const page = pageAt(product.model, path);
    cache.show(page, query);
    const observer = new QueryObserver(cache.client, cache.page(page, query));
    ends.push(observer.subscribe(() => undefined));
    await cache.client.fetchQuery(cache.page(page, query));
    for (const { part, options } of requestsOf(page, { query, ...look })) watch(page, part, options);
    return page;
  };
  const watch = (page: Page, part: string, options?: ListOptions) => {
    const observer = new QueryObserver(cache.client, cache.part(page, part, options));
    ends.push(observer.subscribe(() => undefined));
    return observer;
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
  };
  /** The calls made since the last look. */
  const since = async (): Promise<readonly string[]> => {
    await settled();
    return asked.splice(0);
  };
  return { product, id, cache, go, watch, since, hostOf };
}

const report = (subject: string) => ({ kind: 'create', part: null, entity: 'Ticket', values: { subject } }) as const;

test('a screen with all of its parts and the current person takes one request', async () => {
  const { cache, go, since } = opened('Mia');
  await go('/');
  expect(await since()).toEqual(['open']);
  expect(cache.known()?.person.account?.label).toBe('Mia Rossi');
});

test('a command takes one request: its answer contains what the page shows', async () => {
  const { cache, go, since, watch } = opened('Mia');
  const page = await go('/');
  const shown = watch(page, '1.0.0');
  const rows = (): number => {
    const outcome = shown.getCurrentResult().data?.outcome;
    return outcome?.ok && outcome.value.kind === 'list' ? outcome.value.total : -1;
  };
  const before = rows();
  expect(before).toBeGreaterThan(0);
  await since();
  expect(await cache.run(report('Radiator leaks'))).toMatchObject({ ok: true });
  expect(rows()).toBe(before + 1);
  // Hearing of its own change causes no further request.
  expect(await since()).toEqual(['run']);
});

test('an unchanged screen stays the same object when it is read again, so nothing is redrawn', async () => {
  const { cache, go, product } = opened('Mia');
  const page = await go('/');
  const { queryKey } = cache.page(page, '');
  const before = cache.client.getQueryData(queryKey);
  // The caller may pass its own page object for the same place.
  cache.show(pageAt(product.model, '/'), '');
  await cache.refresh();
  expect(cache.client.getQueryData(queryKey)).toBe(before);
});

test('signing in takes two requests: the command, and the screen that it leads to', async () => {
  const { cache, go, since, product } = opened(null);
  await go('/tickets/new');
  await since();
  const ran = await cache.run({ kind: 'sign-in', values: { email: 'mia@example.com', password: 'correct-horse' } });
  expect(ran).toMatchObject({ ok: true });
  expect(cache.known()?.person.account?.label).toBe('Mia Rossi');
  const first = cache.known()?.navigation[0];
  await go(first?.route ?? '');
  expect(product.model.screens.map(({ name }) => name.text)).toContain(first?.screen);
  expect(await since()).toEqual(['run', 'open']);
});

test('a change by another person takes one request if it wrote what the page shows, and none otherwise', async () => {
  const { go, since, hostOf, id, cache } = opened('Mia');
  const comment = async (): Promise<void> => {
    const values = { ticket: id('Boiler'), body: 'Hello?' };
    expect(await hostOf('Ana').run({ kind: 'create', part: null, entity: 'Comment', values })).toMatchObject({ ok: true });
  };
  await go('/');
  await since();
  const version = cache.version();
  await comment();
  expect(await since()).toEqual([]);
  // The version still rises, because readers outside the screen ask for themselves.
  expect(cache.version()).toBe(version + 1);
  await go('/tickets/1');
  expect(await since()).toEqual(['open']);
  await comment();
  expect(await since()).toEqual(['open']);
});

test('changes that arrive during a request cause one further request', async () => {
  const { go, since, hostOf } = opened('Mia');
  await go('/');
  await since();
  await Promise.all(['One', 'Two', 'Three', 'Four'].map((subject) => hostOf('Ana').run(report(subject))));
  expect(await since()).toEqual(['open', 'open']);
});

test('parts that come into view together take one request', async () => {
  const { go, since, watch } = opened('Mia');
  const page = await go('/');
  await since();
  watch(page, '1.0.0', { search: 'boiler' });
  watch(page, '1.0.0', { search: 'invoice' });
  expect(await since()).toEqual(['open']);
});

test('a new language reads the page again, and no answer in the former one remains', async () => {
  const { cache, go, since, hostOf } = opened('Mia');
  const page = await go('/');
  await since();
  const before = cache.client.getQueryData<{ readonly reads: unknown }>(cache.page(page, '').queryKey);
  const asked: string[] = [];
  const other = hostOf('Bo');
  const speaking = new Proxy(other, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'open') asked.push(name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Session;
  const late = cache.refresh();
  cache.speak(speaking, 'de');
  await late;
  await since();
  expect(asked).toEqual(['open']);
  expect(cache.known()?.person.account?.label).toBe('Bo Chen');
  expect(cache.client.getQueryData(cache.page(page, '').queryKey)).not.toBe(before);
  cache.speak(speaking, 'de');
  await since();
  expect(asked).toEqual(['open']);
});
