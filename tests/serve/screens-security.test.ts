import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tokenHash } from '../../src/engine/account/hasher.ts';
import { screenCalls } from '../../src/engine/session-calls.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import { noPages, ownPage } from '../../testing/browser/own-page.ts';
import { productInMemory } from '../../testing/product.ts';

/*
 * A stranger can send what the product's own screens send: every call of theirs as visitor, as each
 * person, with a forged token; as one person who may do most, and of one product as visitor, also
 * with something hostile in the place of every value that it takes. None of it is a mistake of
 * ours, and no answer tells of our insides.
 */

const spec = (name: string): string => readFileSync(new URL(`../../specs/${name}.md`, import.meta.url), 'utf8');

const hostile: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1e308,
  true,
  '',
  "' OR 1=1 --",
  '\u0000',
  '\ud800',
  '__proto__',
  'x'.repeat(20_000),
  [],
  [null],
  {},
  { $map: [1] },
  { $integer: 'x' },
  { toString: 'y', constructor: { prototype: { admin: true } } },
];

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The value with each hostile one in the place of everything that is in it, one place at a time.
 */
function* spoiled(value: Json): Generator<unknown> {
  yield* hostile;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inside] of Object.entries(value)) {
    for (const bad of spoiled(inside))
      yield Array.isArray(value) ? value.map((one, index) => (String(index) === key ? bad : one)) : { ...value, [key]: bad };
  }
}

const malformed = [
  '',
  '{',
  'null',
  '{}',
  '"x"',
  '[',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `[{"a":${'['.repeat(70)}${']'.repeat(70)}}]`,
];

const documents: readonly {
  readonly name: string;
  readonly people: readonly string[];
  /** The one of them whose arguments are spoiled in every place: they may do most. */
  readonly thorough: string;
  readonly record: string;
  readonly calls: Readonly<Record<string, readonly Json[][]>>;
}[] = [
  {
    name: 'helpdesk',
    people: ['Ana', 'Bo', 'Mia'],
    thorough: 'Mia',
    record: 'Boiler',
    calls: callsOf({ screen: 'Queue', parameters: {} }, '1.0.0', { screen: 'Ticket', parameters: { number: '1' } }, 'Ticket', {
      subject: 'x',
      tags: ['a'],
      customer: 'x',
    }),
  },
  {
    name: 'conduit',
    people: ['Jake', 'Celeb'],
    thorough: 'Jake',
    record: 'Jake',
    calls: callsOf({ screen: 'Home', parameters: {} }, '0', { screen: 'Profile', parameters: { username: 'jake' } }, 'Article', {
      title: 'x',
      tagList: ['a'],
      author: 'x',
    }),
  },
];

function callsOf(list: Json, part: string, about: Json, entity: string, values: Json): Readonly<Record<string, readonly Json[][]>> {
  const place = { address: list, part };
  const id = 'ID';
  return {
    person: [[]],
    account: [[]],
    inbox: [[], ['x']],
    jobs: [[]],
    link: [['x'], ['x.y'], ['']],
    navigation: [[]],
    model: [[]],
    screen: [[list], [about]],
    part: [
      [
        place,
        { sort: [{ field: 'number', descending: true }], search: 'x', filters: { status: ['open'] }, offset: 0, limit: 5, group: 'status' },
      ],
      [place, { filters: { subject: { contains: 'x' }, due: { from: '2026-01-01', to: 'x' } }, fields: ['number'], totals: ['number'] }],
      [{ address: about, part: '0.1.3' }, { limit: 1 }],
    ],
    open: [
      [
        {
          address: list,
          parts: [
            { part, options: { search: 'x', filters: { status: ['open'] }, offset: 0, limit: 5 }, version: 'x' },
            { part: '0.1.3', options: { range: { from: '2026-01-01', to: 'x' }, totals: ['number'] } },
          ],
        },
      ],
      [{ address: about, parts: [{ part: '0' }] }],
      [{ address: null, parts: [] }],
    ],
    formNow: [[{ address: list, part: '0' }, values]],
    choices: [
      [entity, 'x', 5],
      [entity, 'x', 5, null, about],
    ],
    records: [[entity, { sort: [{ field: 'createdAt', descending: false }], range: { from: '2026-01-01' } }]],
    newRecord: [[entity], [entity, null, about]],
    deletion: [
      [entity, [id]],
      [entity, [id], about],
    ],
    editable: [[entity], [entity, about]],
    importRows: [[{ part: place, rows: [{ subject: 'x' }], mode: 'all' }]],
    run: [
      [{ kind: 'create', part: null, entity, values }],
      [
        { kind: 'update', entity, id, values },
        { address: about, parts: [{ part: '0.1.3', version: 'x' }] },
      ],
      [{ kind: 'delete', entity, id }],
      [{ kind: 'event', entity, id, event: 'resolve', parameters: values }],
      [{ kind: 'button', part: place }],
      [{ kind: 'sign-in', values: { email: 'a@example.com', password: 'x' } }],
      [{ kind: 'sign-up', values: { email: 'a@example.com', password: 'x' } }],
      [{ kind: 'change-password', current: 'x', next: 'y' }],
      [{ kind: 'end-session', session: 'x' }],
      [{ kind: 'second-factor', step: 'confirm', currentPassword: 'x', code: '123456' }],
      [{ kind: 'forget-device', device: 'x' }],
      [{ kind: 'mail-link', purpose: 'reset', address: 'a@example.com', language: 'de-AT' }],
      [{ kind: 'invite', address: 'a@example.com', role: 'x' }],
      [{ kind: 'use-link', token: 'x.y', values: { password: 'x' } }],
      [{ kind: 'job', job: 'x', step: 'open' }],
      [{ kind: 'read-messages', ids: [id] }],
      [{ kind: 'mute', message: 'X', way: 'mail', off: true }],
      [{ kind: 'restore', token: 'x' }],
      [{ kind: 'sign-out', everywhere: true }],
    ],
  };
}

test.each(documents)(
  '$name: no argument of any screen’s call is a mistake of ours',
  async ({ name, people, thorough, record, calls }) => {
    expect(people).toContain(thorough);
    const { product, clock, id } = productInMemory(spec(name));
    const mistakes: unknown[] = [];
    const engine = new ProductEngine(product, (error) => mistakes.push(error));
    const log: unknown[] = [];
    const app = createApp({
      engine,
      platform: clock,
      settings: { requestsPerMinute: 0 },
      site: noPages,
      log: (entry) => {
        if (entry.level === 'error') log.push(entry);
      },
    });
    expect([...Object.keys(calls), 'putFile', 'file'].sort()).toEqual([...screenCalls].sort());
    const session = (person: string): string => {
      product.store.transaction(() =>
        product.store.saveSession({ tokenHash: tokenHash(person), account: id(person), began: 0, expires: clock.now() + 1e12 }),
      );
      return person;
    };
    const ask = async (call: string, body: string, token: string | null): Promise<number> => {
      const headers = { ...ownPage, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
      const answer = await app.request(`http://127.0.0.1/~/session/${call}`, { method: 'POST', body, headers });
      const text = await answer.text();
      const asked = `${call} ${body.slice(0, 300)} as ${token}: ${text.slice(0, 300)}`;
      expect(answer.status, asked).toBeLessThan(500);
      expect(mistakes, asked).toEqual([]);
      expect(text, asked).not.toMatch(/"FAILED"|TypeError|RangeError|at Object\.|node_modules|correct-horse|\$scrypt/);
      return answer.status;
    };
    const statuses = new Map<number, number>();
    for (const person of [null, 'forged', ...people]) {
      for (const [call, examples] of Object.entries(calls)) {
        for (const example of examples) {
          // The others meet the same checks of arguments, and fewer operations.
          const isThorough = person === thorough || (person === null && name === 'helpdesk');
          for (const args of isThorough ? spoiled(example) : [example, ...hostile]) {
            // Signing out ends the session.
            const token = person === null || person === 'forged' ? person : session(person);
            const body = JSON.stringify(args)?.replaceAll('"ID"', JSON.stringify(id(record))) ?? '';
            const status = await ask(call, body, token);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }
        if (person === null) for (const body of malformed) expect([200, 400]).toContain(await ask(call, body, person));
      }
    }
    expect(log).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(100);
    expect(statuses.get(400)).toBeGreaterThan(100);
  },
  120_000,
);
