import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { SessionHost } from '../../src/engine/session-host.ts';
import type { Model } from '../../src/model/model.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { postgresStores } from '../../testing/postgres/test-databases.ts';
import { productOver } from '../../testing/product.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';

/* The database groups what a chart shows; in memory the evaluator looks at each record. */

const charts = [
  'count of Sale by shop',
  'count of Sale by paid',
  'count of Sale by grade',
  'count of Sale by note',
  'count of Sale by sold per day',
  'count of Sale by sold per week',
  'sum of Sale.price by sold per month',
  'max of Sale.price by day per week',
  'min of Sale.pieces by shop',
  'avg of Sale.price by grade',
  'sum of Sale.total by shop',
  'avg of Sale.weight by paid',
  'count of Sale where `pieces > 2` by shop',
  'sum of Sale.secret by shop',
  'count of Sale by doubled',
  'count of Sale by tags',
];

interface Sale {
  readonly shop: string;
  readonly paid: string;
  readonly grade: string;
  readonly note: string;
  readonly sold: string;
  readonly day: string;
  readonly price: string;
  readonly pieces: string;
  readonly weight: string;
  readonly tags: string;
}
const columns = ['shop', 'paid', 'grade', 'note', 'sold', 'day', 'price', 'pieces', 'weight', 'tags'] as const;

const text = (sales: readonly Sale[], zone: string) => `# Specification: Sales

## 2. Screens and routes

| Screen | Route |
|---|---|
| Figures | / |

### Figures

${charts.map((chart) => `- chart of ${chart}`).join('\n')}

## 3. Entities and their fields

### Shop

| Field | Type |
|---|---|
| name | text |
| open | boolean |

| Example | name | open |
|---|---|---|
| North | North | yes |
| South | South | no |
| Norther | North | yes |

### Sale

| Field | Type | Computed |
|---|---|---|
| shop | Shop | |
| paid | boolean | |
| grade | enum low, high | |
| note | text | |
| sold | datetime | |
| day | date | |
| price | money | |
| pieces | integer | |
| weight | decimal | |
| tags | list of text | |
| secret | integer | |
| total | money | \`price * pieces\` |
| doubled | integer | \`pieces * 2\` |

| Example | ${columns.join(' | ')} |
|---|${columns.map(() => '---|').join('')}
${sales.map((sale, index) => `| S${index} | ${columns.map((column) => sale[column]).join(' | ')} |`).join('\n')}

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Shop: read | \`open\` |
| Sale: read | \`pieces != 9\` |
| Sale.secret: read | \`paid\` |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| TIME_ZONE | ${zone} |
| CURRENCY | EUR |
`;

const sales = fc.array(
  fc.record({
    // Two of the shops have one name.
    shop: fc.constantFrom('', 'North', 'South', 'Norther'),
    paid: fc.constantFrom('', 'yes', 'no'),
    grade: fc.constantFrom('', 'low', 'high'),
    note: fc.constantFrom('', 'a', 'B', 'ä', '10', '9'),
    // Around midnight in Madrid and in UTC, at both changes of the clock, and before 1972.
    sold: fc.constantFrom(
      '',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59Z',
      '2026-10-25T22:59:00Z',
      '2026-10-26T00:00:00Z',
      '2026-10-25T23:00:00Z',
      '1969-12-31T23:00:00Z',
    ),
    day: fc.constantFrom('', '2026-01-04', '2026-01-05', '2027-02-28'),
    price: fc.constantFrom('', '0.10', '-3.33', '1000000.07'),
    pieces: fc.constantFrom('', '0', '3', '9', '-2'),
    weight: fc.constantFrom('', '0.1', '2.5'),
    tags: fc.constantFrom('', 'x', 'x, y'),
  }),
  { maxLength: 12 },
);

async function pointsOver(sold: readonly Sale[], zone: string, storeOf: (model: Model) => Store): Promise<unknown[]> {
  const host = new SessionHost(productOver(text(sold, zone), storeOf).product);
  const address = { screen: 'Figures', parameters: {} };
  const all = await Promise.all(charts.map((_chart, index) => host.part({ address, part: String(index) })));
  return all.map((found, index) => {
    if (!found.ok || found.value.kind !== 'chart') throw new Error(`${charts[index]}: ${JSON.stringify(found)}`);
    // Ids differ between two products; binary sums in their last digits.
    return found.value.points.map(({ label, value, id }) => [label, Number(value.toFixed(6)), id !== undefined]);
  });
}

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();
const worlds: Readonly<Record<string, readonly [rounds: number, open: (model: Model) => Store]>> = {
  SQLite: [60, (model) => openSqliteStore(makeDatabase(), model)],
  Postgres: [8, (model) => openStore(makePostgres(), model)],
};

test.each(Object.keys(worlds))('%s groups what a chart shows as the evaluator does', async (name) => {
  const [numRuns, open] = worlds[name] as (typeof worlds)[string];
  await fc.assert(
    fc.asyncProperty(sales, fc.constantFrom('Europe/Madrid', 'UTC'), async (sold, zone) => {
      const [expected, found] = [await pointsOver(sold, zone, createMemoryStore), await pointsOver(sold, zone, open)];
      for (const [index, chart] of charts.entries()) expect(found[index], chart).toEqual(expected[index]);
    }),
    { numRuns, examples: [[[], 'UTC']] },
  );
});
