import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { Calls } from '../../serve/calls/answer-call.ts';
import { runCommand } from '../commands.ts';
import { signIn } from '../operations/sign-in.ts';
import { signUp } from '../operations/sign-up.ts';
import type { Json } from '../record-data.ts';
import { nobody, type Person } from '../world/world.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const password = 'correct-horse';

function session({ product }: TestProduct, email: string, as: Person = nobody, given = password): Person {
  const values = new Map([
    ['email', email],
    ['password', given],
  ]);
  const outcome = product.perform(as, signIn, { values });
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusals[0]?.error}`);
  return product.personOf(outcome.value.token);
}

/** Sends what the screens send for an edit. */
const edit = ({ product }: TestProduct, person: Person, id: string, values: Record<string, Json>, currentPassword?: string) =>
  runCommand(product, person, {
    kind: 'update',
    entity: 'User',
    id,
    values,
    ...(currentPassword === undefined ? {} : { currentPassword }),
  });

test.each<Record<string, Json>>([{ email: 'eve@example.com' }, { password: 'a-new-long-one' }])(
  'an edit of %o needs the current password',
  (values) => {
    const made = productInMemory(helpdesk);
    const ana = session(made, 'ana@example.com');
    const id = made.id('Ana');
    const at = { error: 'INVALID', field: 'currentPassword', shown: { kind: 'at' }, asks: 'current-password' };
    expect(edit(made, ana, id, values)).toMatchObject({ refusals: [{ ...at, message: 'Current password is required.' }] });
    expect(edit(made, ana, id, values, '')).toMatchObject({ refusals: [{ ...at, own: { code: 'password-required' } }] });
    expect(edit(made, ana, id, values, 'wrong')).toMatchObject({ refusals: [{ ...at, own: { code: 'wrong-password' } }] });
    expect(made.product.store.record('User', id)).toMatchObject({ email: 'ana@example.com' });
    expect(edit(made, ana, id, values, password).ok).toBe(true);
  },
);

test('other fields, and an unchanged email address, need no password', () => {
  const made = productInMemory(helpdesk);
  const ana = session(made, 'ana@example.com');
  expect(edit(made, ana, made.id('Ana'), { name: 'Ana B.', email: 'ana@example.com' }).ok).toBe(true);
});

test("changing another account needs the acting person's own password", () => {
  const open = helpdesk.replace(/\| User: update \|.*\|/, '| User: update | no | yes | yes | yes |');
  expect(open).not.toBe(helpdesk);
  const made = productInMemory(open);
  const bo = session(made, 'bo@example.com');
  expect(edit(made, bo, made.id('Ana'), { email: 'eve@example.com' })).toMatchObject({ refusals: [{ field: 'currentPassword' }] });
  expect(edit(made, bo, made.id('Ana'), { email: 'eve@example.com' }, password).ok).toBe(true);
});

test('wrong passwords are throttled like those at sign-in', () => {
  const made = productInMemory(helpdesk);
  const ana = session(made, 'ana@example.com');
  for (let count = 0; count < 5; count++) edit(made, ana, made.id('Ana'), { email: 'eve@example.com' }, 'wrong');
  expect(edit(made, ana, made.id('Ana'), { email: 'eve@example.com' }, password)).toMatchObject({
    refusals: [{ error: 'TOO_MANY_ATTEMPTS' }],
  });
});

test('a person without a session needs no password: the workbench acts as an example', () => {
  const made = productInMemory(helpdesk);
  expect(edit(made, made.product.as(made.id('Ana')), made.id('Ana'), { email: 'eve@example.com' }).ok).toBe(true);
});

const noCalls = helpdesk.replace(/\n## 7\.[\s\S]*?(?=\n## 8\.)/, '');

function patch(made: TestProduct, person: Person, body: object) {
  const request = { method: 'PATCH', path: `/api/users/${made.id('Ana')}`, query: '', token: person.token };
  const answer = new Calls(made.product).answer({ ...request, contentType: 'application/json', body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.body ?? 'null') as unknown };
}

test('the conventional PATCH accepts it as currentPassword', () => {
  const made = productInMemory(noCalls);
  const ana = session(made, 'ana@example.com');
  const email = 'eve@example.com';
  expect(patch(made, ana, { name: 'Ana B.' }).status).toBe(200);
  expect(patch(made, ana, { email })).toMatchObject({ status: 422, body: { errors: [{ field: 'currentPassword' }] } });
  expect(patch(made, ana, { email, currentPassword: 1 }).status).toBe(422);
  expect(patch(made, ana, { email, currentPassword: 'wrong' }).status).toBe(422);
  expect(patch(made, ana, { email, currentPassword: password })).toMatchObject({ status: 200, body: { email } });
});

test('a call in the document asks for it only if its Takes has it', () => {
  const written = (takes: string): string =>
    noCalls.replace(
      '\n## 8.',
      `
## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`PATCH /api/users/:id\` | \`{${takes}}\` | \`get User as it where it.id == id; update it\` | 200 \`{"email": it.email}\` | | |

## 8.`,
    );
  const email = 'eve@example.com';
  const open = productInMemory(written('email'));
  expect(patch(open, session(open, 'ana@example.com'), { email }).status).toBe(200);
  const asking = productInMemory(written('email, currentPassword'));
  const ana = session(asking, 'ana@example.com');
  expect(patch(asking, ana, { email, currentPassword: 'wrong' }).status).toBe(422);
  expect(patch(asking, ana, { email, currentPassword: password }).status).toBe(200);
});

test("signing in or up ends the browser's earlier session", () => {
  const made = productInMemory(helpdesk.replace('| User: create | yes | no | no |', '| User: create | yes | yes | yes |'));
  const ana = session(made, 'ana@example.com');
  const other = session(made, 'ana@example.com');
  const bo = session(made, 'bo@example.com', ana);
  expect(made.product.personOf(ana.token)).toEqual(nobody);
  expect(made.product.personOf(other.token).account).toBe(made.id('Ana'));
  const values = new Map([
    ['name', 'Eve'],
    ['email', 'eve@example.com'],
    ['password', 'a-new-long-one'],
  ]);
  expect(made.product.perform(bo, signUp, { values }).ok).toBe(true);
  expect(made.product.personOf(bo.token)).toEqual(nobody);
});

test('a wrong password ends no session', () => {
  const made = productInMemory(helpdesk);
  const ana = session(made, 'ana@example.com');
  expect(() => session(made, 'bo@example.com', ana, 'wrong')).toThrow('UNAUTHORIZED');
  expect(made.product.personOf(ana.token).account).toBe(made.id('Ana'));
});
