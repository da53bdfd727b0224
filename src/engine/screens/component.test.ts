import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Theatre

## 2. Screens

| Screen | Route | About |
|---|---|---|
| Show | /shows/:id | Show |

### Show

- component SeatMap {"rows": 3, "show": self, "sold": size(Seat.filter(s, s.show == self))}
- component Clock

## 3. Entities

### Show

| Field | Type | Required |
|---|---|---|
| title | text | yes |

| Example | title |
|---|---|
| Hamlet | Hamlet |

### Seat

| Field | Type | Required |
|---|---|---|
| number | integer | yes |
| show | Show | |
| note | text | |

| Example | number | show | note |
|---|---|---|---|
| A1 | 1 | Hamlet | aisle |
| A2 | 2 | Hamlet | |

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ann | Ann |
| Ben | Ben |

## 6. Roles

| Role | Is |
|---|---|
| seller | \`me.name == "Ann"\` |
| guest | \`me == null || me.name != "Ann"\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | seller | guest |
|---|---|---|
| Show: read | yes | yes |
| Seat: read | yes | \`number > 1\` |
| Seat.note: read | yes | no |
| User: read | yes | no |
`;

test("a component gets its properties and its record, with the person's visibility", async () => {
  const made = productInMemory(text);
  const host = new SessionHost(made.product);
  const address = { screen: 'Show', parameters: { id: made.id('Hamlet') } };
  const read = async () => {
    const outcome = await host.part({ address, part: '0' });
    if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
    return outcome.value;
  };
  await host.actAs(made.id('Ann'));
  expect(await read()).toMatchObject({
    kind: 'component',
    properties: { rows: 3, sold: 2, show: { entity: 'Show', label: 'Hamlet' } },
    record: { entity: 'Show', values: { title: 'Hamlet' } },
    problem: null,
  });
  await host.actAs(made.id('Ben'));
  expect(await read()).toMatchObject({ properties: { sold: 1 } });
});

test('a component reads only what its person may read, and nothing that helps to guess the rest', async () => {
  const made = productInMemory(text);
  const host = new SessionHost(made.product);
  await host.actAs(made.id('Ann'));
  const all = await host.records('Seat', { sort: [{ field: 'number', descending: true }] });
  expect(all).toMatchObject({ ok: true, value: { total: 2, rows: [{ values: { number: 2 } }, { values: { note: 'aisle' } }] } });

  await host.actAs(made.id('Ben'));
  const some = await host.records('Seat', { filters: { note: ['aisle'] }, search: 'aisle' });
  expect(some.ok && some.value.rows.map((row) => row.values)).toEqual([expect.not.objectContaining({ note: expect.anything() })]);
  expect(await host.records('User')).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
  expect(await host.records('Nothing')).toMatchObject({ ok: false, refusals: [{ error: 'NOT_FOUND' }] });
});
