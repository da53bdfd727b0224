import { describe, expect, test } from 'vitest';
import { checkModel } from '../../src/check/check.ts';
import type { Address } from '../../src/engine/record-data.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import type { Model } from '../../src/model/model.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { runScenario } from '../../src/verify/scenarios.ts';
import { productOver, type TestProduct } from '../../testing/product.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { objectNamesDocument as text } from './object-names.ts';
import { survivesReading, survivesTools } from './survive.ts';

const makeDatabase = await memoryDatabases();
const stores: [string, (model: Model) => Store][] = [
  ['memory', createMemoryStore],
  ['SQLite', (model) => openSqliteStore(makeDatabase(), model)],
];

test('is read and checked without a mistake, and by every tool', () => {
  const { model, findings } = survivesReading(text);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  survivesTools(text, model, findings, '# Specification: Other\n');
});

describe.each(stores)('in %s', (_name, storeOf) => {
  const open = (): TestProduct => productOver(text, storeOf);

  test('its scenarios pass', () => {
    const model = readModel(text);
    const results = model.scenarios.map((scenario) => runScenario(model, scenario, storeOf(model)));
    expect(results.flatMap(({ rows }) => rows.filter(({ passed }) => !passed).map(({ actual }) => actual))).toEqual([]);
    expect(results).toHaveLength(1);
  });

  test('its calls answer', () => {
    const calls = new Calls(open().product);
    const ask = (method: string, path: string, query = '', body: string | null = null) => {
      const answer = calls.answer({ method, path, query, token: null, contentType: 'application/json', body });
      return { status: answer.status, text: answer.body ?? '', mistake: answer.mistake };
    };
    expect(ask('POST', '/constructor', '', '{"name": "new", "toString": 1, "__proto__": "own"}')).toEqual({
      status: 201,
      text: '{"constructor":null,"toString":1,"valueOf":null,"hasOwnProperty":null,"__proto__":"own","isPrototypeOf":[],"name":"new"}',
    });
    expect(ask('POST', '/constructor', '', '{"name": "empty"}').text).toContain('"__proto__":"standard"');
    const got = ask('GET', '/constructor/new', 'toString=x');
    expect(got.status).toBe(200);
    expect(got.text).toMatch(/^\{"constructor":null,"__proto__":"own","toString":"x","whole":\{"id":/);
    expect(got.text).toContain('"hasOwnProperty":null');
    expect(ask('GET', '/__proto__')).toMatchObject({ status: 200, text: expect.stringContaining('"total":4') });
    const refused = ask('POST', '/constructor', '', '{"toString": 5000}');
    expect(refused).toMatchObject({
      status: 422,
      text: '{"constructor":["toString"],"__proto__":["Nothing, 5000, 5000, 1000"],"CONSTRUCTOR":[5000]}',
    });
    expect(ask('POST', '/constructor', '', '{"isPrototypeOf": 1, "valueOf": 2}').status).toBe(422);
    for (const path of ['/toString', '/constructor/__proto__', '/valueOf/constructor']) expect(ask('GET', path).status).toBe(404);
    expect(ask('CONSTRUCTOR', '/constructor').status).toBe(405);
  });

  test('its screens are shown and used', async () => {
    const { product, id } = open();
    const mistakes: unknown[] = [];
    const host = new SessionHost(product, { remembers: false, mistake: (error) => mistakes.push(error) });
    const ok = <T>(
      outcome: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusals: readonly unknown[] },
    ): T => {
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusals));
      return outcome.value;
    };
    const created = ok(
      await host.run({
        kind: 'create',
        part: null,
        entity: 'Thing',
        values: JSON.parse('{"name": "n", "constructor": "of all", "__proto__": "own", "toString": 2}'),
      }),
    );
    expect(Object.entries(created.record?.values ?? {})).toEqual(
      expect.arrayContaining([
        ['__proto__', 'own'],
        ['toString', 2],
        ['constructor', 'of all'],
      ]),
    );
    const thing = created.record?.id ?? '';
    const addresses: readonly Address[] = [
      { screen: 'Home', parameters: {} },
      { screen: 'constructor', parameters: { constructor: 'plain' } },
    ];
    for (const address of addresses) {
      const { visible } = ok(await host.screen(address));
      for (const part of visible) {
        ok(await host.part({ address, part }));
        await host.part(
          { address, part },
          {
            filters: JSON.parse('{"constructor": ["plain"], "__proto__": ["x"], "toString": {"from": 1}}'),
            group: 'constructor',
            totals: ['toString'],
          },
        );
        const rows = [JSON.parse('{"name": "row", "constructor": "c", "__proto__": "p", "toString": "4"}'), { constructor: 'only' }];
        await host.importRows({ part: { address, part }, rows, mode: 'all' });
      }
    }
    expect(
      ok(await host.run({ kind: 'event', entity: 'Thing', id: thing, event: 'hasownproperty', parameters: {} })).record?.values['state'],
    ).toBe('tostring');
    ok(await host.run({ kind: 'event', entity: 'Thing', id: thing, event: 'constructor', parameters: { toString: 9 } }));
    ok(await host.run({ kind: 'update', entity: 'Thing', id: thing, values: JSON.parse('{"__proto__": "again", "constructor": "c"}') }));
    expect(product.store.record('Thing', thing)).toMatchObject({ constructor: 'c', toString: 9 });
    for (const event of ['toString', '__proto__', 'valueOf']) {
      expect(await host.run({ kind: 'event', entity: 'Thing', id: thing, event, parameters: {} })).toMatchObject({ ok: false });
      expect(await host.run({ kind: 'create', part: null, entity: event, values: {} })).toMatchObject({
        ok: false,
        refusals: [{ error: 'NOT_FOUND' }],
      });
      await host.screen({ screen: event, parameters: JSON.parse(`{"${event}": "x"}`) });
      await host.newRecord(event);
      await host.deletion(event, [event]);
      await host.records(event);
      await host.choices(event, '', 5);
    }
    expect(await host.run({ kind: 'sign-in', values: { constructor: 'who', password: 'long enough a password' } })).toMatchObject({
      ok: true,
    });
    expect(host.acting.account).toBe(id('toString'));
    await host.actors();
    await host.person();
    expect(mistakes).toEqual([]);
  });
});

test('the checker finds nothing in names that objects have', () => {
  expect(
    checkModel(readModel(text))
      .map(({ message }) => message)
      .filter((message) => /\[object|function |native code|undefined/.test(message)),
  ).toEqual([]);
});
