import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { readModel } from '../../src/model/read.ts';
import { defaultTokenHeader } from '../../src/serve/calls/token-header.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import { type Adapter, sameNames } from '../../src/verifier/adapter/adapter.ts';
import { readAdapter } from '../../src/verifier/adapter/read-adapter.ts';
import type { Run } from '../../src/verifier/answers/finding.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import { headersOf } from '../../src/verifier/answers/over-http.ts';
import { rowResults } from '../../src/verifier/rows.ts';
import { verify } from '../../src/verifier/run.ts';
import { isLong } from '../../testing/long-run.ts';
import { productInMemory } from '../../testing/product.ts';
import { type Names, renamedService } from '../../testing/services/renamed-service.ts';

// With other work running, the large documents take minutes.
if (isLong) vi.setConfig({ testTimeout: 600_000 });
const specs = new URL('../../specs/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, specs), 'utf8');

/** The documents whose plans take longest; only the long run tries them. */
const large = new Set(['conduit', 'conduit-strict', 'helpdesk', 'teamwork']);
const documents = readdirSync(specs)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3))
  .filter((name) => isLong || !large.has(name));

/** The service of `ninefold serve`, without sockets. */
function served(text: string): Implementation & { readonly now: () => number; readonly token: typeof defaultTokenHeader } {
  const { product, clock } = productInMemory(text);
  const model = readModel(text);
  const token = model.account?.token ?? defaultTokenHeader;
  const unexpected = (error: unknown): never => {
    throw error;
  };
  const settings = { requestsPerMinute: 0, throttled: false };
  const app = createApp({ engine: new ProductEngine(product, unexpected), platform: clock, log: () => undefined, model, settings, token });
  return {
    now: clock.now,
    token,
    wait: async (milliseconds) => clock.advance(milliseconds),
    async send(request) {
      clock.advance(7);
      const { method, path, query, body } = request;
      const init = { method, headers: headersOf(request, token), ...(body === null ? {} : { body }) };
      const answer = await app.request(`http://127.0.0.1${path}${query === '' ? '' : `?${query}`}`, init);
      const said = await answer.text();
      const wait = answer.headers.get('retry-after');
      return {
        status: answer.status,
        body: said === '' ? null : said,
        date: clock.now(),
        retryAfter: wait === null ? null : Number(wait),
      };
    },
  };
}

async function verified(text: string, change: (service: Implementation) => Implementation, adapter: Adapter, budget: number): Promise<Run> {
  const service = served(text);
  const platform = { ...fixedPlatform(0, 5), now: service.now };
  return verify({ model: readModel(text), platform, implementation: change(service), adapter, marker: 'vk3f9x', budget });
}

const faultsOf = ({ findings }: Run): readonly string[] =>
  findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`);

/** How many rows at least are kept. */
const least: Readonly<Record<string, number>> = { booking: 29, inventory: 9 };

describe('`serve` conforms to every sample document', () => {
  test.each(documents)('%s: no row is reported', async (name) => {
    const text = textOf(name);
    const run = await verified(text, (same) => same, sameNames, isLong ? 4000 : 500);
    expect(faultsOf(run)).toEqual([]);
    const kept = rowResults(readModel(text), run).filter(({ result }) => result === 'kept');
    expect(kept.length).toBeGreaterThanOrEqual(least[name] ?? 1);
    // No call of the inventory shows a price, so who may read it has not been tried.
    expect(kept.map(({ title }) => title)).not.toContain('Part.price, value: read');
  });
});

/** An adapter that declares these names; every path of the document changes. */
function adapterFor(text: string, { base, paths, keys, errors }: Names): Adapter {
  const model = readModel(text);
  const path = (given: string): string =>
    given
      .split('/')
      .map((segment) => paths[segment] ?? segment)
      .join('/');
  const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
    `${row(...head)}${row(...head.map(() => '---'))}${rows.map((cells) => row(...cells)).join('')}\n`;
  const called = model.calls.map(({ method, path: at }) => [`${method} ${at}`, `${method} ${path(at)}`] as const);
  const written = [
    table(['What', 'Here'], [['Base path', base]]),
    table(
      ['Call', 'Here'],
      called.filter(([from, to]) => from !== to),
    ),
    table(['Field', 'Here'], Object.entries(keys)),
    table(
      ['Error', 'Here', 'Status'],
      Object.entries(errors).map(([error, here]) => [error, here, '']),
    ),
  ].join('');
  const { adapter, problems } = readAdapter(written, model);
  expect(problems).toEqual([]);
  return adapter;
}

describe('with other paths, keys and errors, behind an adapter', () => {
  const others: Readonly<Record<string, Names>> = {
    helpdesk: {
      base: '/v3',
      paths: { tickets: 'problems', assign: 'hand-over' },
      keys: { subject: 'heading', priority: 'urgency', createdAt: 'created_at' },
      errors: { SUBJECT_EMPTY: 'no-heading', NO_ANSWER: 'unanswered' },
      statuses: {},
    },
    conduit: {
      base: '/v3',
      paths: { articles: 'posts', profiles: 'people' },
      keys: { description: 'summary', tagList: 'labels', createdAt: 'created_at' },
      errors: {},
      statuses: {},
    },
    booking: {
      base: '/v3',
      paths: { bookings: 'reservations', cancel: 'call-off' },
      keys: { starts: 'begins', price: 'cost', note: 'remark' },
      errors: { PLACE_TAKEN: 'occupied' },
      statuses: {},
    },
  };
  test.each(Object.keys(others).filter((name) => isLong || !large.has(name)))('%s: no row is reported', async (name) => {
    const text = textOf(name);
    const names = others[name] as Names;
    const run = await verified(text, (service) => renamedService(service, names), adapterFor(text, names), isLong ? 4000 : 500);
    expect(faultsOf(run)).toEqual([]);
    expect(run.exchanges.filter(({ expected }) => expected.status < 300).length).toBeGreaterThan(20);
  });
});
