import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

/** An order that is paid by a sum which no sample hits, and can be left once it is. */
const paid = (set: string, effect: string, guard: string): string =>
  orders({
    fields: ['size | integer | yes | 1', 'ok | boolean | yes | no'],
    cells: { 'Order.ok: create, update': 'no | no' },
    rows: [
      `open | pay(sum: integer) | ${set} | | \`sum == size * 7\` | WRONG | ${effect} | `,
      `open | leave | gone | | \`${guard}\` | TOO_SOON | | final`,
      'open | reset | open | | | | `ok = false` | ',
    ],
  });

test('a guard on what only a row without a verdict writes has none either, nor has the state behind it', async () => {
  const { findings, limits } = await explored(paid('open', '`ok = true`', 'ok'));
  expect(limits.join()).toContain('The row “pay” of Order is not judged');
  expect(findings).toEqual([]);
});

test('a guard on anything else is judged', async () => {
  const text = paid('open', '`ok = true`', 'size > 5 && size < 4');
  expect(placesIn(text, await explored(text))).toContain('guard-never-holds: size > 5 && size < 4');
});

/** Cars stay in zones, which close once they are empty; a car has a plate. */
const parking = (scenario: string, plate: string): string => `# Specification: Parking

## 1. What the product does and for whom
${scenario}
## 3. Entities and their fields

### Zone

| Field | Type |
|---|---|
| status | state |
| stays | list of Stay by zone |

### Stay

| Field | Type | Required |
|---|---|---|
| zone | Zone on delete restrict | yes |
| plate | text(9) | yes |

## 4. States and transitions

### Zone.status

| From | Event | To | Guard | Error | Description |
|---|---|---|---|---|---|
| | | open | | | |
| open | close | closed | \`size(stays) == 0\` | CARS_INSIDE | final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a plate | Stay.plate | \`${plate}\` | NOT_A_PLATE |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CARS_INSIDE | 409 | Cars are inside. |
| NOT_A_PLATE | 422 | No plate. |
`;

const pattern = 'plate.matches("^[A-Z]{2}-[0-9]$")';

test('what depends on records that the samples cannot create is not judged', async () => {
  const { findings, limits } = await explored(parking('', pattern));
  expect(limits.join()).toContain('No record of Stay ever exists');
  expect(findings).toEqual([]);
});

const scenario = (plate: string, expected: string): string => `
### Scenario: a car

| As | Do | Expect |
|---|---|---|
| nobody | \`create Zone as z\` | |
| nobody | \`create Stay as s with {"zone": z, "plate": "${plate}"}\` | ${expected} |
| nobody | \`close z\` | refused CARS_INSIDE |
`;

test('a text that a scenario writes is a sample where no example has one', async () => {
  const { findings, limits } = await explored(parking(scenario('AB-1', ''), pattern));
  expect(limits.join()).not.toContain('No record of');
  expect(findings).toEqual([]);
});

test('a text with which a scenario is refused is none', async () => {
  const { limits } = await explored(parking(scenario('AB-1x', 'refused NOT_A_PLATE'), pattern));
  expect(limits.join()).toContain('No record of Stay ever exists');
});

test('records that the search had no time to create are not said to be impossible', async () => {
  let clock = 0;
  const { complete, limits } = await explore(readModel(parking('', 'size(plate) > 1')), {
    now: () => clock++ * 1000,
    bounds: { seconds: 3 },
  });
  expect(complete).toBe(false);
  expect(limits.join()).toContain('No record of Stay was created before the search stopped');
});

test('a list of a sought length can contain a sought value', async () => {
  const text = (guard: string): string =>
    orders({
      fields: ['tags | list of text | |'],
      cells: { update: 'no | no' },
      rows: [`open | send | gone | | \`${guard}\` | WRONG | | final`],
    });
  const codes = async (guard: string) => (await explored(text(guard))).findings.map(({ code }) => code);
  expect(await codes('size(tags) >= 3 && tags.exists(t, t == "x")')).toEqual(['stuck-record']);
  expect(await codes('size(tags) < 1 && tags.exists(t, t == "x")')).toContain('guard-never-holds');
});
