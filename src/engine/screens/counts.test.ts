import { expect, test } from 'vitest';
import { productInMemory, productOver } from '../../../testing/product.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { SessionHost } from '../session-host.ts';

const text = `# Specification: Repairs

## 2. Screens and routes

| Screen | Route | About | Badge |
|---|---|---|---|
| Waiting | / | | |
| All of them | /all | | |
| Over | /over | | |
| Mine | /mine | | |
| Late | /late | | |
| In tabs | /tabs | | |
| For some | /some | | |
| Own count | /own | | \`7\` |
| Browse | /browse | | |

### Waiting

- figure "All": \`size(Repair)\`
- list of Repair where \`status != "done" && status != "lost"\`: title, status

### All of them

- list of Repair: title

### Over

- list of Repair where \`status in ["begun", "done"]\`: title

### Mine

- list of Repair where \`owner == me\`: title

### Late

- list of Repair where \`rank > 1 && (status == "new" || status == "begun")\`: title

### In tabs

- tabs
  - section Board
    - board of Repair by status: title
  - section List
    - list of Repair where \`"begun" == status\`: title

### For some

- list of Repair where \`status == "new"\` for clerk: title

### Own count

- list of Repair where \`status == "new"\`: title

### Browse

- cards of Repair where \`status == "new"\`: title

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | | |
| role | enum customer, clerk | yes | |

| Example | email | password | role |
|---|---|---|---|
| Cus | cus@example.com | cus-cus-cus | customer |
| Cla | cla@example.com | cla-cla-cla | clerk |

### Repair

| Field | Type |
|---|---|
| title | text |
| rank | integer |
| owner | Person |
| status | state |

| Example | title | rank | owner | status |
|---|---|---|---|---|
| A | Lamp | 1 | Cus | new |
| B | Chair | 2 | Cus | new |
| C | Clock | 3 | Cla | begun |
| D | Shoe | 4 | Cla | done |

## 4. States and transitions

### Repair.status

| From | Event | To |
|---|---|---|
| | | new |
| new | begin | begun |
| begun | finish | done |
| new, begun | lose | lost |
| done | admire | done |

## 6. Roles and permissions

| Role | Is |
|---|---|
| customer | \`me.role == "customer"\` |
| clerk | \`me.role == "clerk"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | customer | clerk |
|---|---|---|
| Repair: read | \`owner == me\` | yes |
| Repair: begin, finish, lose | no | yes |
| Repair: admire | yes | yes |
| Person: read | yes | yes |
`;

test.each(['memory', 'SQLite'])('the menu counts a queue for people who work on it (%s)', async (store) => {
  const makeDatabase = await memoryDatabases();
  const { product, as } = store === 'memory' ? productInMemory(text) : productOver(text, (model) => openSqliteStore(makeDatabase(), model));
  const counts = async (example: string): Promise<unknown> =>
    Object.fromEntries(
      (await new SessionHost(product, { remembers: false, person: as(example) }).navigation()).map(({ screen, badge }) => [screen, badge]),
    );
  expect(await counts('Cla')).toMatchObject({
    Waiting: 3,
    'All of them': null,
    Over: null,
    Mine: null,
    Late: 2,
    'In tabs': 1,
    'For some': null,
    'Own count': 7,
    Browse: null,
  });
  // A customer may admire finished repairs, but works on none that wait.
  expect(await counts('Cus')).toMatchObject({ Waiting: null, Late: null, 'In tabs': null, 'Own count': 7 });
});

test('a queue is counted up to ten thousand', async () => {
  const { product, as, id } = productInMemory(text);
  const repair = product.store.record('Repair', id('A'));
  if (repair === null) throw new Error('the example is there');
  product.store.transaction(() => {
    for (let number = 0; number < 10_000; number++)
      product.store.apply({ kind: 'insert', entity: 'Repair', record: { ...repair, id: `more-${number}` } });
  });
  const [first] = await new SessionHost(product, { remembers: false, person: as('Cla') }).navigation();
  expect(first).toMatchObject({ screen: 'Waiting', badge: 10_000, more: true });
});
