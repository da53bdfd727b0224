import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** Crates get labels at the end of a long way: a list to which calls add, and remove from. */
const crates = `# Specification: Crates

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |

| Example | email | password |
|---|---|---|
| Kim | kim@example.com | correct-horse |

### Label

| Field | Type | Required |
|---|---|---|
| number | serial | |
| name | text(20) | yes |

### Crate

| Field | Type | Required |
|---|---|---|
| number | serial | |
| name | text(20) | yes |
| labels | list of Label | |
| state | state | |

## 4. States and transitions

### Crate.state

| From | Event | To |
|---|---|---|
| | | new |
| new | wash | washed |
| washed | dry | dried |
| dried | mend | mended |
| mended | shelve | shelved |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | visitor | member |
|---|---|---|
| Person: read | no | yes |
| Label: create, read | no | yes |
| Crate: create, read, update | no | yes |
| Crate: wash, dry, mend, shelve | no | yes |
| Crate.labels: add, remove | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` | |
| \`POST /labels\` | \`{name}\` | \`create Label as l\` | 201 \`{"number": l.number}\` | member |
| \`POST /crates\` | \`{name}\` | \`create Crate as c\` | 201 \`{"number": c.number}\` | member |
| \`POST /crates/:number/wash\` | | \`get Crate as c where c.number == number; wash c\` | 200 \`{"state": c.state}\` | member |
| \`POST /crates/:number/dry\` | | \`get Crate as c where c.number == number; dry c\` | 200 \`{"state": c.state}\` | member |
| \`POST /crates/:number/mend\` | | \`get Crate as c where c.number == number; mend c\` | 200 \`{"state": c.state}\` | member |
| \`POST /crates/:number/shelve\` | | \`get Crate as c where c.number == number; shelve c\` | 200 \`{"state": c.state}\` | member |
| \`POST /crates/:number/labels\` | \`{label}\` | \`get Crate as c where c.number == number; get Label as l where l.number == label; check c.state == "shelved" else NOT_SHELVED; add l to c.labels\` | 200 \`{"labels": c.labels.map(x, x.number)}\` | member |
| \`DELETE /crates/:number/labels/:label\` | | \`get Crate as c where c.number == number; get Label as l where l.number == label; check c.state == "shelved" else NOT_SHELVED; remove l from c.labels\` | 200 \`{"labels": c.labels.map(x, x.number)}\` | member |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NOT_SHELVED | 409 | It is not on its shelf. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(crates, 600);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 120_000);

test.each([
  ['a second member that takes the place of the first', 'add l to c.labels', 'update c with {"labels": [l]}', /POST .*labels/],
  ['a removal that removes all', 'remove l from c.labels', 'update c with {"labels": []}', /DELETE .*labels/],
  ['a removal that removes none', 'remove l from c.labels', 'update c', /DELETE .*labels/],
])('%s: tried', async (_what, from, to, words) => {
  expect(crates).toContain(from);
  expect(await service.wrong(crates.replace(from, to))).toMatch(words);
});
