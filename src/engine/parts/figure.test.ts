import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const figures = {
  Late: 'size(Task.filter(t, t.late))',
  'Late and mine': 'size(Task.filter(t, t.rank > 0 && t.late))',
  'Late, none': 'size(Task.filter(t, t.late && t.rank > 9))',
  Overdue: 'sum(Task.filter(t, t.status == "overdue").map(t, t.price))',
  'Lost, which is over': 'size(Task.filter(t, t.status == "lost"))',
  'Late or not': 'size(Task.filter(t, t.late || t.rank > 0))',
  'Not late': 'size(Task.filter(t, !t.late))',
  Kept: 'size(Task.filter(t, t.overdue))',
  All: 'size(Task)',
};

const text = `# Specification: Work

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

${Object.entries(figures)
  .map(([label, value]) => `- figure "${label}": \`${value}\``)
  .join('\n')}

## 3. Entities and their fields

### Task

| Field | Type | Computed |
|---|---|---|
| name | text | |
| rank | integer | |
| price | decimal | |
| overdue | boolean | |
| status | state | |
| late | boolean | \`rank > 1\` |

| Example | name | rank | price | overdue | status |
|---|---|---|---|---|---|
| A | Sweep | 1 | 3.00 | yes | open |
| B | Paint | 2 | 4.50 | no | overdue |
| C | Mow | 3 | 2.00 | no | lost |

## 4. States and transitions

### Task.status

| From | Event | To |
|---|---|---|
| | | open |
| open | wait | overdue |
| overdue | lose | lost |

| State | Colour |
|---|---|
| overdue | danger |
| lost | danger |
`;

test('only a figure that counts late records is marked as late', async () => {
  const { product } = productInMemory(text);
  const session = new SessionHost(product, { remembers: false });
  const late = await Promise.all(
    Object.keys(figures).map(async (label, part) => {
      const answer = await session.part({ address: { screen: 'Home', parameters: {} }, part: String(part) });
      return answer.ok && answer.value.kind === 'figure' && answer.value.late === true ? [label] : [];
    }),
  );
  expect(late.flat()).toEqual(['Late', 'Late and mine', 'Overdue']);
});
