import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Library

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| role | clerk, reader | yes |
| favourite | Book on delete clear | |
| wishes | list of Book | |

| Example | name | role | favourite |
|---|---|---|---|
| Ana | Ana | clerk | Emma |
| Cleo | Cleo | clerk | |
| Bo | Bo | reader | Emma |

### Book

| Field | Type | Required | Label |
|---|---|---|---|
| title | text | yes | yes |
| price | decimal | | |
| status | state | | |

| Example | title | price |
|---|---|---|
| Emma | Emma | 12.50 |

### Copy

| Field | Type | Required |
|---|---|---|
| book | Book on delete cascade | yes |
| bought | datetime | |

| Example | book | bought |
|---|---|---|
| One | Emma | 2026-01-02T10:00:00Z |
| Two | Emma | |

## 4. States and transitions

### Book.status

| From | Event | To |
|---|---|---|
| | | new |
| new | shelve | shelved |

## 6. Roles and permissions

| Role | Is |
|---|---|
| clerk | \`me.role == "clerk"\` |
| reader | \`me.role == "reader"\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | clerk | reader |
|---|---|---|
| User: read, update | yes | yes |
| Book: read | yes | yes |
| Book: delete, shelve | yes | no |
| Copy: read | yes | yes |
`;

async function deleted() {
  const made = productInMemory(document);
  const { product, id } = made;
  const host = new SessionHost(product);
  await host.actAs(id('Ana'));
  await host.run({ kind: 'event', entity: 'Book', id: id('Emma'), event: 'shelve', parameters: {} });
  await host.run({ kind: 'update', entity: 'User', id: id('Bo'), values: { wishes: [id('Emma')] } });
  const records = () => ({
    book: product.store.record('Book', id('Emma')),
    copies: product.store.query({ entity: 'Copy', conditions: [] }),
    favourite: product.store.record('User', id('Bo'))?.['favourite'],
    wishes: product.store.members('User', 'wishes', id('Bo')),
    entered: product.store.enteredAt('Book', 'status', id('Emma')),
  });
  const before = records();
  const outcome = await host.run({ kind: 'delete', entity: 'Book', id: id('Emma') });
  const token = (outcome.ok && outcome.value.undo) || '';
  expect(records()).toMatchObject({ book: null, copies: [], favourite: null, wishes: [] });
  return { ...made, host, records, before, token, restore: () => host.run({ kind: 'restore', token }) };
}

test('a deletion can be undone once, with everything that was deleted with it', async () => {
  const { product, id, records, before, restore } = await deleted();
  expect(before).toMatchObject({ book: { title: 'Emma', status: 'shelved' }, favourite: id('Emma'), wishes: [id('Emma')] });
  expect(await restore()).toMatchObject({ ok: true });
  const after = records();
  expect({ ...after, book: { ...after.book, updatedAt: null } }).toEqual({ ...before, book: { ...before.book, updatedAt: null } });
  expect(product.store.trail('Book', id('Emma'), 9).map(({ operation }) => operation)).toEqual(['restore', 'delete', 'shelve', 'create']);
  expect(await restore()).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
});

test('only the person who deleted can undo it, within a day, while they may delete', async () => {
  const { product, clock, id, host, records, restore } = await deleted();
  await host.actAs(id('Cleo'));
  expect(await restore()).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
  await host.actAs(id('Ana'));
  product.store.transaction(() => product.store.apply({ kind: 'update', entity: 'User', id: id('Ana'), values: { role: 'reader' } }));
  expect(await restore()).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
  product.store.transaction(() => product.store.apply({ kind: 'update', entity: 'User', id: id('Ana'), values: { role: 'clerk' } }));
  expect(records().book).toBeNull();
  clock.advance(25 * 3_600_000);
  expect(await restore()).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
});
