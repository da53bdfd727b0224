import { afterEach, describe, expect, test, vi } from 'vitest';
import { startPostgres, whyNoServer } from '../../../testing/postgres/postgres-server.ts';
import { openDocument } from '../../engine/document/open-document.ts';
import { openEmbedded } from '../../store/postgres/embedded/open-embedded.ts';
import type { CallRequest } from '../calls/call-request.ts';
import { fromOpenStore } from './database.ts';
import { ProductEngine } from './product-engine.ts';
import { Service } from './service.ts';

const document = `# Specification: Stand

## 3. Entities

### Order

| Field | Type |
|---|---|
| code | text |
| status | state |

### Report

| Field | Type |
|---|---|
| day | date |

## 4. States

### Order.status

| From | Event | To | Effect |
|---|---|---|---|
| | | placed | |
| placed | after \`minutes(1)\` | late | |

### Product

| From | Event | To | Effect |
|---|---|---|---|
| | every day at \`time("06:00")\` | | \`create Report with {"day": today}\` |

## 7. Calls

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /api/orders\` | \`{code}\` | \`create Order as o\` | 201 \`{"code": o.code}\` |
| \`GET /api/orders\` | | \`list Order as found\` | 200 \`found.map(o, o.code + " " + o.status)\` |
| \`GET /api/reports\` | | \`list Report as found\` | 200 \`found.map(r, string(r.day))\` |
`;

const request = (method: string, path: string, body?: object): CallRequest => ({
  method,
  path,
  query: '',
  token: null,
  contentType: 'application/json',
  body: body === undefined ? null : JSON.stringify(body),
});

const day = 86_400_000;

/** Sets the clock forward. */
function advance(milliseconds: number): void {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
}
afterEach(() => vi.restoreAllMocks());

test('on Postgres, a request fires no timer inside its own body, which would mix their transactions', async () => {
  const opened = fromOpenStore(await openEmbedded(null), false);
  try {
    const model = await opened.run(() => openDocument({ store: opened.store, text: document, onLoss: 'refuse' }));
    const product = opened.product(model);
    const engine = new ProductEngine(
      product,
      (error) => {
        throw error;
      },
      opened.run,
    );
    // The product has found the next due time, and that time has passed.
    await opened.run(() => product.timers.next());
    advance(day);
    expect(product.timers.known).toBeLessThan(Date.now());
    expect(await engine.call(request('POST', '/api/orders', { code: 'A' }))).toMatchObject({ status: 201, body: '{"code":"A"}' });
    expect((await engine.call(request('GET', '/api/orders'))).body).toBe('["A placed"]');
    // The host fires the timers, not the request.
    expect((await engine.call(request('GET', '/api/reports'))).body).toBe('[]');
  } finally {
    await opened.close();
  }
});

const missing = whyNoServer();

describe.skipIf(missing !== null)(`several processes${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  test('fires the timers of an ended process', async () => {
    const server = await startPostgres();
    const said: string[] = [];
    const start = () =>
      Service.start({
        text: document,
        database: { kind: 'server', url: server.address },
        examples: false,
        log: (level, message) => {
          if (level === 'error') said.push(message);
        },
      });
    const [first, second] = [await start(), await start()];
    try {
      const orders = async () => (await second.call(request('GET', '/api/orders'))).body;
      expect(await first.call(request('POST', '/api/orders', { code: 'A' }))).toMatchObject({ status: 201 });
      await first.close();
      expect(await orders()).toBe('["A placed"]');
      advance(61_000);
      await vi.waitFor(async () => expect(await orders()).toBe('["A late"]'), 10_000);
      expect(said).toEqual([]);
    } finally {
      await second.close();
      await server.close();
    }
  }, 60_000);
});
