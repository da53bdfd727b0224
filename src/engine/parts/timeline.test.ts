import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { nobody } from '../world/world.ts';
import { readTimeline } from './timeline.ts';

const text = (rows: string, hidden = ''): string => `# Specification: Loans

## 3. Entities

### Loan

| Field | Type |
|---|---|
| title | text |
| secret | text |
| status | state |

| Example | title |
|---|---|
| Drill | Drill |

## 4. States

### Loan.status

| From | Event | To | Effect | Description |
|---|---|---|---|---|
| | | lent | | |
${rows}

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Loan: read | yes |
${hidden}
`;

function timersIn(document: string) {
  const { product, clock, id } = productInMemory(document);
  clock.advance(10 * 86_400_000);
  product.timers.run();
  const record = product.world(nobody).record('Loan', id('Drill'), 'person');
  const part = { kind: 'timeline', entity: { text: 'Loan' } };
  const data = readTimeline({ product, world: product.world(nobody), record, options: {} } as never, part as never);
  if (data.kind !== 'timeline') throw new Error(`a timeline gave ${data.kind}`);
  return data.entries.map(({ timer }) => timer);
}

test('the history describes a timer with the description of its row, without “final”, else with the new state', () => {
  expect(timersIn(text('| lent | after `days(1)` | overdue | | the reminder goes out; final |'))).toEqual([
    { description: 'the reminder goes out', state: { field: 'status', name: 'overdue' } },
    null,
  ]);
  expect(timersIn(text('| lent | after `days(1)` | overdue | | final |'))).toEqual([
    { description: null, state: { field: 'status', name: 'overdue' } },
    null,
  ]);
  expect(timersIn(text('| lent | after `days(1)` | | `title = "Late"` | the title says so |'))).toEqual([
    { description: 'the title says so', state: null },
    null,
  ]);
});

test('if two rows are possible, neither description is shown', () => {
  const rows = '| lent | after `days(1)` | overdue | | a reminder |\n| overdue | after `days(9)` | overdue | | another |';
  expect(timersIn(text(rows)).filter((timer) => timer !== null)).toEqual([
    { description: 'another', state: null },
    { description: 'a reminder', state: { field: 'status', name: 'overdue' } },
  ]);
  const two = '| lent | after `days(1)` | overdue | | a reminder |\n| lent | after `days(2)` | overdue | | another |';
  expect(timersIn(text(two)).filter((timer) => timer !== null)).toEqual([
    { description: null, state: { field: 'status', name: 'overdue' } },
  ]);
});

test('a person who may not see a change completely gets no description of it', () => {
  const row = '| lent | after `days(1)` | overdue | `secret = "x"` | the secret is told |';
  expect(timersIn(text(row, '| Loan.secret: read | no |')).filter((timer) => timer !== null)).toEqual([
    { description: null, state: { field: 'status', name: 'overdue' } },
  ]);
});
