import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { update } from '../operations/update.ts';

const text = `# Specification: Timers

## 3. Entities

### Offer

| Field | Type |
|---|---|
| title | text |
| price | integer |
| status | state |

| Example | title | price |
|---|---|---|
| Good | Good | 5 |
| Bad | Bad | |

## 4. States

### Offer.status

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | open | | |
| open | after \`days(1)\` | closed | \`price != null\` | NO_PRICE |

## 8. Errors

| Error | Status | Message | Shown |
|---|---|---|---|
| NO_PRICE | 422 | It has no price. | toast |
`;

test('a refused timer is reported with reason and record until the record changes; subscribers are notified', () => {
  const { product, clock, id } = productInMemory(text);
  let told = 0;
  product.subscribe(() => told++);
  expect(product.timers.refused()).toEqual([]);
  clock.advance(86_400_000);
  product.timers.run();
  expect(product.store.record('Offer', id('Good'))?.['status']).toBe('closed');
  expect(product.timers.refused()).toMatchObject([
    { entity: 'Offer', id: id('Bad'), refusals: [{ error: 'NO_PRICE', message: 'It has no price.', at: expect.anything() }] },
  ]);
  expect(told).toBeGreaterThan(0);
  const before = told;
  product.timers.run();
  expect([product.timers.refused().length, told]).toEqual([1, before]);
  product.perform(product.as(null), update, { entity: 'Offer', id: id('Bad'), values: new Map([['price', 3]]), authority: 'product' });
  expect(product.timers.refused()).toHaveLength(1);
});
