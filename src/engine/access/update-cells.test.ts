import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { readModel } from '../../model/read.ts';
import { rolesMay } from '../explain/roles.ts';
import { update } from '../operations/update.ts';

const document = `
## 3. Entities

### User

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| boss | boolean | yes | \`false\` |
| team | Team | | |
| fanOf | list of Team by fans | | |

| Example | name | boss | team |
|---|---|---|---|
| Ana | Ana | no | Red |
| Bo | Bo | no | Blue |
| Cy | Cy | yes | Red |

### Team

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| lead | User | |
| notes | list of Note by team | |
| fans | list of User | |

| Example | name |
|---|---|
| Red | Red |
| Blue | Blue |

### Claim

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| employee | User | yes | \`me\` |
| lines | list of Line by claim | | |

| Example | title | employee |
|---|---|---|
| Hers | Train | Ana |
| His | Hotel | Bo |
| Other | Taxi | Ana |

### Line

| Field | Type | Required | Computed |
|---|---|---|---|
| text | text | yes | |
| claim | Claim | yes | |
| cost | integer | | |
| dear | boolean | | \`cost > 10\` |

| Example | text | claim | cost |
|---|---|---|---|
| Ticket | Ticket | Hers | 5 |

### Note

| Field | Type | Required | Default |
|---|---|---|---|
| text | text | yes | |
| author | User | yes | \`me\` |
| reader | User | | |
| team | Team | | |
| rank | integer | yes | \`0\` |
| likes | list of User | | |
| watchers | list of User | | |
| code | text | | |

| Example | text | author | reader | team | code |
|---|---|---|---|---|---|
| Mine | mine | Ana | Ana | Red | one |
| Twin | twin | Bo | Bo | Blue | two |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| code once | Note | unique code | CODE_TAKEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| person | \`me != null\` |
| boss | \`me.boss\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | person | boss |
|---|---|---|
| User: read | yes | |
| User: update | \`self == me && !boss\` | no |
| Claim: read | yes | |
| Line: read | yes | |
| Line: update | \`claim.employee == me && !dear\` | no |
| Team: read | yes | |
| Team.fans: add | \`!(me in old.fans)\` | no |
| Team.fans: remove | \`me in fans\` | no |
| User.fanOf: add | \`!(value in old.fanOf) && value in fanOf\` | no |
| Note: read | \`author == me \\|\\| me in watchers\` | yes |
| Note: update | \`author == me\` | \`rank < 5\` |
| Note.reader: update | \`old.reader == me\` | no |
| Note.rank: update | \`rank == old.rank + 1\` | yes |
| Note.likes: add | \`value == me && likes.size() < 2\` | no |
| Note.likes: remove | \`value == me && me in old.likes\` | no |
`.replace('| Team, x: read | yes | |\n', '');

const passes = (rows: string): void => expect(failedRows(document, rows)).toEqual([]);

describe('a cell for update holds before and after the change', () => {
  test('a record cannot be given away', () =>
    passes(`
      Ana | \`update Mine with {"author": Bo}\` | refused FORBIDDEN
      Ana | \`update Mine with {"text": "still mine", "author": Ana}\` |
      Bo | \`update Mine with {"author": Bo}\` | refused NOT_FOUND
    `));

  test('a record cannot be given away through a relation or a computed field', () =>
    passes(`
      Ana | \`update Ticket with {"claim": His}\` | refused FORBIDDEN
      Ana | \`update Ticket with {"claim": Other}\` |
      Ana | \`update Ticket with {"cost": 11}\` | refused FORBIDDEN
      Ana | \`update Ticket with {"cost": 10}\` |
      Bo | \`update Ticket with {"text": "x"}\` | refused FORBIDDEN
    `));

  test('one of several cells may hold before, and another after', () =>
    passes(`
      Cy | \`update Mine with {"author": Bo}\` | \`Mine.author == Bo\`
      Cy | \`update Mine with {"rank": 5}\` | \`Mine.rank == 5\`
      Cy | \`update Mine with {"text": "x"}\` | refused FORBIDDEN
    `));

  test("the cell applies to the acting person's own record too", () =>
    passes(`
      Ana | \`update Ana with {"boss": true}\` | refused FORBIDDEN
      Ana | \`update Ana with {"name": "Anna"}\` | \`Ana.name == "Anna"\`
    `));

  test('the order of refusals does not reveal the codes of another person', () =>
    passes(`
      Ana | \`update Mine with {"author": Bo, "code": "two"}\` | refused FORBIDDEN
      Ana | \`update Mine with {"code": "two"}\` | refused CODE_TAKEN
    `));

  test('lists use the cell for add and remove, both alone and in an update', () =>
    passes(`
      Ana | \`add Ana to Mine.likes\` |
      Ana | \`update Mine with {"likes": []}\` |
      Ana | \`update Mine with {"likes": [Ana, Bo]}\` | refused FORBIDDEN
      Cy | \`update Mine with {"watchers": [Ana, Bo]}\` |
      Bo | \`add Bo to Mine.likes\` |
      Ana | \`add Ana to Mine.likes\` | refused FORBIDDEN
      Ana | \`remove Ana from Mine.likes\` | refused FORBIDDEN
      Bo | \`remove Bo from Mine.likes\` | \`Mine.likes.size() == 0\`
    `));

  test('people may remove their own permission to read', () =>
    passes(`
      Cy | \`update Mine with {"watchers": [Bo]}\` |
      Cy | \`update Mine with {"author": Cy}\` |
      Ana | \`get Note where id == Mine.id\` | refused NOT_FOUND
      Bo | \`get Note where id == Mine.id\` |
    `));
});

describe('a cell that uses “old” is evaluated once, after the change', () => {
  test('it may allow handing over a record', () =>
    passes(`
      Ana | \`update Mine with {"reader": Bo}\` | \`Mine.reader == Bo\`
      Ana | \`update Mine with {"reader": Ana}\` | refused FORBIDDEN
    `));

  test('it may restrict how a value changes', () =>
    passes(`
      Ana | \`update Mine with {"rank": 2}\` | refused FORBIDDEN
      Ana | \`update Mine with {"rank": 1}\` |
      Ana | \`update Mine with {"rank": 1}\` | refused FORBIDDEN
      Ana | \`update Mine with {"rank": 2}; update Mine with {"rank": 3}\` | \`Mine.rank == 3\`
      Ana | \`update Mine with {"rank": 5, "text": "x"}\` | refused FORBIDDEN
    `));

  test('for a list, old is the former list on both sides', () =>
    passes(`
      Ana | \`add Ana to Red.fans\` |
      Ana | \`add Bo to Red.fans\` | refused FORBIDDEN
      Bo | \`add Red to Bo.fanOf\` | \`Bo in Red.fans\`
      Bo | \`add Red to Bo.fanOf\` | refused FORBIDDEN
      Bo | \`remove Ana from Red.fans\` |
      Bo | \`remove Bo from Red.fans\` | refused FORBIDDEN
    `));
});

test('old is known only in permissions to change', () => {
  const problemsOf = (operations: string): string[] =>
    readModel(document.replace('| Note.rank: update |', `| Note.rank: ${operations} |`)).expressions.flatMap(({ expression }) =>
      expression.problems.map(({ message }) => message),
    );
  expect(problemsOf('update')).toEqual([]);
  expect(problemsOf('create, update')).toEqual([expect.stringContaining('There is no “old” here')]);
});

test('“Why?” says that the record after the change is meant', () => {
  const { product, as, id } = productInMemory(document);
  const author = new Map([['author', id('Bo')]]);
  const outcome = product.perform(as('Ana'), update, { entity: 'Note', id: id('Mine'), values: author, authority: 'person' });
  if (outcome.ok) throw new Error('it was done');
  const [refusal] = outcome.refusals;
  expect(refusal).toMatchObject({
    error: 'FORBIDDEN',
    status: 403,
    field: 'author',
    because: 'section 6 does not grant Note.author: update for the record after the change',
    permission: { entity: 'Note', field: 'author', operation: 'update' },
  });
  const { from, to } = refusal?.at ?? { from: 0, to: 0 };
  expect(product.model.text.slice(from, to)).toContain('author == me');
  const said = (field: string | null, operation: string): string[] =>
    rolesMay(product.index, { entity: 'Note', field, operation }).flatMap(({ reasons }) => reasons.map(({ words }) => words));
  expect(said(null, 'update')).toEqual([
    'section 6: when author == me, before and after the change',
    'section 6: when rank < 5, before and after the change',
  ]);
  expect(said('reader', 'update')[0]).toBe('section 6: when old.reader == me, for the record after the change');
  expect(said(null, 'read')[0]).toBe('section 6: when author == me || me in watchers');
});
