import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';

/** Most values of a booking that are made up are refused by one of its rules. */
const crossings = `# Specification: Crossings

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum passenger, skipper | yes | | passenger |
| misses | integer | yes | | 0 |

| Example | number | name | email | password | role |
|---|---|---|---|---|---|
| Sten | 1 | Sten | sten@example.com | Correct-horse-1 | skipper |

### Crossing

| Field | Type | Required | Computed |
|---|---|---|---|
| number | serial | | |
| day | date | yes | |
| departs | time | yes | |
| leaves | datetime | | \`datetime(day, departs)\` |
| fare | money | | \`day.getMonth() == 3 ? EASTER_FARE : FARE\` |
| bookings | list of Booking by crossing | | |
| room | integer | | \`DECK - sum(bookings.filter(b, b.state != "lapsed").map(b, b.car))\` |

### Booking

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| crossing | Crossing | yes | |
| passenger | Person | yes | \`me\` |
| adults | integer | yes | |
| children | integer | yes | 0 |
| car | integer | yes | 0 |
| price | money | yes | \`crossing.fare\` |
| state | state | | |

## 4. States and transitions

### Booking.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | held | | |
| held | pay | paid | | |
| held | after \`HOLD\` | lapsed | | |
| paid | cancel | lapsed | \`crossing.leaves - now >= NOTICE\` | TOO_LATE |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| by the clock | Crossing.departs | \`departs >= FIRST && departs <= LAST && departs.getMinutes() % 5 == 0\` | BAD_TIME |
| ahead | Crossing | \`day > today && day - today <= AHEAD\` | BAD_DAY |
| someone crosses | Booking | \`adults >= 1 && children >= 0 && adults + children <= MOST_PEOPLE\` | BAD_PEOPLE |
| a car has its length | Booking.car | \`car == 0 \\|\\| car >= SHORTEST && car <= LONGEST\` | BAD_CAR |
| few misses | Booking on create | \`passenger.misses < MOST_MISSES\` | BARRED |
| room on deck | Booking | \`crossing.room >= 0\` | FULL |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| passenger | \`me.role == "passenger"\` |
| skipper | \`me.role == "skipper"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as passenger |

| Permission | visitor | passenger | skipper |
|---|---|---|---|
| Person: create | yes | | |
| Person: read | | \`self == me\` | yes |
| Person.misses: update | | | yes |
| Crossing: create | | | yes |
| Crossing: read | yes | yes | yes |
| Booking: create, read, pay, cancel | | \`passenger == me\` | |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "number": me.number}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "number": me.number}\` | |
| \`PATCH /people/:number\` | \`{misses}\` | \`get Person as p where p.number == number; update p\` | 200 \`{"number": p.number, "misses": p.misses}\` | skipper |
| \`POST /crossings\` | \`{day, departs}\` | \`create Crossing as c\` | 201 \`{"number": c.number, "fare": c.fare}\` | skipper |
| \`POST /crossings/:number/bookings\` | \`{adults, children, car}\` | \`get Crossing as c where c.number == number; create Booking as b with {"crossing": c}\` | 201 \`{"number": b.number, "price": b.price}\` | passenger |
| \`POST /bookings/:number/pay\` | | \`get Booking as b where b.number == number; pay b\` | 200 \`{"state": b.state}\` | passenger |
| \`POST /bookings/:number/cancel\` | | \`get Booking as b where b.number == number; cancel b\` | 200 \`{"state": b.state}\` | passenger |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_TIME | 422 | From {FIRST} to {LAST}, every five minutes. |
| BAD_DAY | 422 | Within {AHEAD}. |
| BAD_PEOPLE | 422 | Up to {MOST_PEOPLE} people. |
| BAD_CAR | 422 | A car is {SHORTEST} to {LONGEST} metres long. |
| BARRED | 403 | Please call. |
| FULL | 409 | The deck is full. |
| TOO_LATE | 409 | It is too late. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
| FARE | 10 | EUR |
| EASTER_FARE | 17 | EUR |
| DECK | 30 | |
| HOLD | 30 | minutes |
| NOTICE | 4 | hours |
| FIRST | 06:00 | |
| LAST | 22:00 | |
| AHEAD | 180 | days |
| MOST_PEOPLE | 20 | |
| SHORTEST | 3 | |
| LONGEST | 18 | |
| MOST_MISSES | 3 | |
`;

interface Sent {
  readonly call: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: string;
  readonly error: string | null;
}

let sent: readonly Sent[];

beforeAll(async () => {
  const { exchanges } = await verified(crossings, 350, { clock: true, reset: true });
  sent = exchanges.map(({ at, attempt: { call }, sent: { body }, expected }) => ({
    call: call.name.text,
    at,
    body: body?.startsWith('{"') === true && body.endsWith('}') ? (JSON.parse(body) as Sent['body']) : {},
    answer: expected.body ?? '',
    error: expected.status < 400 ? null : (expected.refusals?.[0]?.error ?? ''),
  }));
}, 60_000);

const errorsOf = (call: string): ReadonlySet<string | null> => new Set(sent.filter((one) => one.call === call).map(({ error }) => error));

test('times beside a limit, in the steps that a rule wants', () => {
  const times = sent.flatMap(({ call, body, error }) =>
    call === 'POST /crossings' && ['05:55', '06:00', '22:00', '22:05'].includes(String(body['departs'])) && error !== 'BAD_DAY'
      ? [`${body['departs']} ${error}`]
      : [],
  );
  expect(new Set(times)).toEqual(new Set(['05:55 BAD_TIME', '06:00 null', '22:00 null', '22:05 BAD_TIME']));
});

test('a day in another month, where a price depends on it', () => {
  const prices = sent.flatMap(({ call, answer }) => (call.endsWith('/bookings') ? (/"price":(\d+)/.exec(answer)?.[1] ?? []) : []));
  expect(new Set(prices)).toEqual(new Set(['10', '17']));
});

test('a request that only one row refuses', () => {
  expect(errorsOf('POST /crossings/:number/bookings')).toContain('BARRED');
});

test('as many records as a sum needs, with values that other rows allow', () => {
  expect(errorsOf('POST /crossings/:number/bookings')).toContain('FULL');
});

test('time passes after what keeps a record', () => {
  expect([...errorsOf('POST /bookings/:number/cancel')]).toEqual(expect.arrayContaining([null, 'TOO_LATE']));
});
