import { describe, expect, test } from 'vitest';
import { SessionHost } from '../../src/engine/session-host.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import type { LogEntry } from '../../src/serve/http/log-entry.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { runScenarios } from '../../src/verify/scenarios.ts';
import { noPages, ownPage } from '../../testing/browser/own-page.ts';
import { productInMemory, productOver } from '../../testing/product.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/**
 * What takes a hundred elements six levels deep, a million million steps, wherever an expression
 * may stand: nothing may hold the product, and nothing may pass.
 */

const nest = (list: string): string => {
  const level = (of: number): string => (of === 6 ? 'n5 == n5' : `${list}.all(n${of}, ${level(of + 1)})`);
  return level(0).replace('n5 == n5', 'n5 >= 0 || n0 >= 0');
};

const text = `# Specification: Heavy

## 1. What the product does

### Scenario: too expensive

| As | Do | Expect |
|---|---|---|
| nobody | \`create Box as b with {"name": "a", "numbers": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]}\` | |
| nobody | \`shake b\` | refused TOO_EXPENSIVE |
| nobody | | \`${nest('b.numbers').replaceAll('|', '\\|')}\` |

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

- figure Heavy: \`size(Box.filter(b, ${nest('b.numbers').replaceAll('|', '\\|')}))\`
- list of Box: name

## 3. Entities and their fields

### Box

| Field | Type | Computed |
|---|---|---|
| name | text | |
| numbers | list of integer | |
| heavy | boolean | \`${nest('numbers').replaceAll('|', '\\|')}\` |
| status | state | |

### Ruled

| Field | Type |
|---|---|
| numbers | list of integer |

### Guarded

| Field | Type |
|---|---|
| numbers | list of integer |

## 4. States and transitions

### Box.status

| From | Event | To | Guard |
|---|---|---|---|
| | | still | |
| still | shake | moved | \`${nest('numbers').replaceAll('|', '\\|')}\` |

## 5. Validation rules

| Rule | On | Must hold |
|---|---|---|
| heavy | Ruled | \`${nest('numbers').replaceAll('|', '\\|')}\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| anyone | \`true\` |

| Permission | anyone |
|---|---|
| Box: create, read, update, shake | yes |
| Ruled: create, read | yes |
| Guarded: create | \`${nest('numbers').replaceAll('|', '\\|')}\` |
| Guarded: read | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /boxes\` | \`{name, numbers}\` | \`create Box as b\` | 201 \`{"id": b.id}\` |
| \`POST /ruled\` | \`{numbers}\` | \`create Ruled\` | 201 |
| \`POST /guarded\` | \`{numbers}\` | \`create Guarded\` | 201 |
| \`POST /boxes/:id/shake\` | | \`get Box as b where b.id == id; shake b\` | 204 |
| \`GET /maps\` | | \`list Box as bs\` | 200 \`bs.map(x, x.numbers.map(a, x.numbers.map(b, x.numbers.map(c, x.numbers.map(d, x.numbers.map(e, x.numbers.map(f, 1)))))))\` |
| \`GET /heavy\` | | \`list Box as bs\` | 200 \`{"heavy": bs.map(b, b.heavy)}\` |
| \`GET /viewed\` | | \`list Box as bs\` | 200 \`bs.map(b, BoxView(b))\` |
| \`GET /whole\` | | \`list Box as bs\` | 200 \`bs.map(b, b.numbers.map(n, b.numbers.map(m, b)))\` |
| \`GET /names\` | | \`list Box as bs\` | 200 \`bs.map(b, b.name)\` |
| \`GET /where\` | | \`list Box as bs where ${nest('numbers').replaceAll('|', '\\|')}\` | 200 \`bs.map(b, b.name)\` |

### BoxView of Box

| Key | Value |
|---|---|
| name | |
| heavy | \`${nest('numbers').replaceAll('|', '\\|')}\` |
`;

const numbers = Array.from({ length: 100 }, (_, index) => index);

function service(kind: 'memory' | 'sqlite') {
  const { product } = kind === 'sqlite' ? productOver(text, (model) => openSqliteStore(database(), model)) : productInMemory(text);
  const calls = new Calls(product);
  const ask = (line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    const began = performance.now();
    const answer = calls.answer({
      method,
      path,
      query: '',
      token: null,
      contentType: 'application/json',
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.status, body: answer.body === null ? null : JSON.parse(answer.body), took: performance.now() - began };
  };
  return { product, ask };
}

const database = await memoryDatabases();

describe.each(['memory', 'sqlite'] as const)('an expression without end in %s', (kind) => {
  test('ends with TOO_EXPENSIVE, and does nothing', () => {
    const { ask, product } = service(kind);
    const { id } = ask('POST /boxes', { name: 'a', numbers }).body;
    for (const [line, body] of [
      ['GET /maps', undefined],
      ['POST /ruled', { numbers }],
      ['POST /guarded', { numbers }],
      [`POST /boxes/${id}/shake`, undefined],
      ['GET /heavy', undefined],
      ['GET /viewed', undefined],
      ['GET /whole', undefined],
      ['GET /where', undefined],
    ] as const) {
      const { status, body: said } = ask(line, body);
      expect([line, status, said.title]).toEqual([line, 422, 'TOO_EXPENSIVE']);
    }
    for (const entity of ['Ruled', 'Guarded']) expect(product.store.count({ entity, conditions: [] })).toBe(0);
    expect(product.store.record('Box', id)?.['status']).toBe('still');
    // The next operation has its own budget.
    expect(ask('GET /names')).toMatchObject({ status: 200, body: ['a'] });
    expect(ask('POST /ruled', { numbers: [1, 2] }).status).toBe(201);
  }, 120_000);
});

test('a part of a screen is refused, the others are shown', async () => {
  const { product, ask } = service('memory');
  ask('POST /boxes', { name: 'a', numbers });
  const host = new SessionHost(product);
  const address = { screen: 'Home', parameters: {} };
  const screen = await host.screen(address);
  if (!screen.ok) throw new Error('refused');
  const [figure = '', list = ''] = screen.value.visible;
  expect(await host.part({ address, part: figure })).toMatchObject({ ok: false, refusals: [{ error: 'TOO_EXPENSIVE', status: 422 }] });
  expect(await host.part({ address, part: list })).toMatchObject({ ok: true, value: { total: 1 } });
});

test('a role that takes too much: pages and files are refused, and nothing is called a mistake of ours', async () => {
  const twenty = JSON.stringify(Array.from({ length: 20 }, (_, index) => index));
  const roles = `${text}\n## 6. Roles and permissions\n\n| Role | Is |\n|---|---|\n| heavy | \`${nest(twenty).replaceAll('|', '\\|')}\` |\n`;
  const { product, clock } = productInMemory(roles);
  const unexpected = (mistake: unknown): never => {
    throw new Error(`called a mistake: ${JSON.stringify(mistake)}`);
  };
  const engine = new ProductEngine(product, unexpected);
  const logged: LogEntry[] = [];
  const app = createApp({ engine, platform: clock, log: (entry) => logged.push(entry), site: noPages });
  const ask = async (path: string, method: string, body: string): Promise<readonly unknown[]> => {
    const answer = await app.request(`http://127.0.0.1${path}`, { method, body, headers: ownPage });
    return [path, answer.status, ((await answer.json()) as { readonly title?: string }).title];
  };
  const view = JSON.stringify([{ address: { screen: 'Home', parameters: {} }, parts: [] }]);
  for (const [path, method, body] of [
    ['/~/session/person', 'POST', '[]'],
    ['/~/session/open', 'POST', view],
    ['/~/file/a.txt', 'PUT', 'text'],
  ] as const)
    expect(await ask(path, method, body)).toEqual([path, 422, 'TOO_EXPENSIVE']);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a scenario says so', () => {
  const [result] = runScenarios(readModel(text));
  expect(result?.rows.map(({ passed, actual }) => [passed, actual.slice(0, 22)])).toEqual([
    [true, 'not refused'],
    [true, 'refused TOO_EXPENSIVE'],
    [false, 'refused TOO_EXPENSIVE '],
  ]);
});
