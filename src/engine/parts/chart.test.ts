import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Shops

## 2. Screens and routes

| Screen | Route |
|---|---|
| Sales | / |

### Sales

- chart of count of Sale by shop as bar
- chart of sum of Sale.pieces by clerks as pie

## 3. Entities and their fields

### Shop

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| North | North |
| South | South |
| Other | North |

### Sale

| Field | Type |
|---|---|
| pieces | integer |
| shop | Shop |
| clerks | list of Shop |

| Example | pieces | shop | clerks |
|---|---|---|---|
| A | 1 | North | North, Other |
| B | 2 | Other | South |
| C | 4 | Other | |
| D | 8 | | |
`;

const points = async (part: string) => {
  const { product, id } = productInMemory(document);
  const found = await new SessionHost(product).part({ address: { screen: 'Sales', parameters: {} }, part });
  if (!found.ok || found.value.kind !== 'chart') throw new Error(JSON.stringify(found));
  const names = new Map(['North', 'South', 'Other'].map((name) => [id(name), name]));
  return found.value.points.map(({ label, value, id: record }) => [names.get(record ?? '') ?? '', label, value]);
};

test('a chart by a relation has a point for each record, even if two have the same name', async () => {
  const found = await points('0');
  expect(found.slice(0, 2).sort()).toEqual([
    ['North', 'North', 1],
    ['Other', 'North', 2],
  ]);
  expect(found.slice(2)).toEqual([['', '', 1]]);
});

test('so has a chart by a list', async () => {
  const found = await points('1');
  expect([...found].sort()).toEqual([
    ['', '', 12],
    ['North', 'North', 1],
    ['Other', 'North', 1],
    ['South', 'South', 2],
  ]);
});
