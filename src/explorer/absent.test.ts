import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

/** Payments of orders settle the order. `create`: whether people may create payments. */
const shop = (create: string): string => `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |

| Example | email |
|---|---|
| Ann | ann@example.com |

### Order

| Field | Type |
|---|---|
| status | state |

### Payment

| Field | Type | Required |
|---|---|---|
| of | Order | yes |
| status | state | |

## 4. States and transitions

### Order.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | settle | settled | product | | | final |
| open | cancel | cancelled | | | | final |

### Payment.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | new | | | | |
| any | confirm | confirmed | | | \`settle of\` | final |

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
| Payment: create | ${create} |
| Payment: read, confirm | yes |
`;

const explored = (create: string) => explore(readModel(shop(create)), { bounds: { records: 1 }, now: () => 0 });

test('rows of records that never exist, and those that their effects trigger, are not judged', async () => {
  const { findings, limits } = await explored('no');
  expect(limits.join()).toContain('No record of Payment ever exists');
  expect(findings.map(({ message }) => message)).toEqual([]);
});

test('the same rows are taken where such records exist', async () => {
  const text = shop('yes');
  const { reached } = await explored('yes');
  expect(reached.rows.map(({ row }) => text.slice(row, row + 16).trim())).toContain('| open | settle');
});
