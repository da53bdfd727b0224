import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { ListOptions, PartData } from '../part-data.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Lending

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Loans | / | |
| Loan | /loans/:id | Loan |

### Loans

- list of Loan: number, item.owner.name, item.owner as "Lender", \`size(lines)\` as "Lines", item.kind, \`lines.map(l, l.text)\` as "Texts", item.secret
  - sort item.kind, "Lines" desc
  - search item.owner.name, item.name

### Loan

- details: number, item.owner.name, \`size(lines) * number\` as "Weight", item.secret

## 3. Entities and their fields

### Member

| Field | Type |
|---|---|
| name | text |
| password | password |

| Example | name |
|---|---|
| Bo | Bo |
| Ann | Ann |

### Item

| Field | Type |
|---|---|
| name | text |
| owner | Member |
| kind | enum new, old |
| secret | text |

| Example | name | owner | kind | secret |
|---|---|---|---|---|
| Drill | Drill | Bo | old | x |
| Saw | Saw | Ann | new | y |
| Tent | Tent | | old | z |

### Loan

| Field | Type |
|---|---|
| number | serial |
| item | Item |
| lines | list of Line by loan |

| Example | number | item |
|---|---|---|
| L1 | 1 | Drill |
| L2 | 2 | Saw |
| L3 | 3 | Tent |

### Line

| Field | Type |
|---|---|
| loan | Loan |
| text | text |

| Example | loan | text |
|---|---|---|
| A | L3 | a |
| B | L3 | b |
| C | L2 | c |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Loan: read | yes |
| Item: read | yes |
| Item.secret: read | no |
| Line: read | yes |
| Member: read | yes |
`;

type Rows = Extract<PartData, { kind: 'list' | 'cards' }>;

const host = (): SessionHost => new SessionHost(productInMemory(text).product);

async function rows(options?: ListOptions): Promise<Rows> {
  const part = await host().part({ address: { screen: 'Loans', parameters: {} }, part: '0' }, options);
  if (!part.ok || part.value.kind !== 'list') throw new Error(JSON.stringify(part));
  return part.value;
}

const column = (data: Rows, name: string): unknown[] => data.rows.map(({ values }) => values[name] ?? null);

test('a list shows paths and expressions; a path to a field that no role may read has no column', async () => {
  const data = await rows();
  expect(data.fields).toEqual(['number', 'item.owner.name', 'item.owner', '.lines', 'item.kind', '.texts']);
  expect(column(data, 'number')).toEqual([2, 3, 1]);
  expect(column(data, 'item.owner.name')).toEqual(['Ann', null, 'Bo']);
  expect(column(data, 'item.owner')).toMatchObject([{ label: 'Ann' }, null, { label: 'Bo' }]);
  expect(column(data, '.lines')).toEqual([1, 2, 0]);
  expect(column(data, '.texts')).toEqual([['c'], ['a', 'b'], []]);
  expect(data.sort).toEqual([
    { field: 'item.kind', descending: false },
    { field: '.lines', descending: true },
  ]);
  expect(data.unordered).toEqual(['.texts']);
});

test('such columns can be sorted by and searched', async () => {
  const sorted = async (field: string, descending = false): Promise<unknown[]> =>
    column(await rows({ sort: [{ field, descending }] }), 'number');
  expect(await sorted('item.owner.name')).toEqual([2, 1, 3]);
  expect(await sorted('item.owner', true)).toEqual([1, 2, 3]);
  expect(await sorted('.lines', true)).toEqual([3, 2, 1]);
  expect(await sorted('item.secret', true)).toEqual([1, 2, 3]);
  expect(column(await rows({ search: 'ann' }), 'number')).toEqual([2]);
  expect(column(await rows({ search: 'tent' }), 'number')).toEqual([3]);
});

test('details show them for the record of the screen', async () => {
  const session = host();
  const [first] = (await rows()).rows;
  const part = await session.part({ address: { screen: 'Loan', parameters: { id: first?.id ?? '' } }, part: '0' });
  expect(part).toMatchObject({
    ok: true,
    value: { fields: ['number', 'item.owner.name', '.weight'], record: { values: { '.weight': 2 } } },
  });
});
