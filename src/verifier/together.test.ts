import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../testing/replays.ts';
import type { Implementation } from './answers/implementation.ts';

/**
 * Rules about several records or people: an age at the day of a flight, a plane for each day and
 * hour, few open flights each, guests whom only the staff sees, and a search in two fields.
 */
const flights = `# Specification: Gliding club

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum pilot, staff | yes | | pilot |
| born | date | yes | | |
| motto | text(40) | | | |
| remark | text(40) | | | |

| Example | email | password | role | born |
|---|---|---|---|---|
| Sue | sue@example.com | correct-horse | staff | 1980-01-01 |
| Sam | sam@example.com | correct-horse | staff | 1980-01-01 |

### Flight

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| pilot | Person | yes | \`me\` |
| guests | list of Person | | |
| plane | text(20) | yes | |
| day | date | yes | |
| hour | integer | yes | |
| state | state | | |

## 4. States and transitions

### Flight.state

| From | Event | To |
|---|---|---|
| | | planned |
| planned | board | boarded |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| old enough | Flight on create | \`pilot.born + months(16 * 12) <= day\` | TOO_YOUNG |
| one flight for a plane | Flight | unique plane, day, hour | PLANE_TAKEN |
| motto is not blank | Person.motto | \`size(trim(motto)) > 0\` | BLANK |
| remark is not blank | Person.remark | \`size(trim(remark)) > 0\` | BLANK |
| few boarded | Flight on board | \`size(Flight.filter(f, f.pilot == self.pilot && f.state == "boarded")) <= 2\` | TOO_MANY |
| few guests | Flight | \`size(guests) <= 2\` | FULL |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| pilot | \`me.role == "pilot"\` |
| staff | \`me.role == "staff"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as pilot |

| Permission | visitor | pilot | staff |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Person.motto, remark: update | no | \`self == me\` | \`self == me\` |
| Flight: create | no | \`pilot == me\` | \`pilot == me\` |
| Flight: read, board | no | \`pilot == me\` | \`pilot == me\` |
| Flight.guests: add | no | no | \`pilot == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{email, password, born}\` | \`sign up with {"email": email, "password": password, "born": born}\` | 201 \`{"token": token}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` | |
| \`GET /me\` | | | 200 \`PersonView(me)\` | pilot, staff |
| \`PATCH /me\` | \`{motto?, remark?}\` | \`get Person as p where p == me; update p\` | 200 \`PersonView(p)\` | pilot, staff |
| \`GET /people?words&limit=20&offset=0\` | | \`list Person as found where words == null \\|\\| lower(self.motto).contains(lower(words)) \\|\\| lower(self.remark).contains(lower(words)) sort number asc limit limit offset offset\` | 200 \`{"people": found.map(p, PersonView(p)), "total": total}\` | staff |
| \`POST /flights\` | \`{plane, day, hour}\` | \`create Flight as f\` | 201 \`FlightView(f)\` | pilot, staff |
| \`GET /flights/:number\` | | \`get Flight as f where f.number == number\` | 200 \`FlightView(f)\` | pilot, staff |
| \`POST /flights/:number/board\` | | \`get Flight as f where f.number == number; board f\` | 200 \`FlightView(f)\` | pilot, staff |
| \`POST /flights/:number/guests\` | \`{person}\` | \`get Flight as f where f.number == number; get Person as p where p.number == person; add p to f.guests\` | 200 \`FlightView(f)\` | pilot, staff |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| role | |
| motto | |
| remark | |

### FlightView of Flight

| Key | Value |
|---|---|
| number | |
| plane | |
| day | |
| hour | |
| state | |
| guests | \`size(guests)\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BLANK | 422 | Say something. |
| TOO_YOUNG | 422 | Pilots are sixteen. |
| PLANE_TAKEN | 409 | It flies already. |
| TOO_MANY | 409 | Land first. |
| FULL | 422 | There are two seats. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(flights, 1500);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 240_000);

test('each error is given', () => {
  const errors = service.run.exchanges.flatMap(({ expected }) => (expected.refusals ?? []).map(({ error }) => error));
  expect(errors).toEqual(expect.arrayContaining(['TOO_YOUNG', 'PLANE_TAKEN', 'TOO_MANY', 'FULL']));
});

test.each([
  ['an age reached a day too late', 'months(16 * 12) <= day', 'months(16 * 12) < day'],
  ['an age at another day', '<= day`', '<= today`'],
  ['one record more than a limit', '"boarded")) <= 2', '"boarded")) <= 3'],
  ['one record less than a limit', '"boarded")) <= 2', '"boarded")) <= 1'],
  ['one member more than a limit', 'size(guests) <= 2', 'size(guests) <= 3'],
  ['a combination that is unique without one of its fields', 'unique plane, day, hour', 'unique plane, day'],
  ['the second searched field', ' \\|\\| lower(self.remark).contains(lower(words))', ''],
])('%s: shown', async (_what, from, to) => {
  expect(flights).toContain(from);
  expect(await service.wrong(flights.replace(from, to))).not.toBe('');
});

test('each role is refused a list that another one may see', () => {
  const refused = service.run.exchanges.filter(
    ({ attempt, expected }) => attempt.call.name.text.startsWith('GET /people') && expected.status === 403,
  );
  expect(refused.map(({ attempt }) => attempt.words)).toContainEqual(expect.stringContaining('Ada'));
});

test('an update of one field is sent where both have a value', () => {
  const updates = service.run.exchanges.filter(({ attempt }) => attempt.call.name.text === 'PATCH /me');
  const pairs = updates.map(({ sent, expected }, place) => {
    const before = updates[place - 1];
    return expected.status === 200 && before?.expected.status === 200 && before.sent.token === sent.token
      ? [before, { sent }].map((one) =>
          Object.keys(JSON.parse(one.sent.body ?? '{}') as object)
            .sort()
            .join(),
        )
      : [];
  });
  expect(pairs).toContainEqual(['motto,remark', 'motto']);
});

test.each(['limit', 'offset'])('a negative %s that a service takes for 0 shows', async (name) => {
  const lenient = (service: Implementation): Implementation => ({
    ...service,
    send: (request) => service.send({ ...request, query: request.query.replace(`${name}=-1`, `${name}=0`) }),
  });
  expect(await service.wrong(flights, lenient)).not.toBe('');
});
