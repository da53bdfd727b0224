import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../testing/replays.ts';

/** Journeys with legs, between two dates; two reviews let one begin. */
const journeys = `# Specification: Journeys

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| tired | integer | yes | | 0 |

### Journey

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| title | text(60) | yes | |
| means | enum foot, rail, boat | yes | foot |
| leaves | date | yes | |
| returns | date | yes | |
| length | integer | yes | |
| walked | integer | yes | 0 |
| state | state | | |
| legs | list of Leg by journey | | |

### Leg

| Field | Type | Required |
|---|---|---|
| journey | Journey on delete cascade | yes |
| place | text(30) | yes |
| days | integer | yes |

## 4. States and transitions

### Journey.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | planned | | | |
| planned | begin | begun | | | |
| begun | walk(way: integer) | begun | \`way > 0 && walked + way <= length\` | TOO_FAR | \`walked = walked + way; update owner with {"tired": owner.tired + way}\` |
| begun | end | ended | \`walked == length\` | NOT_THERE | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| in order | Journey | \`leaves <= returns\` | BACKWARDS |
| not long | Journey | \`returns - leaves <= days(20)\` | TOO_LONG |
| a day at least | Leg.days | \`days >= 1\` | TOO_SHORT |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Journey: create, read, update | no | \`owner == me\` |
| Journey: begin, walk, end | no | \`owner == me\` |
| Leg: create, read | no | \`journey.owner == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`GET /me\` | | | 200 \`{"tired": me.tired}\` | member |
| \`GET /journeys?words&after&left\` | | \`list Journey as found where (words == null \\|\\| lower(self.title).contains(lower(words))) && (after == null \\|\\| self.leaves >= after) && (left == null \\|\\| self.length - self.walked >= left) sort number asc\` | 200 \`{"journeys": found.map(j, JourneyView(j))}\` | member |
| \`POST /journeys\` | \`{title, means?, leaves, returns, length, legs: [{place, days}]}\` | \`create Journey as j\` | 201 \`JourneyView(j)\` | member |
| \`GET /journeys/:number\` | | \`get Journey as j where j.number == number\` | 200 \`JourneyView(j)\` | member |
| \`PATCH /journeys/:number\` | \`{title?, means?}\` | \`get Journey as j where j.number == number; update j\` | 200 \`JourneyView(j)\` | member |
| \`POST /journeys/:number/begin\` | | \`get Journey as j where j.number == number; begin j\` | 200 \`JourneyView(j)\` | member |
| \`POST /journeys/:number/walk\` | \`{way}\` | \`get Journey as j where j.number == number; walk j with {"way": way}\` | 200 \`JourneyView(j)\` | member |
| \`POST /journeys/:number/end\` | | \`get Journey as j where j.number == number; end j\` | 200 \`JourneyView(j)\` | member |

### JourneyView of Journey

| Key | Value |
|---|---|
| number | |
| title | |
| means | |
| walked | |
| state | |
| days | \`sum(legs.map(l, l.days))\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BACKWARDS | 422 | Return after you leave. |
| TOO_LONG | 422 | Return sooner. |
| TOO_SHORT | 422 | Stay a day. |
| TOO_FAR | 409 | That is beyond the end. |
| NOT_THERE | 409 | You are not there yet. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(journeys, 2000);
}, 240_000);

test('a conforming service has no findings', async () => {
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
  expect(await service.wrong(journeys)).toBe('');
});

test.each([
  ['days between two dates', 'days(20)', 'days(21)', /POST \/journeys with (leaves|returns)/],
  ['a date that may be the other one', 'leaves <= returns', 'leaves < returns', /POST \/journeys with (leaves|returns)/],
  ['the numbers of lines', '`days >= 1`', '`days >= 0`', /days 0 in legs/],
  ['several lines', 'legs.map(l, l.days)', 'legs.map(l, legs[0].days)', /two legs/],
  ['a part of a text', '.contains(lower(words))', '.startsWith(lower(words))', /words \(part\)/],
  ['a text in capitals', 'lower(self.title).contains(lower(words))', 'self.title.contains(words)', /words \(capitals\)/],
  ['the day of a filter', 'self.leaves >= after', 'self.leaves > after', /GET \/journeys with after/],
  ['a filter on a difference', 'self.length - self.walked >= left', 'self.length >= left', /GET \/journeys with .*left/],
  ['what is just used up', 'walked + way <= length', 'walked + way < length', /walk/],
  ['what comes on top of something', '`walked = walked + way;', '`walked = way;', /walk/],
  ['what a person has from before', 'owner.tired + way}', 'way}', /GET \/me|walk/],
])('%s: tried', async (_what, from, to, words) => {
  expect(journeys).toContain(from);
  expect(await service.wrong(journeys.replace(from, to))).toMatch(words);
});
