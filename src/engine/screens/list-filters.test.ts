import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { ListOptions, PartData } from '../part-data.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Store

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

- list of Thing: name, price, count, made
  - filter name, price, count, made, seen, tags, owner
- calendar of Thing by made to gone
- list of Owner: name

## 3. Entities and their fields

### Owner

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ann | Ann |

### Thing

| Field | Type | Computed |
|---|---|---|
| name | text | |
| price | money | |
| count | integer | |
| made | datetime | |
| gone | datetime | |
| seen | date | |
| tags | list of text | |
| owner | Owner | |
| twice | integer | \`count * 2\` |
| guess | integer | \`me == null ? count : 0\` |

| Example | name | price | count | made | gone | seen | tags | owner |
|---|---|---|---|---|---|---|---|---|
| A | Alpha..Beta | 10.50 | 1 | 2026-01-04T23:30:00Z | 2026-01-06T10:00:00Z | 2026-01-05 | red | Ann |
| B | beta | 0.25 | 2 | 2026-01-05T22:59:00Z | | 2026-01-06 | red, blue | |
| C | Gamma | | 3 | 2026-01-05T23:00:00Z | 2026-01-05T23:30:00Z | | | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| anybody | \`true\` |

| Permission | anybody |
|---|---|
| Thing: create, read, update | yes |
| Thing.gone: update | no |
| Owner: read | yes |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| TIME_ZONE | Europe/Madrid |
| CURRENCY | EUR |
`;

/** `list` and `cards` share their data. */
type Kind<K, D = PartData> = D extends { readonly kind: infer X } ? (K extends X ? D : never) : never;

function open() {
  const made = productInMemory(text);
  const host = new SessionHost(made.product);
  const part = async <K extends 'list' | 'calendar'>(id: string, options: ListOptions = {}) => {
    const outcome = await host.part({ address: { screen: 'Home', parameters: {} }, part: id }, options);
    if (!outcome.ok) throw new Error(outcome.refusals.map(({ because }) => because).join());
    return outcome.value as Kind<K>;
  };
  const [list = '', calendar = ''] = made.product.index.screen('Home')?.parts.map(({ id }) => id) ?? [];
  const names = async (options: ListOptions) => (await part<'list'>(list, options)).rows.map((row) => row.values['name']);
  const owner = made.id('Ann');
  return { ...made, host, part, list, calendar, names, owner };
}

describe('filters of a list', () => {
  test('a text filter ignores case, and two dots are not a range', async () => {
    const { names } = open();
    expect(await names({ filters: { name: { contains: 'BETA' } } })).toEqual(['Alpha..Beta', 'beta']);
    expect(await names({ filters: { name: { contains: '..' } } })).toEqual(['Alpha..Beta']);
    expect(await names({ filters: { name: ['Alpha..Beta'] } })).toEqual(['Alpha..Beta']);
    expect(await names({ filters: { name: { contains: '  ' } } })).toHaveLength(3);
  });

  test('numbers and amounts lie between two inclusive bounds', async () => {
    const { names } = open();
    expect(await names({ filters: { price: { from: '0.25', to: '10.49' } } })).toEqual(['beta']);
    expect(await names({ filters: { count: { from: 2, to: 2 } } })).toEqual(['beta']);
  });

  test("a day is the whole day in the product's time zone, even for moments", async () => {
    const { names } = open();
    // In Madrid, days begin at 23:00 UTC.
    expect(await names({ filters: { made: { from: '2026-01-05', to: '2026-01-05' } } })).toEqual(['Alpha..Beta', 'beta']);
    expect(await names({ filters: { made: { from: '2026-01-06' } } })).toEqual(['Gamma']);
    expect(await names({ filters: { seen: { to: '2026-01-05' } } })).toEqual(['Alpha..Beta']);
  });

  test('excluded values, and empty or not', async () => {
    const { names, owner } = open();
    expect(await names({ filters: { name: { not: ['beta'] } } })).toEqual(['Alpha..Beta', 'Gamma']);
    expect(await names({ filters: { count: { not: [1, 3] } } })).toEqual(['beta']);
    expect(await names({ filters: { price: { not: [null] } } })).toEqual(['Alpha..Beta', 'beta']);
    expect(await names({ filters: { price: [null] } })).toEqual(['Gamma']);
    expect(await names({ filters: { tags: { not: ['blue'] } } })).toEqual(['Alpha..Beta', 'Gamma']);
    expect(await names({ filters: { owner: { not: [owner] } } })).toEqual(['beta', 'Gamma']);
    expect(await names({ filters: { name: { not: [] } } })).toHaveLength(3);
  });

  test('all filters together, or any of them', async () => {
    const { names } = open();
    const filters = { name: { contains: 'beta' }, count: { from: 2 } };
    expect(await names({ filters })).toEqual(['beta']);
    expect(await names({ filters, match: 'any' })).toEqual(['Alpha..Beta', 'beta', 'Gamma']);
    expect(await names({ filters: { seen: { from: '2026-01-06' }, price: [null] }, match: 'any' })).toEqual(['beta', 'Gamma']);
    expect(await names({ filters: {}, match: 'any' })).toHaveLength(3);
  });

  test('a list can be filtered by every field that the person sees, whether or not the part names it', async () => {
    const { part, list, names, owner } = open();
    expect(await names({ filters: { gone: { not: [null] } } })).toEqual(['Alpha..Beta', 'Gamma']);
    expect(await names({ filters: { twice: { from: 4 } } })).toEqual(['beta', 'Gamma']);
    expect(await names({ filters: { nothing: ['a'] } })).toHaveLength(3);
    const { filters } = await part<'list'>(list, { filters: { gone: { not: [null] }, owner: [owner] } });
    expect(filters.map(({ field, named }) => `${field} ${named}`)).toEqual([
      ...['name', 'price', 'count', 'made', 'seen', 'tags', 'owner'].map((field) => `${field} true`),
      'gone false',
    ]);
  });

  test('an unreadable bound matches nothing and is reported', async () => {
    const { part, list } = open();
    const data = await part<'list'>(list, { filters: { count: { from: 'many' }, made: { to: '2026-02-31' } } });
    expect(data.rows).toEqual([]);
    expect(data.unread).toEqual([
      { field: 'count', value: 'many' },
      { field: 'made', value: '2026-02-31' },
    ]);
    expect((await part<'list'>(list, { filters: { count: { from: '', to: null } } })).unread).toEqual([]);
  });

  test('incomplete choices are marked', async () => {
    const { part, list, host } = open();
    const more = async (field: string) => (await part<'list'>(list)).filters.find((filter) => filter.field === field)?.more;
    expect(await more('tags')).toBe(false);
    const rows = Array.from({ length: 250 }, (_, index) => ({ name: `Thing ${index}`, tags: `tag ${index}` }));
    await host.importRows({ part: { address: { screen: 'Home', parameters: {} }, part: list }, rows, mode: 'all' });
    expect(await more('tags')).toBe(true);
    expect(await more('name')).toBe(true);
    expect(await more('owner')).toBe(false);
  });
});

describe('columns, groups and totals', () => {
  test('other columns can be requested in any order; unknown ones are left out', async () => {
    const { part, list } = open();
    const data = await part<'list'>(list, { fields: ['tags', 'name', 'nothing', 'name'], group: 'owner' });
    expect(data.fields).toEqual(['tags', 'name']);
    expect(data.offered.slice(0, 5)).toEqual(['name', 'price', 'count', 'made', 'gone']);
    expect(data.group).toBe('owner');
    expect(data.rows[0]?.values['owner']).toMatchObject({ label: 'Ann' });
    expect((await part<'list'>(list, { fields: ['nothing'] })).fields).toEqual(['name', 'price', 'count', 'made']);
  });

  test('totals cover all matching records', async () => {
    const { part, list } = open();
    const asked = { totals: ['name', 'price', 'count', 'twice', 'guess', 'nothing'], limit: 1 };
    const all = await part<'list'>(list, asked);
    expect(all.totals).toEqual({ price: '10.75', count: 6, twice: 12, guess: 6 });
    expect(all.rows).toEqual([]);
    expect((await part<'list'>(list, { ...asked, filters: { count: { from: 2 } } })).totals).toMatchObject({ count: 5, price: '0.25' });
    expect((await part<'list'>(list)).totals).toEqual({});
  });
});

test('the number of rows is limited, and a negative offset counts as 0', async () => {
  const { part, list } = open();
  const count = async (options: ListOptions) => (await part<'list'>(list, options)).rows.length;
  expect(await count({ limit: -1 })).toBe(0);
  expect(await count({ limit: 1e12, offset: -5 })).toBe(3);
  expect(await count({ limit: Number.NaN })).toBe(0);
  expect(await count({ limit: 1.9 })).toBe(1);
});

describe('a calendar', () => {
  test('shows the entries in the requested range, and their number', async () => {
    const { part, calendar } = open();
    const within = async (from: string, to: string) =>
      (await part<'calendar'>(calendar, { range: { from, to } })).entries.map((entry) => entry.record.label);
    expect(await within('2026-01-06', '2026-01-06')).toEqual(['Alpha..Beta', 'Gamma']);
    expect(await within('2026-01-05', '2026-01-05')).toEqual(['Alpha..Beta', 'beta']);
    expect(await within('2026-02-01', '2026-03-01')).toEqual([]);
    expect(await part<'calendar'>(calendar)).toMatchObject({ total: 3, by: 'made', until: 'gone', type: 'datetime', creates: true });
  });

  test('entries cannot be moved if the person may not set the end', async () => {
    const { part, calendar } = open();
    expect((await part<'calendar'>(calendar)).entries.map((entry) => entry.movable)).toEqual([false, false, false]);
  });
});

describe('rows of a file', () => {
  const rows: readonly Readonly<Record<string, string>>[] = [
    { name: 'Delta', price: '1 000.5', count: '4', made: '2026-01-07 09:30', tags: 'a; b', owner: 'Ann' },
    { name: 'Epsilon', count: 'four', owner: 'Nobody' },
    { name: '', price: '3', twice: '4' },
  ];
  const request = (part: string, mode: 'check' | 'all' | 'good', given: readonly Record<string, string>[] = rows) => ({
    part: { address: { screen: 'Home', parameters: {} }, part },
    rows: given,
    mode,
  });

  test('a check reports every mistake and writes nothing', async () => {
    const { host, list, names } = open();
    const outcome = await host.importRows(request(list, 'check'));
    if (!outcome.ok) throw new Error('refused');
    expect(outcome.value.created).toBe(1);
    expect(outcome.value.inputs.map(({ name }) => name)).toEqual(['name', 'price', 'count', 'made', 'gone', 'seen', 'tags', 'owner']);
    expect(outcome.value.problems.map(({ row, refusal }) => `${row} ${refusal.field}: ${refusal.message}`)).toEqual([
      '1 count: Count must be a whole number.',
      '1 owner: Owner must be an existing owner.',
      '2 twice: You don’t have access.',
    ]);
    expect(await names({})).toHaveLength(3);
  });

  test('imports all or nothing, or only the valid rows', async () => {
    const { host, list, part } = open();
    expect(await host.importRows(request(list, 'all'))).toMatchObject({ ok: true, value: { created: 0 } });
    expect((await part<'list'>(list)).total).toBe(3);
    expect(await host.importRows(request(list, 'good'))).toMatchObject({ ok: true, value: { created: 1 } });
    const { rows: found } = await part<'list'>(list, { filters: { name: ['Delta'] }, fields: ['name', 'price', 'made', 'tags', 'owner'] });
    expect(found[0]?.values).toMatchObject({
      price: '1000.50',
      made: '2026-01-07T08:30:00.000Z',
      tags: ['a', 'b'],
      owner: { label: 'Ann' },
    });
  });

  test('is refused if the person may not create such records, or if there are too many', async () => {
    const { host, list, product } = open();
    const owners = product.index.screen('Home')?.parts[2]?.id ?? '';
    expect(await host.importRows(request(owners, 'check'))).toMatchObject({ ok: false, refusals: [{ error: 'UNAUTHORIZED' }] });
    const many = Array.from({ length: 5001 }, () => ({ name: 'x' }));
    expect(await host.importRows(request(list, 'good', many))).toMatchObject({ ok: false, refusals: [{ own: { code: 'too-many-rows' } }] });
  });
});
