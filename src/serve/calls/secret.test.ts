import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { grantsOf } from '../../store/defences/grants.ts';
import { Calls } from './answer-call.ts';

const document = (permission: string): string => `# Specification: Invoices

## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |
| role | enum clerk, owner |

| Example | name | role |
|---|---|---|
| Cleo | Cleo | clerk |
| Olga | Olga | owner |

### Invoice

| Field | Type |
|---|---|
| title | text |
| link | secret |

## 6. Roles and permissions

| Role | Is |
|---|---|
| clerk | \`me.role == "clerk"\` |
| owner | \`me.role == "owner"\` |

| Account | |
|---|---|
| Entity | User |

| Permission | clerk | owner |
|---|---|---|
| Invoice: create, read, update | yes | yes |
${permission}
`;

function service(permission: string) {
  const { product, id } = productInMemory(document(permission));
  const calls = new Calls(product);
  const ask = (who: string, method: string, path: string, body?: unknown) => {
    const account = id(who);
    const expires = product.platform.now() + 1e9;
    product.store.saveSession({ tokenHash: tokenHash(who), account, began: 0, expires });
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = calls.answer({ method, path, query: '', token: who, contentType: 'application/json', body: text });
    return { status: answer.status, text: answer.body ?? '', body: JSON.parse(answer.body ?? 'null') };
  };
  return { product, ask };
}

test('the product makes a secret, shows it once to its creator, and later only to people whom a row of section 6 lets read it', () => {
  const { product, ask } = service('| Invoice.link: read | no | yes |');
  const made = ask('Cleo', 'POST', '/api/invoices', { title: 'One' });
  expect(made.body.link).toMatch(/^[\w-]{32}$/);
  const other = ask('Cleo', 'POST', '/api/invoices', { title: 'Two' });
  expect(other.body.link).not.toBe(made.body.link);
  const path = `/api/invoices/${made.body.id}`;
  expect(ask('Cleo', 'GET', path).text).not.toContain(made.body.link);
  expect(ask('Cleo', 'GET', '/api/invoices').text).not.toContain(made.body.link);
  expect(ask('Cleo', 'PATCH', path, { title: 'New' }).text).not.toContain(made.body.link);
  expect(ask('Olga', 'GET', path).body.link).toBe(made.body.link);
  expect(JSON.stringify(product.store.trail('Invoice', made.body.id, 10))).not.toContain(made.body.link);
});

test('no caller may set a secret, and without a row of its own no person may read one', () => {
  const { product, ask } = service('');
  expect(ask('Cleo', 'POST', '/api/invoices', { title: 'One', link: 'guessed' })).toMatchObject({ status: 422 });
  const { id, link } = ask('Olga', 'POST', '/api/invoices', { title: 'One' }).body;
  expect(link).toHaveLength(32);
  expect(ask('Olga', 'PATCH', `/api/invoices/${id}`, { link: 'guessed' })).toMatchObject({ status: 422 });
  for (const who of ['Cleo', 'Olga']) expect(ask(who, 'GET', `/api/invoices/${id}`).text).not.toContain(link);
  // The database's views and policies are generated from these grants.
  expect(grantsOf(product.model, 'Invoice', 'read', 'link')).toEqual([]);
  expect(grantsOf(product.model, 'Invoice', 'read', 'title')).toBeNull();
});

test('a form shows a secret once to its creator if no row lets them read it later', async () => {
  const { product } = service('| Invoice.link: read | no | yes |');
  const session = (who: string) => {
    const id = product.store.query({ entity: 'User', conditions: [] }).find(({ name }) => name === who)?.id ?? '';
    return new SessionHost(product, { remembers: false, person: product.as(id) });
  };
  const make = (who: string) => session(who).run({ kind: 'create', part: null, entity: 'Invoice', values: { title: who } });
  const made = await make('Cleo');
  const done = made.ok ? made.value : null;
  expect(done?.secrets).toEqual([{ field: 'link', value: expect.stringMatching(/^[\w-]{32}$/) }]);
  const secret = done?.secrets?.[0]?.value ?? '';
  const id = done?.record?.id ?? '';
  const update = await session('Cleo').run({ kind: 'update', entity: 'Invoice', id, values: { title: 'New' } });
  expect(update).toMatchObject({ ok: true });
  expect(JSON.stringify([update, await session('Cleo').records('Invoice')])).not.toContain(secret);
  // A person who may read it at any time is not told to keep it.
  const own = await make('Olga');
  expect(own.ok && own.value.secrets).toBeUndefined();
});
