import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { timestampFromMilliseconds } from '../../expression/values/time.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { changeDocument } from '../document/change-document.ts';
import { create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { createProduct } from '../product.ts';
import { nobody } from '../world/world.ts';
import { exampleRecords, isSeeded, seedExamples } from './seed.ts';

const document = (fields: string, examples: string): string => `# Specification: Test

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| name | text | yes |
${fields}

${examples}

## 4. States

### Thing.status

| From | Event | To |
|---|---|---|
| | | new |
| new | finish | done |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| never | Thing on create | \`false\` | INVALID |
`;

const fields = `| status | state | |
| picture | image | |
| day | date | |
| next | Thing | |
| number | serial | |`;

const examples = `| Example | name | status | picture | day | next |
|---|---|---|---|---|---|
| First | one | done | a <b>.png | 2026-02-03 | Second |
| Second | two | | | | |`;

function running(text: string) {
  const model = readModel(text);
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: fixedPlatform(), hasher: cheapHasher });
  return { product, store, leftOut: seedExamples(product) };
}

describe('examples', () => {
  test('may set the state, refer forwards and name files; rules on create are not checked', () => {
    const { product, id, clock } = productInMemory(document(fields, examples));
    const first = product.store.record('Thing', id('First'));
    expect(first).toMatchObject({
      name: 'one',
      status: 'done',
      next: id('Second'),
      picture: { name: 'a <b>.png', mediaType: 'image/svg+xml' },
    });
    expect(product.store.record('Thing', id('Second'))?.['status']).toBe('new');
    expect(product.store.enteredAt('Thing', 'status', id('First'))).toBe(clock.now());
    const picture = first?.['picture'] as { id: string };
    expect(new TextDecoder().decode(product.store.file(picture.id) ?? undefined)).toContain('a &lt;b&gt;.png');
    expect(isSeeded(product)).toBe(true);
  });

  test('one that cannot be loaded is left out and reported; the others are loaded', () => {
    const { product, leftOut } = running(document(fields, '| Example | name | next |\n|---|---|---|\n| First | | |\n| Second | two | |'));
    expect(leftOut).toMatchObject([{ example: 'First', refusals: [{ error: 'INVALID', field: 'name' }] }]);
    expect(Object.keys(exampleRecords(product))).toEqual(['Second']);
  });
});

test('an example may be older than the product and have an author: its trail shows both', () => {
  const text = `# Specification: Test

## 3. Entities

### User

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | |
| email | email | yes | yes |
| password | password | yes | |

| Example | name | email | password |
|---|---|---|---|
| Ann | Ann | ann@example.com | correct-horse |

### Note

| Field | Type | Required | Default |
|---|---|---|---|
| text | text | yes | |
| writer | User | | \`me\` |

| Example | text | createdAt | createdBy |
|---|---|---|---|
| Old | Old | \`now - days(3)\` | Ann |
| New | New | | |

## 6. Roles

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |
`;
  const { product, id, clock } = productInMemory(text);
  const made = clock.now() - 3 * 86_400_000;
  const moment = timestampFromMilliseconds(made);
  expect(product.store.record('Note', id('Old'))).toMatchObject({
    createdAt: moment,
    updatedAt: moment,
    createdBy: id('Ann'),
    writer: id('Ann'),
  });
  expect(product.store.trail('Note', id('Old'), 5)).toMatchObject([{ at: made, by: id('Ann'), operation: 'create' }]);
  expect(product.store.trail('Note', id('New'), 5)).toMatchObject([{ at: clock.now(), by: null, operation: 'create' }]);
});

describe('another document', () => {
  test('the data is migrated; new examples become records; deleted ones do not return', () => {
    const { product, store } = running(document(fields, examples));
    const { id } = exampleRecords(product)['Second'] ?? { id: '' };
    const first = exampleRecords(product)['First']?.id ?? '';
    product.perform(nobody, deleteRecord, { entity: 'Thing', id: first, authority: 'product' });
    const next = document(`${fields}\n| extra | text | |`, `${examples}\n| Third | three | | | | |`);
    const report = changeDocument(product, store, readModel(next), false);
    expect(report).toMatchObject({ applied: true, losses: [] });
    expect(report.changes.join()).toContain('extra');
    expect(store.record('Thing', id)).toMatchObject({ name: 'two', extra: null });
    expect(store.record('Thing', first)).toBeNull();
    expect(exampleRecords(product)).toHaveProperty('Third');
    expect(store.query({ entity: 'Thing', conditions: [] }).map((record) => record['number'])).toEqual([1, 3]);
  });

  test('a loss is reported first, and happens only with force', () => {
    const { product, store } = running(document(fields, examples));
    const next = readModel(document(fields.replace('| day | date | |\n', ''), examples));
    const report = changeDocument(product, store, next, false);
    expect(report).toMatchObject({ applied: false, losses: [expect.stringContaining('“day”')] });
    expect(product.index.field('Thing', 'day')).not.toBeNull();
    expect(changeDocument(product, store, next, true).applied).toBe(true);
    expect(product.index.field('Thing', 'day')).toBeNull();
    const { id } = exampleRecords(product)['First'] ?? { id: '' };
    expect(store.record('Thing', id)).not.toHaveProperty('day');
  });

  test("the new document's rules apply immediately", () => {
    const { product, store } = running(document(fields, examples));
    const make = () => product.perform(nobody, create, { entity: 'Thing', values: new Map([['name', 'x']]), authority: 'person' });
    expect(make().ok).toBe(false);
    changeDocument(product, store, readModel(document(fields, examples).replace('`false`', '`true`')), false);
    expect(make().ok).toBe(true);
  });
});
