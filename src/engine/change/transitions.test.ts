import { describe, expect, test } from 'vitest';
import { failedRows } from '../../../testing/scenario.ts';

const document = `
## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Job

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| status | state | | |
| worker | User | | |
| tries | integer | yes | 0 |
| starts | datetime | | |
| doneAt | datetime | | |
| steps | list of Step by job | | |

| Example | title | status |
|---|---|---|
| Old | An old one | running |

### Step

| Field | Type | Required | Default |
|---|---|---|---|
| job | Job on delete cascade | yes | |
| text | text | yes | |
| author | User | | \`me\` |
| status | state | | |

## 4. States

### Job.status

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | new | | | |
| new | start(worker) | running | \`worker.name != "Bo"\` | NOT_BO | \`tries = tries + 1\` |
| new | start(worker) | failed | \`tries > 0\` | TRIED | |
| running | check in(note: text, times: integer) | | \`times < 3\` | TOO_OFTEN | \`create Step with {"job": self, "text": note}; tries = tries + times\` |
| running | finish | done | | | \`doneAt = now; create Step as s with {"job": self, "text": "done"}; seal s\` |
| running | spoil | failed | | | \`title = "x"; create Step with {"job": self, "text": ""}\` |
| running | loop | | | | \`loop self\` |
| running | after \`LIMIT\` | failed | | | \`create Step with {"job": self, "text": "too late"}\` |
| failed | after \`RETRY\` | new | \`tries < 2\` | | |
| new | at \`starts\` | running | | | |
| done | after \`KEEP\` | closed | | | |
| any | close | closed | | | |
| closed | delete | | | | |

### Step.status

| From | Event | To |
|---|---|---|
| | | loose |
| loose | seal | sealed |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| text is required | Step.text | \`size(text) > 0\` | BLANK |

## 6. Roles

| Role | Is |
|---|---|
| anybody | \`true\` |

| Account | |
|---|---|
| Entity | User |

| Permission | anybody |
|---|---|
| User: read | yes |
| Job: create, read, update, delete, start, check in, finish, spoil, loop, close | yes |
| Step: read | yes |
| Step: seal, create | no |

## 8. Errors

| Error | Status | Message |
|---|---|---|
| NOT_BO | 409 | Not Bo. |
| TRIED | 409 | Tried. |
| TOO_OFTEN | 409 | Too often. |
| BLANK | 422 | Blank. |

## 9. Constants

| Constant | Value | Unit |
|---|---|---|
| LIMIT | 2 | days |
| RETRY | 1 | days |
| KEEP | ? | days |
`;

const passes = (rows: string): void => expect(failedRows(document, rows)).toEqual([]);

describe('events', () => {
  test('parameters set fields, guards see them, effects see the new state', () =>
    passes(`
      Ana | \`create Job as j with {"title": "a"}\` | \`j.status == "new"\`
      Ana | \`start j with {"worker": Ana}\` | \`j.status == "running" && j.worker == Ana && j.tries == 1\`
      Ana | \`start j with {"worker": Ana}\` | refused CONFLICT
      Ana | \`check in j with {"note": "well", "times": 2}\` | \`j.status == "running" && j.tries == 3 && j.steps.exists(s, s.text == "well" && s.author == me)\`
      Ana | \`check in j with {"note": "well", "times": 3}\` | refused TOO_OFTEN
      Ana | \`check in j with {"note": "well", "times": "two"}\` | refused INVALID
      Ana | \`check in j with {"note": "well"}\` | refused INVALID
    `));

  test('rows are tried from the top; the first that fails names the error', () =>
    passes(`
      Ana | \`create Job as j with {"title": "a"}\` | |
      Ana | \`start j with {"worker": Bo}\` | refused NOT_BO
      Ana | \`update j with {"tries": 1}\` | |
      Ana | \`start j with {"worker": Bo}\` | \`j.status == "failed" && j.worker == Bo && j.tries == 1\`
    `));

  test("effects run with the product's own authority", () =>
    passes(`
      Ana | \`create Step with {"job": Old, "text": "x"}\` | refused FORBIDDEN
      Ana | \`finish Old\` | \`Old.doneAt == now && Old.steps.all(s, s.status == "sealed")\`
    `));

  test('an error in an effect refuses the whole event', () =>
    passes(`
      Ana | \`spoil Old\` | refused BLANK
      Ana | | \`Old.status == "running" && Old.title == "An old one" && Step.size() == 0\`
    `));

  test('endlessly triggering effects are refused', () => passes('Ana | `loop Old` | refused CONFLICT'));

  test('a row from any state, and delete only where section 4 allows it', () =>
    passes(`
      Ana | \`delete Old\` | refused CONFLICT
      Ana | \`close Old\` | \`Old.status == "closed"\`
      Ana | \`delete Old\` | \`Job.size() == 0\`
    `));
});

describe('timers', () => {
  test('fire in order of time, each at its own moment, and schedule others', () =>
    passes(`
      nobody | \`wait days(1)\` | \`Old.status == "running"\`
      nobody | \`wait days(4)\` | \`Old.status == "new" && Old.steps.exists(s, s.text == "too late" && s.author == null)\`
      nobody | | \`Old.updatedAt == Old.createdAt + days(3)\`
    `));

  test('check their guards', () =>
    passes(`
      Ana | \`update Old with {"tries": 5}\` | |
      nobody | \`wait days(9)\` | \`Old.status == "failed"\`
    `));

  test('fire at a time from the record, computed again if the record changes', () =>
    passes(`
      Ana | \`create Job as j with {"title": "a", "starts": now + days(1)}\` | |
      Ana | \`update j with {"starts": now + days(3)}\` | |
      nobody | \`wait days(2)\` | \`j.status == "new"\`
      nobody | \`wait days(2)\` | \`j.status == "running"\`
    `));

  test('a timer with a hole does not fire', () =>
    passes(`
      Ana | \`finish Old\` | |
      nobody | \`wait days(1000)\` | \`Old.status == "done"\`
    `));
});

describe('the guard of a start', () => {
  const bids = (lines: string) => `## 3. Entities and their fields

### Offer

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| open | boolean | yes | \`true\` |

| Example | name | open |
|---|---|---|
| Chair | Chair | yes |
| Table | Table | no |

### Bid

| Field | Type | Required | Unique |
|---|---|---|---|
| offer | Offer | yes | |
| bidder | text | yes | |
| mark | text | | yes |
| status | state | | |
| parts | list of Part by bid | | |

### Part

| Field | Type | Required |
|---|---|---|
| bid | Bid on delete cascade | yes |
| amount | integer | yes |

## 4. States and transitions

### Bid.status

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | made | \`offer.open${lines}\` | CLOSED |
| made | accept | accepted | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| one each | Bid | unique offer, bidder | TWICE |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CLOSED | 409 | Closed. |
| TWICE | 409 | You have a bid. |
`;

  test('refuses before uniqueness, as guards come before rules', () =>
    expect(
      failedRows(
        bids(''),
        `
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann", "mark": "a"}\` | |
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann"}\` | refused TWICE
      nobody | \`create Bid with {"offer": Table, "bidder": "Bo", "mark": "a"}\` | refused CLOSED
      nobody | \`update Chair with {"open": false}\` | |
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann"}\` | refused CLOSED
    `,
      ),
    ).toEqual([]));

  test('is not judged by lines that are not written yet', () =>
    expect(
      failedRows(
        bids(' && size(parts) > 0'),
        `
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann", "parts": [{"amount": 1}]}\` | |
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann", "parts": [{"amount": 1}]}\` | refused TWICE
      nobody | \`create Bid with {"offer": Chair, "bidder": "Ann"}\` | refused CLOSED
    `,
      ),
    ).toEqual([]));
});
