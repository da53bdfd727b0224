import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';
import type { Implementation } from '../answers/implementation.ts';

/**
 * Parcels with things in them, which keepers put on shelves: parcels and shelves do not belong to
 * each other.
 */
const store = `# Specification: Store

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, keeper | yes | | guest |

| Example | name | email | password | role |
|---|---|---|---|---|
| Kay | Kay Keeper | kay@example.com | correct-horse | keeper |

### Shelf

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| slots | integer | yes | |
| taken | integer | yes | 0 |
| state | state | | |

### Parcel

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| note | text | | |
| shelf | Shelf | | |
| state | state | | |
| things | list of Thing by parcel | | |

### Thing

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| parcel | Parcel on delete cascade | yes | |
| worth | integer | | |
| state | state | | |

## 4. States and transitions

### Shelf.state

| From | Event | To |
|---|---|---|
| | | open |
| open | close | shut |

### Parcel.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | new | | | |
| new | send | sent | \`size(things) > 0 && things.all(t, t.state == "packed")\` | NOT_PACKED | |
| sent | put(to: Shelf) | kept | \`to.state == "open" && to.taken < to.slots\` | NO_SPACE | \`shelf = to; note = null; update to with {"taken": to.taken + 1}\` |
| sent | ask(note) | new | | | |

### Thing.state

| From | Event | To |
|---|---|---|
| | | loose |
| loose | pack | packed |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| keeper | \`me.role == "keeper"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as guest |

| Permission | visitor | guest | keeper |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Shelf: create, close | no | no | yes |
| Shelf: read | no | yes | yes |
| Parcel: create | no | yes | no |
| Parcel: read | no | \`owner == me\` | yes |
| Parcel: send | no | \`owner == me\` | no |
| Parcel: put, ask | no | no | yes |
| Thing: create | no | \`parcel.owner == me\` | no |
| Thing: read, pack | no | \`parcel.owner == me\` | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` |
| \`DELETE /session\` | | \`check me != null else UNAUTHORIZED; sign out\` | 204 |
| \`GET /me\` | | | 200 \`{"name": me.name}\` |
| \`POST /shelves\` | \`{slots}\` | \`create Shelf as s\` | 201 \`ShelfView(s)\` |
| \`GET /shelves/:number\` | | \`get Shelf as s where s.number == number\` | 200 \`ShelfView(s)\` |
| \`POST /shelves/:number/close\` | | \`get Shelf as s where s.number == number; close s\` | 200 \`ShelfView(s)\` |
| \`POST /parcels\` | \`{things?: [{worth?}]}\` | \`create Parcel as p\` | 201 \`ParcelView(p)\` |
| \`GET /parcels/:number\` | | \`get Parcel as p where p.number == number\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/send\` | | \`get Parcel as p where p.number == number; send p\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/ask\` | \`{note}\` | \`get Parcel as p where p.number == number; ask p with {"note": note}\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/put/:on\` | | \`get Parcel as p where p.number == number; get Shelf as s where s.number == on; put p with {"to": s}\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/things\` | \`{worth?}\` | \`get Parcel as p where p.number == number; create Thing as t with {"parcel": p, "worth": worth}\` | 201 \`ThingView(t)\` |
| \`POST /things/:number/pack\` | | \`get Thing as t where t.number == number; pack t\` | 200 \`ThingView(t)\` |
| \`GET /things?least\` | | \`list Thing as ts where least == null \\|\\| self.worth >= least\` | 200 \`ts.map(t, ThingView(t))\` |

### ShelfView of Shelf

| Key | Value |
|---|---|
| number | |
| slots | |
| taken | |
| state | |

### ParcelView of Parcel

| Key | Value |
|---|---|
| number | |
| note | |
| shelf | \`shelf.number\` |
| state | |
| things | \`size(things)\` |

### ThingView of Thing

| Key | Value |
|---|---|
| number | |
| worth | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NOT_PACKED | 409 | Pack everything first. |
| NO_SPACE | 409 | There is no space. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(store, 1500);
}, 240_000);

test('a conforming service has no findings, and people who signed out sign in again', async () => {
  const { findings, exchanges } = service.run;
  expect(findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
  expect(await service.wrong(store)).toBe('');
  const signedIn = exchanges.filter(({ sent }) => sent.path === '/session' && sent.body?.includes('kay@'));
  expect(signedIn.length).toBeGreaterThan(1);
});

test('a session that survives signing out is reported', async () => {
  const kept = (same: Implementation): Implementation => ({
    ...same,
    async send(request) {
      const me = request.method === 'DELETE' ? await same.send({ ...request, method: 'GET', path: '/me' }) : null;
      const isSignedIn = me !== null && 'body' in me && me.status === 200 && me.body !== '{"name":null}';
      return isSignedIn ? { status: 204, body: '', date: null, retryAfter: null } : same.send(request);
    },
  });
  expect(await service.wrong(store, kept)).toMatch(/GET \/me/);
});

test.each([
  ['a record of another kind in each of its states', 'to.state == "open" && ', '', /put/],
  ['a record of another kind that has no room', 'to.taken < to.slots', 'to.taken <= to.slots', /put/],
  ['what an effect changes of it', ' update to with {"taken": to.taken + 1}', ' update to with {"taken": 1}', /shelves|put/],
  ['a field that an effect empties', 'note = null; ', '', /put|GET \/parcels/],
  ['what a guard says of the records in a list', 'things.all(t, t.state == "packed")', 'things[0].state == "packed"', /send/],
  ['a filter of zero', 'least == null', 'least == null || least == 0', /GET \/things with least 0/],
])('%s: tried', async (_what, from, to, words) => {
  const [before = '', after = ''] = [from, to].map((text) => text.replaceAll('||', '\\|\\|'));
  expect(store).toContain(before);
  expect(await service.wrong(store.replace(before, after))).toMatch(words);
});

test('a taken email address is tried again in capitals', async () => {
  const minding = (same: Implementation): Implementation => ({
    ...same,
    send: (request) =>
      same.send({
        ...request,
        body: request.path === '/people' ? (request.body?.replace('@EXAMPLE.COM', '@example.org') ?? null) : request.body,
      }),
  });
  expect(await service.wrong(store, minding)).toMatch(/POST \/people with a email that another record has, in capitals/);
});
