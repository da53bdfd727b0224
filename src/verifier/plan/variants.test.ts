import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** Sheds whose keepers and helpers are named by id, and goods that are moved in and out. */
const sheds = `# Specification: Sheds

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum keeper, clerk | yes | | clerk |

| Example | name | email | password | role |
|---|---|---|---|---|
| Kim | Kim Keeper | kim@example.com | correct-horse | keeper |
| Cleo | Cleo Clerk | cleo@example.com | correct-horse | clerk |

### Shed

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| code | text(5) | yes | |
| keeper | Person | yes | |
| helper | Person | | |
| roofed | boolean | yes | false |
| places | integer | yes | |
| moves | list of Move by shed | | |

### Move

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| shed | Shed on delete cascade | yes | |
| reason | enum came, taken, counted | yes | counted |
| change | integer | yes | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a code | Shed.code | \`code.matches("^[A-Z]{2}[0-9]{3}$")\` | BAD_CODE |
| keepers keep | Shed.keeper | \`keeper.role == "keeper"\` | NO_KEEPER |
| a roof is dear | Shed | \`!roofed \\|\\| places <= 4\` | TOO_DEAR |
| in tens | Move.change | \`change % 10 == 0\` | NOT_TEN |
| what is taken goes | Move | \`reason != "taken" \\|\\| change < 0\` | WRONG_WAY |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| clerk | \`me.role == "clerk"\` |
| keeper | \`me.role == "keeper"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | visitor | clerk | keeper |
|---|---|---|---|
| Person: read | no | yes | yes |
| Shed: create, update | no | no | yes |
| Shed.places: update | no | yes | yes |
| Shed: read | no | yes | yes |
| Move: create | no | \`reason == "taken"\` | yes |
| Move: read | no | yes | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` | |
| \`GET /people\` | | \`list Person as found sort name asc\` | 200 \`{"people": found.map(p, PersonView(p))}\` | clerk, keeper |
| \`POST /sheds\` | \`{code, keeper, helper?, roofed?, places}\` | \`create Shed as s\` | 201 \`ShedView(s)\` | keeper |
| \`PATCH /sheds/:number\` | \`{roofed?, places?}\` | \`get Shed as s where s.number == number; update s\` | 200 \`ShedView(s)\` | clerk, keeper |
| \`POST /sheds/:number/moves\` | \`{reason, change}\` | \`get Shed as s where s.number == number; create Move as m with {"shed": s, "reason": reason, "change": change}\` | 201 \`{"reason": m.reason, "change": m.change}\` | clerk, keeper |

### PersonView of Person

| Key | Value |
|---|---|
| id | |
| name | |

### ShedView of Shed

| Key | Value |
|---|---|
| number | |
| code | |
| helper | \`helper.name\` |
| roofed | |
| places | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_CODE | 422 | Two letters and three digits. |
| NO_KEEPER | 422 | Only keepers keep sheds. |
| TOO_DEAR | 422 | A roof over four places at most. |
| NOT_TEN | 422 | Tens only. |
| WRONG_WAY | 422 | What is taken goes. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(sheds, 1000);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
  expect(await service.wrong(sheds)).toBe('');
}, 240_000);

test.each([
  ['a person whom only a list shows', '`keeper.role == "keeper"`', '`true`', /POST \/sheds/],
  ['a person who need not be named', '`helper.name`', '`helper == null ? null : keeper.name`', /POST \/sheds/],
  ['a code with a digit less', '[0-9]{3}$', '[0-9]{2,3}$', /a character less in code/],
  ['a code in small letters', '^[A-Z]{2}[0-9]{3}', '^[A-Za-z]{2}[0-9]{3}', /small letters in code/],
  ['a number between two steps', '`change % 10 == 0`', '`true`', /change (9|11|-1|1)/],
  ['a value that is right beside another one only', 'reason != "taken" \\|\\| change < 0', 'true', /"reason":"taken"/],
  ['a choice that a role may not make', '| Move: create | no | `reason == "taken"`', '| Move: create | no | yes', /Cleo.*moves/],
  ['the one field that a role may update', '| Shed.places: update | no | yes', '| Shed.places: update | no | no', /Cleo: PATCH .*"places"/],
  ['a field that an update leaves as it is', '!roofed \\|\\| places <= 4', '!roofed \\|\\| places <= 5', /sheds/],
])('%s: tried', async (_what, from, to, words) => {
  expect(sheds).toContain(from);
  expect(await service.wrong(sheds.replace(from, to))).toMatch(words);
});

test('one side of a rule is updated while the stored value of the other makes the rule refuse it', async () => {
  const alone = [...service.run.plan.nodes.values()].flatMap(({ key, checks }) => (key.startsWith('side ') ? checks : []));
  expect(alone.map(({ outcome }) => outcome)).toContain('422 TOO_DEAR null');
  for (const { picks } of alone) expect([...picks.values()]).toContain(-1);
});
