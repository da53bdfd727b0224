import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { triggerEvent } from '../operations/trigger-event.ts';

const document = (effect: string): string => `# Specification: Plans

## 1. People

### Scenario: done

| As | Do | Expect |
|---|---|---|
| nobody | \`go Plan\` | |

## 3. Entities

### Plan

| Field | Type | Default |
|---|---|---|
| title | text | |
| loud | boolean | \`false\` |
| count | integer | \`0\` |
| status | state | |
| lines | list of Line by plan | |

| Example | title | loud |
|---|---|---|
| First | First | yes |

### Line

| Field | Type |
|---|---|
| plan | Plan |
| text | text |
| amount | integer |

| Example | plan | text | amount |
|---|---|---|---|
| A | First | a | 1 |
| B | First | b | 20 |

## 4. States

### Plan.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | go | done | \`${effect}\` |
`;

const lines = (effect: string) => {
  const { product, id } = productInMemory(document(effect));
  const input = { entity: 'Plan', id: id('First'), event: 'go', parameters: new Map(), authority: 'product' as const };
  const outcome = product.perform(product.as(null), triggerEvent, input);
  return {
    refused: outcome.ok ? [] : outcome.refusals.map(({ error, because }) => `${error} ${because}`),
    lines: product.store.query({ entity: 'Line', conditions: [] }).map((line) => `${String(line['text'])} ${String(line['amount'])}`),
    count: product.store.record('Plan', id('First'))?.['count'],
  };
};

test('for iterates over the list as it was before, when runs a step only if its condition holds', () => {
  expect(lines('for l in lines: create Line with {"plan": self, "text": l.text + "2", "amount": l.amount}')).toMatchObject({
    lines: ['a 1', 'b 20', 'a2 1', 'b2 20'],
    refused: [],
  });
  expect(
    lines(
      'for l in lines: (when l.amount > 10: delete l; when l.amount < 10: (update l with {"amount": 5}; count = count + 1)); count = count + 10',
    ),
  ).toMatchObject({ lines: ['a 5'], count: 11 });
  expect(lines('when title == "other": delete lines; when loud: count = 7')).toMatchObject({ lines: ['a 1', 'b 20'], count: 7 });
});

test('a condition without a value counts as false; a list without one refuses the event', () => {
  expect(lines('when 1 / count > 0: count = 7')).toMatchObject({ count: 0, refused: [] });
  expect(lines('for n in [1, 2, 3, 4].map(n, n / count): count = 7').refused[0]).toContain('has no value');
  expect(lines('for n in [1, 2, 3, 4]: count = count + n').count).toBe(10);
});
