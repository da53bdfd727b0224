import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** An event and a call both create chores; figures count what their reader may not see. */
const stays = `# Specification: Stays

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, host | yes | | guest |

| Example | email | password | role |
|---|---|---|---|
| Hanna | hanna@example.com | correct-horse | host |

### Pet

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| species | enum dog, cat | yes | |
| build | enum small, large | | |
| coughUntil | date | | |

### Stay

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| arrival | date | yes | |
| departure | date | yes | |
| extras | integer | yes | 0 |
| note | text(20) | | |
| chores | list of Chore by stay | | |
| state | state | | |

### Chore

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| stay | Stay | yes | |
| kind | enum feeding, grooming | yes | |
| price | integer | yes | 0 |
| state | state | | |

## 4. States and transitions

### Stay.state

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | asked | | |
| asked | cancel | cancelled | \`arrival - today >= days(14)\` | \`note = "free"\` |
| asked | cancel | cancelled | | \`note = "late"\` |
| asked | begin | here | | \`create Chore with {"stay": self, "kind": "feeding"}\` |
| here | end | ended | \`chores.all(c, c.state == "done")\` | \`note = "thanks"\` |

### Chore.state

| From | Event | To | Effect |
|---|---|---|---|
| | | due | \`when kind == "grooming": price = 35\` |
| due | finish | done | \`when price > 0: update stay with {"extras": stay.extras + price}\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| cats have no build | Pet | \`species != "cat" \\|\\| build == null\` | NO_BUILD |
| cats do not cough | Pet | \`species != "cat" \\|\\| coughUntil == null\` | NO_COUGH |
| dates in order | Stay | \`arrival < departure\` | REVERSED |
| not too long | Stay | \`days(departure - arrival) <= 8\` | TOO_LONG |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| host | \`me.role == "host"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as guest |

| Permission | visitor | guest | host |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Pet: create, read | no | \`owner == me\` | no |
| Stay: create, cancel | no | \`owner == me\` | no |
| Stay: read | no | \`owner == me\` | yes |
| Stay: begin, end | no | no | yes |
| Chore: create, read, finish | no | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` |
| \`POST /pets\` | \`{species, build?, coughUntil?}\` | \`create Pet as p\` | 201 \`{"number": p.number, "species": p.species}\` |
| \`POST /stays\` | \`{arrival, departure}\` | \`create Stay as s\` | 201 \`StayView(s)\` |
| \`GET /stays/:number\` | | \`get Stay as s where s.number == number\` | 200 \`StayView(s)\` |
| \`POST /stays/:number/cancel\` | | \`get Stay as s where s.number == number; cancel s\` | 200 \`StayView(s)\` |
| \`POST /stays/:number/begin\` | | \`get Stay as s where s.number == number; begin s\` | 200 \`StayView(s)\` |
| \`POST /stays/:number/end\` | | \`get Stay as s where s.number == number; end s\` | 200 \`StayView(s)\` |
| \`POST /stays/:number/chores\` | \`{kind}\` | \`get Stay as s where s.number == number; create Chore as c with {"stay": s, "kind": kind}\` | 201 \`ChoreView(c)\` |
| \`GET /chores\` | | \`list Chore as found sort number asc\` | 200 \`{"chores": found.map(c, ChoreView(c))}\` |
| \`POST /chores/:number/finish\` | | \`get Chore as c where c.number == number; finish c\` | 200 \`ChoreView(c)\` |
| \`GET /figures\` | | | 200 \`{"here": size(Stay.filter(s, s.state == "here"))}\` |

### StayView of Stay

| Key | Value |
|---|---|
| number | |
| arrival | |
| departure | |
| extras | |
| note | |
| state | |
| chores | \`chores.map(c, ChoreView(c))\` |

### ChoreView of Chore

| Key | Value |
|---|---|
| number | |
| kind | |
| price | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NO_BUILD | 422 | Cats are all alike. |
| NO_COUGH | 422 | Cats do not cough. |
| REVERSED | 422 | Arrive first. |
| TOO_LONG | 422 | Eight days are the most. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(stays, 900);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 240_000);

const wrongWith = (from: string, to: string): Promise<string> => {
  expect(stays).toContain(from);
  return service.wrong(stays.replace(from, to));
};

test('a chore that an event has created is done, so that the stay can end', async () => {
  expect(await wrongWith('`note = "thanks"`', '`note = "bye"`')).toContain('/end');
});

test('a chore that a call has created beside it costs something', async () => {
  expect(await wrongWith('stay.extras + price}', 'price + 1}')).not.toBe('');
});

test('a cat that coughs, refused for nothing else', () => {
  const errors = service.run.exchanges.flatMap(({ attempt, expected: { refusals = [] } }) =>
    attempt.call.name.text === 'POST /pets' ? [refusals.map(({ error }) => error).join()] : [],
  );
  expect(errors).toContain('NO_COUGH');
});

test('both dates move so far that the notice is just long enough', async () => {
  expect(await wrongWith('arrival - today >= days(14)', 'arrival - today > days(14)')).toContain('/cancel');
});

test('figures of those who may not see what they would count', async () => {
  const leaky = stays.replace('| Stay: read | no | `owner == me` | yes |', '| Stay: read | no | yes | yes |');
  const isOfFigures = (words: string): boolean => words.includes('/figures');
  const { exchanges } = service.run;
  const counts = exchanges.filter(({ attempt }) => isOfFigures(attempt.words)).map(({ expected }) => expected.body);
  expect(new Set(counts)).toContain('{"here":1}');
  expect(await service.wrong(leaky)).not.toBe('');
  expect(await wrongWith('s.state == "here")', 's.state != "asked")')).toContain('/figures');
});
