import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/**
 * The doors open some minutes before a moment that only a computed field has. A membership is
 * renewed in its last days, which are those of a field of the person. The scenery is loaded on the
 * day of the show.
 */
const theatre = `# Specification: Theatre

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |
| memberUntil | date | | |

### Show

| Field | Type | Required | Default | Computed |
|---|---|---|---|---|
| number | serial | | | |
| owner | Person | yes | \`me\` | |
| day | date | yes | | |
| slot | enum matinee, evening | yes | evening | |
| starts | datetime | | | \`datetime(day, slot == "matinee" ? time("15:00") : time("20:00"))\` |
| state | state | | | |

## 4. States and transitions

### Person

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | join | | \`memberUntil == null \\|\\| memberUntil - today <= days(30)\` | TOO_EARLY | \`memberUntil = today + days(365)\` |

### Show.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | planned | | |
| planned | open doors | open | \`now >= starts - minutes(45)\` | TOO_EARLY |
| planned | load(pieces: list of integer) | refused | \`day != today\` | NOT_TODAY |
| planned | load(pieces: list of integer) | loaded | \`size(pieces) > 0\` | NOTHING |
| loaded | unload | planned | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not past | Show on create | \`day > today\` | PAST |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes |
| Session | \`days(1000)\` |

| Permission | visitor | person |
|---|---|---|
| Person: create | yes | no |
| Person: read, join | no | \`self == me\` |
| Show: create, read, open doors, load, unload | no | \`owner == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`GET /me\` | | | 200 \`{"memberUntil": me.memberUntil}\` |
| \`POST /me/join\` | | \`join me\` | 200 \`{"memberUntil": me.memberUntil}\` |
| \`POST /shows\` | \`{day, slot?}\` | \`create Show as s\` | 201 \`ShowView(s)\` |
| \`GET /shows/:number\` | | \`get Show as s where s.number == number\` | 200 \`ShowView(s)\` |
| \`POST /shows/:number/doors\` | | \`get Show as s where s.number == number; open doors s\` | 200 \`ShowView(s)\` |
| \`POST /shows/:number/load\` | \`{pieces}\` | \`get Show as s where s.number == number; load s with {"pieces": pieces}\` | 200 \`ShowView(s)\` |
| \`POST /shows/:number/unload\` | | \`get Show as s where s.number == number; unload s\` | 200 \`ShowView(s)\` |

### ShowView of Show

| Key | Value |
|---|---|
| number | |
| starts | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_EARLY | 409 | Not yet. |
| PAST | 422 | That day is over. |
| NOT_TODAY | 409 | The show is on another day. |
| NOTHING | 422 | Load something. |
`;

let service: Followed;
beforeAll(async () => {
  service = await followed(theatre, 600, { clock: true, reset: true });
});

test('a service that follows the document has no findings', async () => {
  expect(service.run.findings).toEqual([]);
  expect(await service.wrong(theatre)).toBe('');
});

test.each([
  ['doors that open some minutes earlier', 'minutes(45)', 'minutes(55)'],
  ['doors that open some minutes later', 'minutes(45)', 'minutes(40)'],
  ['a membership that is renewed a day earlier', 'days(30)', 'days(31)'],
  ['scenery that is loaded a day early', 'day != today', 'day - today > days(1)'],
  ['scenery of two pieces that is not loaded', 'size(pieces) > 0', 'size(pieces) == 1'],
  ['a membership that is renewed a day later', 'memberUntil - today <= days(30)', 'memberUntil - today < days(30)'],
])('%s shows', async (_, from, to) => {
  expect(theatre).toContain(from);
  expect(await service.wrong(theatre.replace(from, to))).not.toBe('');
});
