import { describe, expect, test } from 'vitest';
import { failedRows } from '../../../testing/scenario.ts';

const document = `
## 3. Entities

### Room

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Blue | Blue |
| Red | Red |

### Booking

| Field | Type | Required | Computed |
|---|---|---|---|
| room | Room | yes | |
| starts | datetime | yes | |
| ends | datetime | yes | |
| note | text | | |
| code | text | | |
| seats | integer | | |
| status | state | | |
| length | duration | | \`ends - starts\` |
| guests | list of Guest | | |

### Guest

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Gus | Gus |
| Gil | Gil |

## 4. States

### Booking.status

| From | Event | To |
|---|---|---|
| | | held |
| held | confirm | fixed |
| held, fixed | cancel | cancelled |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| dates in order | Booking | \`starts < ends\` | REVERSED |
| no overlap | Booking | no overlap starts, ends per room where \`status != "cancelled"\` | TAKEN |
| not too long | Booking | \`length <= LONGEST\` | TOO_LONG |
| note is short | Booking.note | \`size(note) <= SHORT\` | LONG_NOTE |
| code once | Booking | unique code, room where \`status != "cancelled"\` | CODE_TAKEN |
| one more | Booking on create | \`Booking.filter(b, b.room == self.room).size() < 3\` | FULL |
| seats grow | Booking on update | \`old.seats == null \\|\\| seats >= old.seats\` | FEWER |
| seats to confirm | Booking on confirm | \`seats != null\` | NO_SEATS |
| keep what is fixed | Booking on delete | \`status != "fixed"\` | FIXED |
| unknown limit | Booking | \`seats == null \\|\\| seats < MOST\` | TOO_MANY |
| few guests | Booking | \`size(guests) < 2\` | CROWDED |
| room is named | Room | \`name != null\` | NAMELESS |

## 8. Errors

| Error | Status | Message | Shown |
|---|---|---|---|
| REVERSED | 422 | Reversed. | |
| TAKEN | 409 | Taken. | |
| TOO_LONG | 422 | At most {LONGEST}. | |
| LONG_NOTE | 422 | At most {limit}. | |
| CODE_TAKEN | 409 | Code {value} taken. | |
| FULL | 409 | Full. | |
| FEWER | 409 | Fewer. | |
| NO_SEATS | 409 | No seats. | |
| FIXED | 409 | Fixed. | |
| TOO_MANY | 409 | Too many. | |
| CROWDED | 409 | Crowded. | |
| NAMELESS | 422 | Nameless. | |

## 9. Constants

| Constant | Value | Unit |
|---|---|---|
| LONGEST | 36 | hours |
| SHORT | 5 | characters |
| MOST | ? | seats |
`;

const passes = (rows: string): void => expect(failedRows(document, rows)).toEqual([]);
const booking = (from: number, to: number, more = ''): string =>
  `{"room": Blue, "starts": now + hours(${from}), "ends": now + hours(${to})${more}}`;

describe('rules that hold always', () => {
  test('are checked if a field that they read has changed, also through computed fields', () =>
    passes(`
      nobody | \`create Booking with ${booking(2, 1)}\` | refused REVERSED
      nobody | \`create Booking as b with ${booking(0, 40)}\` | refused TOO_LONG
      nobody | \`create Booking as b with ${booking(0, 4)}\` | |
      nobody | \`update b with {"ends": now + hours(50)}\` | refused TOO_LONG
      nobody | \`update b with {"note": "longer than five"}\` | refused LONG_NOTE
      nobody | \`update b with {"note": null}\` | |
    `));

  test('are not enforced if they need a constant that is a hole', () =>
    passes(`nobody | \`create Booking with ${booking(0, 4, ', "seats": 1000')}\` | |`));

  test('can read members', () =>
    passes(`
      nobody | \`create Booking as b with ${booking(0, 4)}\` | |
      nobody | \`add Gus to b.guests\` | |
      nobody | \`add Gil to b.guests\` | refused CROWDED
      nobody | | \`size(b.guests) == 1\`
      nobody | \`create Booking with ${booking(5, 6, ', "guests": [Gus, Gil]')}\` | refused CROWDED
    `));
});

describe('rules of one operation', () => {
  test('on create, the new record is not yet in the list', () =>
    passes(`
      nobody | \`create Booking with ${booking(0, 1)}\` | |
      nobody | \`create Booking with ${booking(1, 2)}\` | |
      nobody | \`create Booking with ${booking(2, 3)}\` | |
      nobody | \`create Booking with ${booking(3, 4)}\` | refused FULL
    `));

  test('on update, old is the former record; an event is not an update', () =>
    passes(`
      nobody | \`create Booking as b with ${booking(0, 1, ', "seats": 5')}\` | |
      nobody | \`update b with {"seats": 4}\` | refused FEWER
      nobody | \`update b with {"seats": 6}\` | \`b.seats == 6\`
      nobody | \`confirm b\` | |
    `));

  test('apply on an event, and on delete', () =>
    passes(`
      nobody | \`create Booking as b with ${booking(0, 1)}\` | |
      nobody | \`confirm b\` | refused NO_SEATS
      nobody | \`update b with {"seats": 1}\` | |
      nobody | \`confirm b\` | |
      nobody | \`delete b\` | refused FIXED
      nobody | \`cancel b\` | |
      nobody | \`delete b\` | \`Booking.size() == 0\`
    `));
});

describe('unique and no overlap', () => {
  test('no overlap is half-open, per room, and limited by a condition', () =>
    passes(`
      nobody | \`create Booking as b with ${booking(0, 4)}\` | |
      nobody | \`create Booking with ${booking(3, 5)}\` | refused TAKEN
      nobody | \`create Booking as c with ${booking(4, 5)}\` | |
      nobody | \`create Booking with {"room": Red, "starts": now, "ends": now + hours(9)}\` | |
      nobody | \`update c with {"starts": now + hours(3)}\` | refused TAKEN
      nobody | \`update b with {"ends": now + hours(3)}\` | |
      nobody | \`update c with {"starts": now + hours(3)}\` | |
      nobody | \`cancel c\` | |
      nobody | \`create Booking with ${booking(3, 5)}\` | |
    `));

  test('unique covers several fields, among the records that fulfil its condition', () =>
    passes(`
      nobody | \`create Booking as b with ${booking(0, 1, ', "code": "A"')}\` | |
      nobody | \`create Booking with ${booking(2, 3, ', "code": "A"')}\` | refused CODE_TAKEN
      nobody | \`create Booking with {"room": Red, "starts": now, "ends": now + hours(9), "code": "A"}\` | |
      nobody | \`cancel b\` | |
      nobody | \`create Booking with ${booking(2, 3, ', "code": "A"')}\` | |
    `));
});

test('all failing rules are reported, in the order of the document', () => {
  const [failed] = failedRows(document, `nobody | \`create Booking with ${booking(50, 2, ', "note": "longer than five"')}\` | |`);
  expect(failed).toMatch(/REVERSED \(Reversed\.\).*; LONG_NOTE \(At most 5\.\)/);
});

test('messages format constants for people', () => {
  const [failed] = failedRows(document, `nobody | \`create Booking with ${booking(0, 40)}\` | |`);
  expect(failed).toContain('TOO_LONG (At most 36 hours.) because the rule “not too long” is broken');
});
