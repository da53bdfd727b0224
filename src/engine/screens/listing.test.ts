import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { PartData } from '../part-data.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Boat yard

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Home | / | | |
| Boat | /boats/:name | Boat | |
| Repair | /repairs/:name | Boat | |
| Owner | /owners/:name | Owner | keeper |

### Home

- list of Boat: name
- cards of Boat: name
- board of Boat by state: name
- calendar of Boat by due
- list of Boat: name
  - open Repair
- list of Owner: name

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| name | text |
| role | enum: guest, keeper |

### Owner

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ann | Ann |

### Boat

| Field | Type |
|---|---|
| name | text |
| state | enum: wet, dry |
| due | date |

| Example | name | state | due |
|---|---|---|---|
| Ada | Ada | dry | 2026-01-05 |

## 6. Roles and permissions

| Role | Is |
|---|---|
| guest | \`me == null\` |
| keeper | \`me.role == "keeper"\` |

| Permission | guest |
|---|---|
| Boat: read | yes |
| Owner: read | yes |
`;

test('records lead to the screen that “open” names, else to the one about them, and nowhere if the person may not open it', async () => {
  const made = productInMemory(text);
  const host = new SessionHost(made.product);
  const places = await Promise.all(
    (made.product.index.screen('Home')?.parts ?? []).map(async ({ id }): Promise<unknown> => {
      const outcome = await host.part({ address: { screen: 'Home', parameters: {} }, part: id });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusals));
      const data = outcome.value as Extract<PartData, { kind: 'list' | 'cards' | 'board' | 'calendar' }>;
      return data.kind === 'calendar' ? data.entries[0]?.address : (Object.values(data.addresses)[0] ?? null);
    }),
  );
  const boat = { screen: 'Boat', parameters: { name: 'Ada' } };
  expect(places).toEqual([boat, boat, boat, boat, { screen: 'Repair', parameters: { name: 'Ada' } }, null]);
});
