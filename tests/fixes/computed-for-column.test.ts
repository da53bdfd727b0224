import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import type { Json } from '../../src/engine/record-data.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { readModel } from '../../src/model/read.ts';
import { productInMemory } from '../../testing/product.ts';

interface Case {
  readonly computed: string;
  readonly type: string;
  readonly columns: string;
  readonly rows: readonly (readonly [number, number | null])[];
}

const documentOf = ({ computed, type, columns, rows }: Case): string => `# Specification: Stock

## 2. Screens and routes

| Screen | Route |
|---|---|
| Lines | / |

### Lines

- list of Line: ${columns}

## 3. Entities and their fields

### Line

| Field | Type | Computed |
|---|---|---|
| text | text | |
| price | integer | |
| quantity | integer | |
| result | ${type} | \`${computed}\` |

| Example | text | price | quantity |
|---|---|---|---|
${rows.map(([price, quantity], index) => `| Line${index} | t${index} | ${price} | ${quantity ?? ''} |\n`).join('')}
## 7. The calls it makes

| Call | Returns |
|---|---|
| \`GET /api/health\` | 200 \`{"ok": true}\` |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| LIMIT | 5 |
`;

/** What the list shows: each row by its columns, and what the columns are called. */
async function shown(text: string): Promise<Json> {
  const { product } = productInMemory(text);
  const part = product.index.screen('Lines')?.parts[0];
  const outcome = await new SessionHost(product).part({ address: { screen: 'Lines', parameters: {} }, part: part?.id ?? '' });
  if (!outcome.ok || outcome.value.kind !== 'list' || part?.kind !== 'list') throw new Error('no list');
  const { rows, fields } = outcome.value;
  const titles = fields.map((name) => {
    const column = part.fields.find((one) => one.name.text === name);
    return column?.title ?? product.index.labels.field('Line', name);
  });
  return [titles, ...rows.map(({ values }) => fields.map((name) => values[name] ?? null)).sort()];
}

const cases: fc.Arbitrary<Case> = fc.record({
  rows: fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.option(fc.integer({ min: 0, max: 9 }), { nil: null })), { maxLength: 5 }),
  columns: fc.constantFrom('text, result', 'result, text', 'text, result as "Named", price'),
  computed: fc.constantFrom(
    'price * quantity',
    'price + LIMIT',
    'price / quantity',
    'quantity == null ? 0 : quantity',
    'price > 3 && quantity < LIMIT',
    'upper(text)',
  ),
  type: fc.constantFrom('integer', 'decimal', 'boolean', 'text'),
});

test('where the field is only a column, the fix keeps every value and title, and takes the field away', async () => {
  let fixed = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const text = documentOf(one);
      const [finding] = checkModel(readModel(text)).filter(({ code }) => code === 'computed-for-column');
      if (finding === undefined) return;
      fixed++;
      const after = applyEdits(text, finding.fixes[0]?.edits ?? []);
      expect(readModel(after).misreads).toEqual([]);
      expect(after).not.toContain('| result |');
      expect(await shown(after)).toEqual(await shown(text));
    }),
    { numRuns: 120 },
  );
  expect(fixed).toBeGreaterThan(10);
}, 30_000);

test.each([
  ['a filter uses it', 'text, result\n  - filter result'],
  ['a sort uses it', 'text, result\n  - sort result'],
  ['a condition reads it', 'text, result when `size(Line.filter(l, l.result > 3)) > 0`'],
])('nothing is found where %s', (_, columns) => {
  const text = documentOf({ computed: 'price * quantity', type: 'integer', columns, rows: [] });
  expect(checkModel(readModel(text)).filter(({ code }) => code === 'computed-for-column')).toEqual([]);
});

test('nothing is found where it is computed from other records', () => {
  const text = documentOf({ computed: 'size(Line)', type: 'integer', columns: 'text, result', rows: [] });
  expect(checkModel(readModel(text)).filter(({ code }) => code === 'computed-for-column')).toEqual([]);
});
