import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { anyType } from '../../expression/types/type.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Given } from '../operation.ts';
import { create } from '../operations/create.ts';
import { deleteRecord } from '../operations/delete.ts';
import { update } from '../operations/update.ts';
import type { Json } from '../record-data.ts';
import { recordData } from '../screens/record-data.ts';
import { SessionHost } from '../session-host.ts';
import { nobody } from '../world/world.ts';

const document = `# Specification: Test

## 3. Entities and their fields

### Kind

| Field | Type | Required | Unique | Default | Computed |
|---|---|---|---|---|---|
| name | text | yes | | | |

| Example | name |
|---|---|
| First | The first |

### Thing

| Field | Type | Required | Unique | Default | Computed |
|---|---|---|---|---|---|
| number | serial | | yes | | |
| title | text | yes | | | |
| slug | slug | | yes | \`slugify(title)\` | |
| body | markdown | | | | |
| count | integer | | | 3 | |
| weight | decimal | | | | |
| price | money | | | | |
| done | boolean | | | | |
| day | date | | | | |
| clock | time | | | | |
| moment | datetime | | | | |
| length | duration | | | | |
| mail | email | | | | |
| link | url | | | | |
| call | phone | | | | |
| paint | color | | | | |
| secret | password | | | | |
| picture | image | | | | |
| extra | json | | | | |
| key | uuid | | | | |
| level | enum low, normal, high | yes | | normal | |
| status | state | | | | |
| kind | Kind | | | | |
| tags | list of text | | | | |
| double | integer | | | | \`count * 2\` |
| later | integer | | | \`earlier + 1\` | |
| earlier | integer | | | \`count + 1\` | |
| a | integer | | | | \`b + 1\` |
| b | integer | | | | \`a + 1\` |

## 4. States and transitions

### Thing.status

| From | Event | To |
|---|---|---|
| | | begun |
| begun | finish | done |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
`;

const given = (values: Readonly<Record<string, Json>>): Given =>
  new Map(
    Object.entries(values).map(([name, json]): [string, Value] => {
      const value = fromJson(json, anyType);
      if (value instanceof Mistake) throw new Error(value.message);
      return [name, value];
    }),
  );

function make(values: Readonly<Record<string, Json>>) {
  const made = productInMemory(document);
  const outcome = made.product.perform(nobody, create, {
    entity: 'Thing',
    values: given({ title: 'One', ...values }),
    authority: 'person',
  });
  if (!outcome.ok) return { ...made, refusals: outcome.refusals, values: {} as Readonly<Record<string, Json>>, record: null };
  const { product } = made;
  const world = product.world(nobody);
  const record = world.record('Thing', outcome.value.id);
  if (record === null) throw new Error('it was not written');
  const fields = [...(product.index.entity('Thing')?.byName.keys() ?? [])];
  return { ...made, refusals: [], values: recordData(world, record, fields).values, record: outcome.value };
}

describe('values from a caller', () => {
  test.each<[string, Json, Json]>([
    ['title', '', ''],
    ['count', 7, 7],
    ['count', null, null],
    ['weight', '0.1', '0.1'],
    ['weight', 2, '2'],
    ['price', '12.50', '12.50'],
    ['price', 3, '3.00'],
    ['done', false, false],
    ['day', '2026-02-28', '2026-02-28'],
    ['clock', '09:30', '09:30'],
    ['moment', '2026-01-05T10:00:00+01:00', '2026-01-05T09:00:00.000Z'],
    ['moment', '2026-01-05T09:00:00.123456789Z', '2026-01-05T09:00:00.123456Z'],
    ['length', 'PT1H30M', 'PT1H30M'],
    ['length', '-PT0.0000019S', '-PT0.000001S'],
    ['mail', 'ana@example.com', 'ana@example.com'],
    ['mail', '', null],
    ['link', 'https://example.com/a', 'https://example.com/a'],
    ['call', '+420 777 123 456', '+420 777 123 456'],
    ['paint', '#1a7f37', '#1a7f37'],
    ['key', '0190b5a2-0000-7000-8000-000000000000', '0190b5a2-0000-7000-8000-000000000000'],
    ['extra', { a: [1, 'x', null] }, { a: [1, 'x', null] }],
    ['level', 'high', 'high'],
    ['tags', ['a', 'b'], ['a', 'b']],
    ['tags', null, []],
  ])('%s accepts %j', (field, value, kept) => {
    const { values, refusals } = make({ [field]: value });
    expect(refusals).toEqual([]);
    expect(values[field]).toEqual(kept);
  });

  test.each<[string, Json, string]>([
    ['title', 5, 'Title must be text.'],
    ['title', null, 'Title is required.'],
    ['count', 1.5, 'Count must be a whole number.'],
    ['count', '7', 'Count must be a whole number.'],
    ['count', 2 ** 70, 'Count must be a smaller number.'],
    ['price', '1.005', 'Price must be an amount with at most two places.'],
    ['price', '100000000000000000.00', 'Price must be a smaller amount.'],
    ['done', 'true', 'Done must be true or false.'],
    ['day', '2026-02-30', 'Day must be a date such as 2026-01-05.'],
    ['moment', 'soon', 'Moment must be a moment such as 2026-01-05T09:30:00Z.'],
    ['mail', 'ana', 'Mail must be an email address.'],
    ['link', 'javascript:alert(1)', 'Link must be an address that begins with http:// or https://.'],
    ['paint', 'red', 'Paint must be a colour such as #1a7f37.'],
    ['picture', 'nowhere', 'Picture must be an uploaded file.'],
    ['level', 'huge', 'Level must be “low”, “normal” or “high”.'],
    ['level', null, 'Level is required.'],
    ['kind', 'nobody', 'Kind must be an existing kind.'],
    ['tags', 'a', 'Tags must be a list.'],
    ['tags', ['a', 1], 'Tags has at place 2 something that must be text.'],
    ['colour', 'red', 'Colour is not a field of thing.'],
  ])('%s refuses %j', (field, value, message) => {
    const product = make({ [field]: value });
    const [refusal] = product.refusals;
    // Tests accept a file name as a placeholder file.
    if (field === 'picture') return expect(refusal).toBeUndefined();
    expect(refusal).toMatchObject({ error: 'INVALID', status: 422, field, message, shown: { kind: 'at', field } });
    expect(refusal?.at).not.toBeNull();
  });

  test('every invalid value is reported', () => {
    expect(make({ title: null, count: 'x', level: 'huge' }).refusals.map(({ field }) => field)).toEqual(['count', 'level', 'title']);
  });

  test.each(['number', 'status', 'double', 'createdAt', 'id'])('%s is never accepted from a caller', (field) => {
    const [refusal] = make({ [field]: 1 }).refusals;
    expect(refusal).toMatchObject({ error: 'FORBIDDEN', field });
  });
});

describe('values that the product adds', () => {
  test('numbers, states, defaults in order of dependency, computed fields', () => {
    const { values } = make({});
    expect(values).toMatchObject({
      number: 1,
      status: 'begun',
      count: 3,
      earlier: 4,
      later: 5,
      double: 6,
      slug: 'one',
      level: 'normal',
      tags: [],
    });
  });

  test('a create that is refused takes no number, and that of a deleted record is not given again', () => {
    const { product } = productInMemory(
      document.replace('## 9.', '## 5. Rules\n\n| Rule | On | Must hold |\n|---|---|---|\n| few | Thing | `count < 9` |\n\n## 9.'),
    );
    const ids = new Map<Value, string>();
    const numberOf = (values: Readonly<Record<string, Json>>): Value => {
      const outcome = product.perform(nobody, create, { entity: 'Thing', values: given(values), authority: 'person' });
      if (!outcome.ok) return outcome.refusals.map(({ error, field }) => `${error} ${field}`).join();
      const number = product.world(nobody).record('Thing', outcome.value.id)?.get('number') ?? null;
      ids.set(number, outcome.value.id);
      return number;
    };
    const tries: Readonly<Record<string, Json>>[] = [
      { title: 'A' },
      {},
      { title: 'B', count: 'x' },
      { title: 'B', count: 9 },
      { title: 'A' },
      { title: 'B', number: 7 },
      { title: 'B' },
    ];
    expect(tries.map(numberOf)).toEqual([1, 'INVALID title', 'INVALID count', 'INVALID null', 'CONFLICT slug', 'FORBIDDEN number', 2]);
    product.perform(nobody, deleteRecord, { entity: 'Thing', id: ids.get(2) ?? '', authority: 'person' });
    expect(numberOf({ title: 'B' })).toBe(3);
  });

  test('an explicit null suppresses the default', () => {
    expect(make({ count: null }).values).toMatchObject({ count: null, earlier: null, later: null, double: null });
  });

  test('computed fields that depend on each other are null', () => {
    expect(make({}).values).toMatchObject({ a: null, b: null });
  });

  test('passwords are hashed and never returned', () => {
    const { product, values, record } = make({ secret: 'open sesame' });
    expect(values).not.toHaveProperty('secret');
    const kept = product.store.record('Thing', record?.id ?? '')?.['secret'];
    expect(kept).not.toContain('sesame');
    expect(product.hasher.verify('open sesame', String(kept))).toBe(true);
    expect(product.hasher.verify('open sesamE', String(kept))).toBe(false);
    const trail = product.store.trail('Thing', record?.id ?? '', 10);
    expect(JSON.stringify(trail)).not.toContain('secret');
  });

  test('ids ascend in the order of creation, even within one millisecond', () => {
    const { product } = productInMemory(document);
    const ids = Array.from({ length: 20 }, () => product.newId());
    expect([...ids].sort()).toEqual(ids);
  });

  test('an update is recorded in the trail, field by field', () => {
    const { product, record } = make({ secret: 'open sesame' });
    const id = record?.id ?? '';
    product.perform(nobody, update, { entity: 'Thing', id, values: given({ count: 9, secret: 'closed again' }), authority: 'person' });
    expect(product.store.trail('Thing', id, 1)).toMatchObject([{ operation: 'update', changes: { count: { from: 3, to: 9 } } }]);
    expect(Object.keys(product.store.trail('Thing', id, 1)[0]?.changes ?? {})).toEqual(['count']);
  });
});

test('relations, files, and the names that a scenario can use', () => {
  const rows = `
    nobody | \`create Thing as t with {"title": "Ein Ding", "kind": First, "picture": "leak.png", "price": 5}\` | \`t.kind.name == "The first" && t.picture.name == "leak.png" && t.price > 4 && t.slug == "ein-ding"\`
    nobody | \`update t with {"kind": null, "tags": ["x"]}\` | \`t.kind == null && "x" in t.tags && t.updatedAt == now\`
    nobody | \`create Thing with {"title": "Ein Ding"}\` | refused CONFLICT
    nobody | \`delete First\` | \`Kind.size() == 0\`
  `;
  expect(failedRows(document.slice(document.indexOf('## 3.')), rows)).toEqual([]);
});

describe('a computed default that is longer than its field allows', () => {
  const text = `# Specification: Test

## 2. Screens and routes

| Screen | Route |
|---|---|
| New | / |

### New

- form to create Note: teaser

## 3. Entities and their fields

### Note

| Field | Type | Default |
|---|---|---|
| body | text | \`"A long body"\` |
| teaser | text(6) | \`body\` |
`;
  const part = { address: { screen: 'New', parameters: {} }, part: '0' };

  test('appears in a form, where it can be shortened', async () => {
    const session = new SessionHost(productInMemory(text).product, { remembers: false });
    const inputs = [{ name: 'teaser', value: 'A long body', maxLength: 6 }];
    expect(await session.part(part)).toMatchObject({ ok: true, value: { inputs } });
    expect(await session.run({ kind: 'create', part, entity: 'Note', values: { teaser: 'A body' } })).toMatchObject({ ok: true });
  });

  test('is refused at its field instead of being cut', () => {
    const { product } = productInMemory(text);
    const make = (body: string) => product.perform(nobody, create, { entity: 'Note', values: given({ body }), authority: 'person' });
    expect(make('Another long body')).toMatchObject({
      ok: false,
      refusals: [{ error: 'INVALID', field: 'teaser', message: 'Teaser must have at most 6 characters.' }],
    });
    expect(make('Short')).toMatchObject({ ok: true });
  });
});

test('a default that reads a refused or missing value is no second mistake', () => {
  const { product, id } = productInMemory(`# Shop

## 3. Entities and their fields

### Fruit

| Field | Type |
|---|---|
| price | money |

| Example | price |
|---|---|
| Apple | 2.50 |
| Free | |

### Offer

| Field | Type | Required | Default |
|---|---|---|---|
| fruit | Fruit | yes | |
| base | money | | \`fruit.price\` |
| price | money | yes | \`base\` |
`);
  const wrong = (values: Record<string, Value>): readonly (string | null)[] => {
    const outcome = product.perform(nobody, create, { entity: 'Offer', values: new Map(Object.entries(values)), authority: 'product' });
    return outcome.ok ? [] : outcome.refusals.map(({ field }) => field);
  };
  expect(wrong({ fruit: 'none' })).toEqual(['fruit']);
  expect(wrong({})).toEqual(['fruit']);
  expect(wrong({ fruit: 'none', price: null })).toEqual(['fruit', 'price']);
  expect(wrong({ fruit: id('Free') })).toEqual(['price']);
  expect(wrong({ fruit: id('Apple') })).toEqual([]);
});
