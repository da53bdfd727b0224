import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { Calls } from '../../serve/calls/answer-call.ts';
import { runCommand } from '../commands.ts';
import type { Command } from '../session.ts';
import { nobody, type Origin, type Person } from '../world/world.ts';
import { ownAccount } from './own-account.ts';
import { afterCode, codeAt, type SecondFactor, secondFactor } from './second-factor.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Session | `SESSION_LENGTH` |',
  '| Second factor | optional |\n| Session | `SESSION_LENGTH` |',
);
const password = 'correct-horse';
const email = 'ana@example.com';

const step = ({ product }: TestProduct, person: Person, given: Omit<Extract<Command, { kind: 'second-factor' }>, 'kind'>) =>
  runCommand(product, person, { kind: 'second-factor', ...given });

const enter = ({ product }: TestProduct, code?: string, origin?: Origin) =>
  runCommand(product, origin === undefined ? nobody : { ...nobody, origin }, {
    kind: 'sign-in',
    values: { email, password, ...(code === undefined ? {} : { code }) },
  });

const errors = (outcome: ReturnType<typeof runCommand>): readonly string[] =>
  outcome.ok ? [] : outcome.refusals.map(({ error, field, own }) => `${error} ${field} ${own?.code}`);

/** Ana with her second factor on, and what she was shown. */
function withFactor(text = helpdesk) {
  const made = productInMemory(text);
  const person = enter(made).person;
  const begun = step(made, person, { step: 'begin', currentPassword: password });
  if (!begun.ok || begun.value.secondFactor?.kind !== 'secret') throw new Error('refused');
  const { secret, address } = begun.value.secondFactor;
  const code = (): string => codeAt(secret, Math.floor(made.clock.now() / 30_000));
  const on = step(made, person, { step: 'confirm', code: code() });
  if (!on.ok || on.value.secondFactor?.kind !== 'recovery') throw new Error('refused');
  made.clock.advance(30_000);
  return { ...made, person, address, secret, code, recovery: on.value.secondFactor.codes };
}

test('the codes are those of RFC 6238', () => {
  // The secret of the RFC's tests, 12345678901234567890, in base32; their last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const times = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000];
  expect(times.map((seconds) => codeAt(secret, Math.floor(seconds / 30)))).toEqual(['287082', '081804', '050471', '005924', '279037']);
});

test('a code is valid once, and one time step earlier or later', () => {
  const factor: SecondFactor = { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', on: true, last: 0, recovery: [] };
  const now = 30_000 * 1000;
  for (const beside of [-1, 0, 1]) expect(afterCode(factor, codeAt(factor.secret, 1000 + beside), now)?.last).toBe(1000 + beside);
  for (const beside of [-2, 2]) expect(afterCode(factor, codeAt(factor.secret, 1000 + beside), now)).toBeNull();
  const used = afterCode(factor, ` ${codeAt(factor.secret, 1000).replace(/(...)/, '$1 ')}`, now);
  expect(used?.last).toBe(1000);
  for (const step of [999, 1000]) expect(afterCode(used as SecondFactor, codeAt(factor.secret, step), now)).toBeNull();
  for (const wrong of ['', '000000', 'abc', codeAt(factor.secret, 1000).slice(1)]) expect(afterCode(factor, wrong, now)).toBeNull();
});

test('signing in asks for the code only after the right password, and accepts each code once', () => {
  const made = withFactor();
  expect(errors(enter(made))).toEqual(['INVALID code code-required']);
  expect(runCommand(made.product, nobody, { kind: 'sign-in', values: { email, password: 'wrong' } })).toMatchObject({
    refusals: [{ error: 'UNAUTHORIZED' }],
  });
  expect(errors(enter(made, '000000'))).toEqual(['INVALID code wrong-code']);
  const code = made.code();
  expect(enter(made, code).person.account).toBe(made.id('Ana'));
  expect(errors(enter(made, code))).toEqual(['INVALID code wrong-code']);
  made.clock.advance(30_000);
  expect(enter(made, made.code()).ok).toBe(true);
});

test('a recovery code signs in once; only hashes are stored, and new codes replace the old', () => {
  const made = withFactor();
  expect(made.recovery).toHaveLength(10);
  const [first = '', second = ''] = made.recovery;
  expect(JSON.stringify(secondFactor(made.product.store, made.id('Ana')))).not.toContain(first);
  expect(enter(made, first.toLowerCase().replaceAll('-', ' ')).ok).toBe(true);
  expect(errors(enter(made, first))).toEqual(['INVALID code wrong-code']);
  expect(ownAccount(made.product.world(made.person)).secondFactor).toBe(9);
  expect(step(made, made.person, { step: 'renew', code: made.code() }).ok).toBe(true);
  expect(errors(enter(made, second))).toEqual(['INVALID code wrong-code']);
  expect(ownAccount(made.product.world(made.person)).secondFactor).toBe(10);
});

test('guesses of codes are throttled like those of passwords', () => {
  const made = withFactor();
  const origin = { network: '192.0.2.1' };
  const tries = Array.from({ length: 6 }, () => errors(enter(made, '000000', origin))[0]);
  expect(tries.slice(0, 5)).toEqual(Array(5).fill('INVALID code wrong-code'));
  expect(tries[5]).toContain('TOO_MANY_ATTEMPTS');
  expect(errors(enter(made, made.code(), origin))[0]).toContain('TOO_MANY_ATTEMPTS');
});

test('it is turned on by a first code, and off by password and code', () => {
  const made = productInMemory(helpdesk);
  const { person } = enter(made);
  expect(ownAccount(made.product.world(person)).secondFactor).toBe('off');
  expect(errors(step(made, person, { step: 'begin', currentPassword: 'wrong' }))).toEqual(['INVALID currentPassword wrong-password']);
  expect(step(made, person, { step: 'begin', currentPassword: password }).ok).toBe(true);
  expect(errors(step(made, person, { step: 'confirm', code: '000000' }))).toEqual(['INVALID code wrong-code']);
  expect(enter(made).ok).toBe(true);
  const on = withFactor();
  expect(on.address).toBe(`otpauth://totp/Helpdesk:Ana%20D%C3%ADaz?secret=${on.secret}&issuer=Helpdesk`);
  expect(errors(step(on, on.person, { step: 'begin', currentPassword: password }))[0]).toContain('CONFLICT');
  expect(errors(step(on, on.person, { step: 'end', currentPassword: password, code: '000000' }))).toEqual(['INVALID code wrong-code']);
  expect(errors(step(on, on.person, { step: 'end', currentPassword: 'wrong', code: on.code() }))).toEqual([
    'INVALID currentPassword wrong-password',
  ]);
  expect(step(on, on.person, { step: 'end', currentPassword: password, code: on.code() }).ok).toBe(true);
  expect(enter(on).ok).toBe(true);
});

test('it needs the row in the document, and a signed-in person', () => {
  const made = productInMemory(helpdesk.replace('| Second factor | optional |\n', ''));
  const { person } = enter(made);
  expect(ownAccount(made.product.world(person)).secondFactor).toBeNull();
  expect(errors(step(made, person, { step: 'begin', currentPassword: password }))[0]).toContain('FORBIDDEN');
  expect(errors(step(withFactor(), nobody, { step: 'end', currentPassword: password, code: '1' }))[0]).toContain('UNAUTHORIZED');
});

test.each([
  [
    'that the document writes',
    helpdesk
      .replace('`{email, password}` | `sign in', '`{email, password, code?}` | `sign in')
      .replace('"password": password}', '"password": password, "code": code}'),
  ],
  ['that is assumed', helpdesk.replace(/## 7[\s\S]*?(?=## 8)/, '')],
])('a call %s takes the code beside the password', (_name, text) => {
  expect(checkModel(readModel(text)).filter(({ severity, message }) => severity === 'error' && message.includes('code'))).toEqual([]);
  const made = withFactor(text);
  const calls = new Calls(made.product);
  const ask = (body: object) => {
    const { status, body: said } = calls.answer({
      method: 'POST',
      path: '/api/session',
      query: '',
      token: null,
      contentType: 'application/json',
      body: JSON.stringify({ email, password, ...body }),
    });
    return [status, JSON.parse(said ?? '{}')];
  };
  expect(ask({})).toMatchObject([422, { errors: [{ field: 'code' }] }]);
  expect(ask({ code: '000000' })).toMatchObject([422, { errors: [{ field: 'code' }] }]);
  expect(ask({ code: made.code() })).toMatchObject([201, { token: expect.any(String) }]);
});

test.each([
  ['| Second factor | required |', '“optional” or “no”'],
  ['| Second factor | optional |\n| Sign in with | email |', 'accounts have no password'],
])('%s is not understood', (row, message) => {
  const text = `# A\n\n## 3. Entities\n\n### User\n\n| Field | Type |\n|---|---|\n| email | email |\n\n## 6. Roles\n\n| Account | |\n|---|---|\n| Entity | User |\n${row}\n`;
  expect(readModel(text).misreads.map((one) => one.message)).toContainEqual(expect.stringContaining(message));
});
