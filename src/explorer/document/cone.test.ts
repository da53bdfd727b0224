import { expect, test } from 'vitest';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { coneOf } from './cone.ts';

const counted = (effect: string, guard = '`count < 9`'): string => `# Specification: Counters

## 3. Entities and their fields

### Counter

| Field | Type | Required | Default |
|---|---|---|---|
| careful | boolean | yes | no |
| limit | integer | yes | 3 |
| count | integer | yes | 0 |
| other | integer | | |
| status | state | | |

## 4. States and transitions

### Counter.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | tick | open | | ${guard} | \`${effect}\` | |
`;

test.each([
  ['count = limit', ['limit']],
  ['when careful: count = 1', ['careful']],
  ['for one in Counter.filter(c, c.limit > 2): update one with {"count": 1}', ['limit']],
])('what an effect reads decides something: %s', (effect, read) => {
  const model = readModel(counted(effect));
  expect(model.machines[0]?.transitions.at(-1)?.effect?.problems).toEqual([]);
  const { fields } = coneOf(model, 2);
  for (const field of read) expect([...fields]).toContain(`Counter.${field}`);
});

test('what an effect reads decides nothing if it only leads to fields that decide nothing', () => {
  const fieldsOf = (effect: string): readonly string[] => [...coneOf(readModel(counted(effect, '')), 2).fields];
  expect(fieldsOf('count = limit')).toEqual(['Counter.status']);
  expect(fieldsOf('count = count + limit')).toEqual(['Counter.status']);
  expect(fieldsOf('update Counter.filter(c, true) with {"other": count, "count": limit}')).toEqual(['Counter.status']);
  // Without a value the step is refused, or cannot add.
  expect(fieldsOf('count = other')).toContain('Counter.other');
  expect(fieldsOf('other = other + 1')).toContain('Counter.other');
  expect(fieldsOf('other = 6 / limit')).toContain('Counter.limit');
});

test('what a value is multiplied with is no bound of it', () => {
  const numbersOf = (guard: string): readonly number[] => [
    ...(coneOf(readModel(counted('count = 1', `\`${guard}\``)), 2).uses.get('Counter.count')?.numbers ?? []),
  ];
  expect(numbersOf('count * 21 < 50')).toEqual([50]);
  expect(numbersOf('(count + 4) / (limit - 1) < 50')).toEqual([50]);
  expect(numbersOf('count + 21 < 50').toSorted()).toEqual([21, 50]);
});

test('a moment is only followed as far as comparisons of it with now reach', () => {
  const rows = [
    'open | pack | packed | | `now - paidAt < days(3)` | WRONG | | ',
    'packed | send | sent | | `packedAt > now - hours(2)` | WRONG | `sentAt = packedAt` | ',
    'sent | close | closed | | `sentAt != null` | WRONG | | final',
  ];
  const fields = ['paidAt', 'packedAt', 'sentAt', 'readAt'].map((name) => `${name} | datetime | | `);
  const { steps, stepsOf } = coneOf(readModel(orders({ fields, rows })), 2);
  const [hours, days] = [7_200_000, 259_200_000];
  expect(steps).toEqual([0, hours, days]);
  expect(stepsOf('Order.paidAt')).toEqual([0, days]);
  // It is written to another field, which may be compared with anything later.
  expect(stepsOf('Order.packedAt')).toEqual([0, hours, days]);
  expect(stepsOf('Order.readAt')).toEqual([]);
});
