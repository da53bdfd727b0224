import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { timerDescription } from '../timers/timer-row.ts';

const text = `# Specification: Loans

## 3. Entities

### Loan

| Field | Type |
|---|---|
| rate | integer |
| total | integer |
| status | state |

## 4. States

### Loan.status

| From | Event | To | Effect | Description |
|---|---|---|---|---|
| | | open | | |
| open | changed(rate) | | \`total = rate * 2\` | the total follows the rate |
`;

test('the history describes a change row with the description of the row', () => {
  const { product } = productInMemory(text);
  const entry = { sequence: 1, at: 0, by: null, entity: 'Loan', record: '1', operation: 'changed(rate)', changes: {} };
  expect(timerDescription(product.index, entry, null)).toBe('the total follows the rate');
  expect(timerDescription(product.index, { ...entry, operation: 'changed(total)' }, null)).toBeNull();
});
