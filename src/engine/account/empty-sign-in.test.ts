import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { runCommand } from '../commands.ts';
import { importData } from '../data/import-data.ts';
import { readJson } from '../data/json-form.ts';
import { create } from '../operations/create.ts';
import { update } from '../operations/update.ts';
import type { Outcome } from '../outcome.ts';
import { nobody } from '../world/world.ts';

/** None of the fields is required, so only the sign-in can refuse an empty one. */
const club = `# Club

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| nick | text |
| motto | text |
| password | password |

| Example | nick | password |
|---|---|---|
| Ana | ana | correct-horse |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | nick, password |
| Sign up | yes |

| Permission | visitor | member |
|---|---|---|
| User: create, read, update | yes | yes |
`;

const refused = (outcome: Outcome<unknown>): readonly (string | null)[] =>
  outcome.ok ? [] : outcome.refusals.map(({ message, field }) => `${field}: ${message}`);

const noPassword = ['password: Password is required.'];
const noNick = ['nick: Nick is required.'];

const ways: Readonly<Record<string, (made: TestProduct, values: Record<string, string>) => Outcome<unknown>>> = {
  create: ({ product }, values) =>
    product.perform(nobody, create, { entity: 'User', values: new Map(Object.entries(values)), authority: 'person' }),
  update: ({ product, id }, values) =>
    product.perform(nobody, update, { entity: 'User', id: id('Ana'), values: new Map(Object.entries(values)), authority: 'product' }),
  'sign-up': ({ product }, values) => runCommand(product, nobody, { kind: 'sign-up', values }),
};

test.each(Object.keys(ways))('%s refuses an empty value of a field that people sign in with', (way) => {
  const made = productInMemory(club);
  const attempt = (values: Record<string, string>) => refused(ways[way]?.(made, values) as Outcome<unknown>);
  expect(attempt({ nick: 'bo', password: '' })).toEqual(noPassword);
  expect(attempt({ nick: '', password: 'long-enough' })).toEqual(noNick);
  expect(attempt({ nick: 'bo', motto: '', password: 'long-enough' })).toEqual([]);
});

test('a rule about the field comes first', () => {
  const rules =
    '## 5. Validation rules\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|\n| long | User | `size(password) >= 8` | SHORT |\n\n';
  const { product } = productInMemory(club.replace('## 6.', `${rules}## 6.`));
  const outcome = runCommand(product, nobody, { kind: 'sign-up', values: { nick: '', password: '' } });
  expect(outcome).toMatchObject({ ok: false, refusals: [{ error: 'SHORT' }, { error: 'INVALID', field: 'nick' }] });
});

test('a password is not changed to an empty one', () => {
  const { product, as } = productInMemory(club);
  const change = (next: string) => refused(runCommand(product, as('Ana'), { kind: 'change-password', current: 'correct-horse', next }));
  expect(change('')).toEqual(noPassword);
  expect(change('another')).toEqual([]);
});

test('a sign-up needs all fields that people sign in with', () => {
  const { product } = productInMemory(club);
  expect(refused(runCommand(product, nobody, { kind: 'sign-up', values: {} }))).toEqual([...noNick, ...noPassword]);
});

test('an import refuses an empty password, and a file may leave it out', () => {
  const { product } = productInMemory(club);
  const id = product.newId();
  const problems = (user: object) => {
    const read = readJson(new TextEncoder().encode(JSON.stringify({ entities: { User: [user] } })), 'data.json');
    if (!read.ok) return read.problems.map(({ message }) => message);
    return importData(product, read.data, { rehearse: true }).problems.map(({ message }) => message);
  };
  expect(problems({ id, nick: 'bo', password: '' })).toEqual(['Password is required.']);
  expect(problems({ id, nick: '' })).toEqual(['Nick is required.']);
  expect(problems({ id, nick: 'bo' })).toEqual([]);
});

test('an example with an empty one is reported', () => {
  const text = club.replace('| ana | correct-horse |', '| ana | `""` |');
  expect(checkModel(readModel(text)).map(({ code }) => code)).toContain('example-incomplete');
});
