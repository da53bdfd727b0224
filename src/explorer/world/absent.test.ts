import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

/**
 * Payments of orders settle the order. `create`: whether people may create payments; `effect`: of
 * confirming one.
 */
const shop = (create: string, effect = 'settle of'): string => `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |

| Example | email |
|---|---|
| Ann | ann@example.com |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| status | state | | |
| rank | enum low, high | yes | low |

### Payment

| Field | Type | Required | Default |
|---|---|---|---|
| of | Order | yes | |
| status | state | | |
| way | enum card, cash | yes | card |

## 4. States and transitions

### Order.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | settle | settled | product | | | final |
| open | cancel | cancelled | | \`rank in ["low", "high"]\` | | final |

### Payment.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | new | | | | |
| any | confirm | confirmed | | | \`${effect}\` | final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| paid | Payment.way | \`way in ["card", "cash"]\` | FORBIDDEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | person |
|---|---|
| Order: create, read, cancel | yes |
| Order.rank: create | no |
| Payment: create | ${create} |
| Payment: read, confirm | yes |
`;

const explored = (create: string, effect?: string) => explore(readModel(shop(create, effect)), { bounds: { records: 1 }, now: () => 0 });

const effects = ['settle of', 'for o in Order.filter(x, x.status == "open"): settle o'];

test.each(effects)('rows of records that never exist, and those that “%s” triggers, are not judged', async (effect) => {
  const { findings, limits } = await explored('no', `${effect}; update of with {"rank": "high"}`);
  expect(limits.join()).toContain('No record of Payment ever exists');
  expect(findings.map(({ message }) => message)).toEqual([]);
});

test('a value that a row not judged may set is not judged either, others are', async () => {
  const { findings } = await explored('no');
  expect(findings.map(({ message }) => message)).toEqual([
    'No Order ever has the rank “high”: no one can give it that value (up to 1 record per entity, 2 people per role).',
  ]);
});

const messages = async (effect: string) => (await explored('yes', effect)).findings.map(({ message }) => message).join('\n');

test('where such records exist, the rows that their effects do not trigger are judged', async () => {
  const { reached } = await explored('yes');
  expect(
    reached.rows.map(({ row }) =>
      shop('yes')
        .slice(row, row + 16)
        .trim(),
    ),
  ).toContain('| open | settle');
  for (const effect of effects) expect(await messages(effect)).not.toContain('settle');
  expect(await messages('update of with {"rank": "high"}')).toContain('No one can ever “settle” an Order');
});
