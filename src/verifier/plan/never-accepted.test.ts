import { beforeAll, expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';
import { inputsOf } from '../values/call-inputs.ts';
import { makerFor } from '../values/maker.ts';
import { Origins } from '../values/origins.ts';
import { withLaterDates } from './fitting-numbers.ts';

/**
 * A course gets three lessons by one request. A concert needs pieces of two courses, whose lessons
 * may not be on the same days.
 */
const school = `# Specification: School

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |

### Course

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| person | Person | yes | \`me\` |
| state | state | | |

### Lesson

| Field | Type | Required |
|---|---|---|
| number | serial | |
| course | Course | yes |
| day | date | yes |
| room | enum red, blue | yes |
| state | state | |

### Concert

| Field | Type | Required |
|---|---|---|
| number | serial | |
| day | date | yes |
| pieces | list of Piece by concert | |
| state | state | |

### Piece

| Field | Type | Required |
|---|---|---|
| number | serial | |
| concert | Concert | yes |
| course | Course | yes |

## 4. States and transitions

### Course.state

| From | Event | To | Effect |
|---|---|---|---|
| | | draft | |
| draft | begin(first: date, place: text) | running | \`for l in series(3, {"day": first}, p, {"day": p.day + days(1)}): create Lesson with {"course": self, "day": l.day, "room": place}\` |

### Lesson.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | planned | | | |
| planned | cancel | owed | | | |
| owed | make up(other: date, place: text) | refused | \`course.state != "running"\` | NOT_RUNNING | |
| owed | make up(other: date, place: text) | made up | | | \`create Lesson with {"course": course, "day": other, "room": place}\` |
| made up | praise | praised | | | |

### Concert.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | planned | | |
| planned | announce | open | \`size(pieces) >= 2\` | NO_PROGRAMME |
| open | close | over | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| one lesson a day | Lesson | unique day | ROOM_TAKEN |
| one concert a day | Concert | unique day | DAY_TAKEN |
| lessons are planned ahead | Lesson.day | \`day - today >= days(25)\` | TOO_SOON |
| pupils play | Piece on create | \`course.state == "running"\` | NOT_RUNNING |
| one piece each | Piece | unique concert, course | PLAYS |

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

| Permission | visitor | person |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Course: create, read, begin | no | \`person == me\` |
| Lesson: create, read, cancel, make up, praise | no | \`course.person == me\` |
| Concert: create, read, announce, close | no | yes |
| Piece: create, read | no | \`course.person == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /courses\` | | \`create Course as c\` | 201 \`{"number": c.number}\` |
| \`POST /courses/:number/begin\` | \`{first, place}\` | \`get Course as c where c.number == number; begin c with {"first": first, "place": place}\` | 200 \`{"number": c.number}\` |
| \`GET /lessons\` | | \`list Lesson as found sort number asc\` | 200 \`{"lessons": found.map(l, {"number": l.number, "day": l.day, "room": l.room, "state": l.state})}\` |
| \`POST /lessons/:number/cancel\` | | \`get Lesson as l where l.number == number; cancel l\` | 200 \`{"state": l.state}\` |
| \`POST /lessons/:number/make-up\` | \`{other, place}\` | \`get Lesson as l where l.number == number; make up l with {"other": other, "place": place}\` | 200 \`{"state": l.state}\` |
| \`POST /lessons/:number/praise\` | | \`get Lesson as l where l.number == number; praise l\` | 200 \`{"state": l.state}\` |
| \`POST /concerts\` | \`{day}\` | \`create Concert as c\` | 201 \`{"number": c.number, "day": c.day}\` |
| \`POST /concerts/:number/pieces\` | \`{course}\` | \`get Concert as c where c.number == number; get Course as o where o.number == course; create Piece as p with {"concert": c, "course": o}\` | 201 \`{"number": p.number}\` |
| \`POST /concerts/:number/announce\` | | \`get Concert as c where c.number == number; announce c\` | 200 \`{"state": c.state}\` |
| \`POST /concerts/:number/close\` | | \`get Concert as c where c.number == number; close c\` | 200 \`{"state": c.state}\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NOT_RUNNING | 409 | The course is not running. |
| NO_PROGRAMME | 409 | A concert has two pieces or more. |
| ROOM_TAKEN | 409 | The room is taken on that day. |
| DAY_TAKEN | 409 | There is a concert on that day. |
| TOO_SOON | 422 | Plan it 25 days ahead. |
| PLAYS | 409 | The course plays in that concert. |
`;

let accepted: ReadonlySet<string>;

beforeAll(async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const parts = {
    model: readModel(school),
    platform,
    implementation: oracleService(school, clock, { reset: true }),
    marker: 'vk3f9x',
    budget: 900,
  };
  const { exchanges, findings } = await verify(parts);
  expect(findings).toEqual([]);
  accepted = new Set(exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
}, 60_000);

test('what follows a request that creates several records is tried', () => {
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /lessons/:number/cancel', 'POST /concerts/:number/pieces']));
});

test('a text that becomes a choice gets one of them', () => {
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /lessons/:number/make-up', 'POST /lessons/:number/praise']));
});

test('ways to two records do not take the same days, and what only they allow is followed', () => {
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /concerts/:number/announce', 'POST /concerts/:number/close']));
});

test('days that another record has are put off together, and not the choices beside them', () => {
  const model = readModel(school);
  const call = model.calls.find(({ name }) => name.text.endsWith('begin'));
  if (call === undefined) throw new Error('no call');
  const planned = { call, persona: 0, handles: new Map(), picks: new Map(), mutation: null, numbers: new Map([['first', 30]]) };
  const maker = makerFor(model, { origins: new Origins('vk3f9x'), now: () => 0, uses: new Map(), given: () => new Map() });
  const later = withLaterDates(planned, inputsOf(model, call), maker);
  expect(later.map(({ numbers }) => [...(numbers ?? [])])).toEqual([31, 32, 37, 61].map((days) => [['first', days]]));
});
