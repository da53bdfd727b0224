import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tokenHash } from '../../src/engine/account/hasher.ts';
import type { TakesPattern } from '../../src/model/ast/calls.ts';
import { ownErrors } from '../../src/model/own-words.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../../src/serve/calls/call-request.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { productInMemory } from '../../testing/product.ts';

/*
 * Everything that someone might send, as everybody who might send it, to every call of every
 * document: no answer is a mistake of ours, each error is one of the catalogue, and nothing that a
 * person may not read is in what they get.
 */

const folder = new URL('../../specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: withFewExamples(name, readFileSync(new URL(name, folder), 'utf8')) }));

/** What HTTP says for itself, besides the catalogue. */
const protocol = ['METHOD_NOT_ALLOWED', 'MALFORMED', 'UNSUPPORTED_MEDIA_TYPE', 'PRECONDITION_FAILED'];

const hostile: readonly unknown[] = [
  "' OR 1=1 --",
  '"; DROP TABLE "Ticket"; --',
  '1); SELECT pg_sleep(10); --',
  '\u0000',
  '../../etc/passwd',
  '%00',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  'me',
  'null',
  'NaN',
  '-1',
  '99999999999999999999999',
  '1e400',
  '\u202Eevil',
  '\ud800',
  'a'.repeat(100_000),
  '2026-13-45',
  '(a+)+$',
  0,
  -1,
  1e308,
  1.5,
  true,
  null,
  [],
  {},
  [[[]]],
  { $ne: null },
  { id: 'x', toString: 'y', constructor: { prototype: { admin: true } } },
];

const patternBody = (pattern: TakesPattern, value: unknown): Record<string, unknown> =>
  Object.fromEntries(pattern.entries.map(({ key, inside }) => [key.text, inside === null ? value : patternBody(inside, value)]));

function service(text: string) {
  const made = productInMemory(text);
  const { product, clock } = made;
  const calls = new Calls(product);
  const token = (name: string, account: string, expires: number): string => {
    product.store.transaction(() => product.store.saveSession({ tokenHash: tokenHash(name), account, began: 0, expires }));
    return name;
  };
  const account = product.model.account?.entity.text;
  const people = product.model.entities
    .filter((entity) => entity.name.text === account)
    .flatMap((entity) => entity.examples.map((example) => example.name.text));
  const tokens: readonly (string | null)[] = [
    null,
    '',
    'forged',
    "' OR 1=1 --",
    ...people.map((name) => token(`session of ${name}`, made.id(name), clock.now() + 1e12)),
    ...people.slice(0, 1).map((name) => token(`expired session of ${name}`, made.id(name), clock.now() - 1)),
  ];
  const known = new Set([...product.model.errors.map((error) => error.name.text), ...ownErrors.map((error) => error.name), ...protocol]);
  function answer(request: Partial<CallRequest> & { readonly method: string; readonly path: string }): CallAnswer {
    const answered = calls.answer({ query: '', token: null, contentType: 'application/json', body: null, ...request });
    expect(answered.status, `${request.method} ${request.path} ${request.query ?? ''} ${request.body ?? ''}`).toBeLessThan(500);
    if (answered.status >= 400 && product.model.errorBody === null) {
      const problem = JSON.parse(answered.body ?? '') as { readonly title: string; readonly status: number };
      expect(known, problem.title).toContain(problem.title);
      expect(problem.status).toBe(answered.status);
    }
    return answered;
  }
  return { ...made, answer, tokens };
}

/** The path with a value in place of each parameter. */
const asText = (value: unknown): string => wellFormed(typeof value === 'string' ? value : JSON.stringify(value));

const filled = (path: string, value: unknown): string => path.replace(/:[\w-]+/g, encodeURIComponent(asText(value)));

const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/g, '\ufffd');

describe.each(specs)('$name', ({ text }) => {
  test('every call, with every token and every value', () => {
    const { product, answer, tokens } = service(text);
    let asked = 0;
    for (const call of product.model.calls) {
      for (const token of tokens) {
        for (const value of hostile) {
          const path = filled(call.path, typeof value === 'string' ? value.slice(0, 200) : value);
          const query = call.query
            .map(({ name }) => `${encodeURIComponent(name.text)}=${encodeURIComponent(asText(value).slice(0, 200))}`)
            .join('&');
          const body = call.takes === null ? null : JSON.stringify(patternBody(call.takes, value));
          answer({ method: call.method, path, query, token, body });
          asked++;
        }
        for (const body of ['', '{', 'null', '[]', '"x"', '1', '{"__proto__":{"a":1}}', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`]) {
          answer({ method: call.method, path: filled(call.path, 1), token, body });
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
  }, 60_000);
});

describe('helpdesk, as a customer', () => {
  const helpdesk = specs.find(({ name }) => name === 'helpdesk.md')?.text ?? '';

  test('what belongs to another stays with them, for every kind of request', () => {
    const { product, answer, as, id } = service(helpdesk);
    const create = product.model.calls.find((call) => call.name.text === 'POST /api/tickets');
    expect(create).toBeDefined();
    answer({
      method: 'POST',
      path: '/api/tickets',
      token: 'session of Carl',
      body: JSON.stringify({ subject: 'SECRET of Carl', body: 'SECRET' }),
    });
    const carls = product.world(as('Carl')).entity('Ticket', 'person').page({}).records;
    const secret = carls.find((record) => record.get('subject') === 'SECRET of Carl');
    expect(secret).toBeDefined();
    const number = String(secret?.get('number'));
    const ids = [number, secret?.id ?? '', id('Carl'), ...carls.map((record) => record.id)];
    const token = 'session of Ana';
    for (const call of product.model.calls) {
      for (const one of ids) {
        const query = call.query.map(({ name }) => `${name.text}=${one}`).join('&');
        for (const asked of ['', query]) {
          const bodies = call.takes === null ? [null] : [patternBody(call.takes, one), patternBody(call.takes, secret?.id)];
          for (const body of bodies) {
            const answered = answer({
              method: call.method,
              path: filled(call.path, one),
              query: asked,
              token,
              body: body === null ? null : JSON.stringify(body),
            });
            expect(answered.body ?? '', call.name.text).not.toContain('SECRET');
          }
        }
      }
    }
    // And nothing of it was changed.
    expect(
      product
        .world(as('Carl'))
        .entity('Ticket', 'person')
        .page({})
        .records.find((record) => record.id === secret?.id)
        ?.get('subject'),
    ).toBe('SECRET of Carl');
    // There or not there: the same answer.
    const other = answer({ method: 'GET', path: `/api/tickets/${number}`, token });
    const none = answer({ method: 'GET', path: '/api/tickets/987654', token });
    expect(other).toEqual(none);
  });

  test('no value makes its sender another person', () => {
    const { product, answer, id } = service(helpdesk);
    const token = 'session of Ana';
    for (const call of product.model.calls) {
      if (call.takes === null) continue;
      const given = patternBody(call.takes, 'x');
      for (const extra of [
        { role: 'manager' },
        { customer: id('Carl') },
        { id: 'mine' },
        { number: 1 },
        { status: 'resolved' },
        { createdBy: id('Carl') },
      ]) {
        const before = JSON.stringify(
          product.store.query({ entity: 'Ticket', conditions: [] }).map(({ id: one, ...rest }) => [one, rest['customer'], rest['status']]),
        );
        const answered = answer({ method: call.method, path: filled(call.path, 1), token, body: JSON.stringify({ ...given, ...extra }) });
        expect(answered.status, call.name.text).toBeGreaterThanOrEqual(400);
        expect(
          JSON.stringify(
            product.store
              .query({ entity: 'Ticket', conditions: [] })
              .map(({ id: one, ...rest }) => [one, rest['customer'], rest['status']]),
          ),
        ).toBe(before);
      }
    }
  });
});
