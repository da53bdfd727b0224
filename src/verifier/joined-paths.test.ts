import { expect, test } from 'vitest';
import { oracleService } from '../../testing/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import type { Implementation } from './implementation.ts';
import { verify } from './run.ts';
import type { Plan } from './situations.ts';

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

/**
 * The plan of the first test's run; it does not depend on the service, so the other tests reuse it.
 */
let plan: Plan | undefined;

/** The requests whose answers are wrong if a service follows the other document. */
async function wrong(other: string, change: (implementation: Implementation) => Implementation = (same) => same): Promise<string> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = change(oracleService(other, clock));
  const run = await verify({ model: readModel(store), platform, implementation, marker: 'vk3f9x', budget: 1500, plan });
  plan ??= run.plan;
  return run.findings.map(({ exchange }) => `${exchange.attempt.words} ${exchange.fault?.words}`).join('; ');
}

test('a conforming service has no findings, and people who signed out sign in again', async () => {
  let signedIn = 0;
  const counted = (same: Implementation): Implementation => ({
    ...same,
    async send(request) {
      if (request.path === '/session' && request.body?.includes('kay@')) signedIn += 1;
      return same.send(request);
    },
  });
  expect(await wrong(store, counted)).toBe('');
  expect(signedIn).toBeGreaterThan(1);
}, 240_000);

test('a session that survives signing out is reported', async () => {
  const kept = (same: Implementation): Implementation => ({
    ...same,
    send: async (request) =>
      request.method === 'DELETE' && request.token !== null && (await same.send({ ...request, method: 'GET', path: '/me' }))
        ? { status: 204, body: '', date: null, retryAfter: null }
        : same.send(request),
  });
  expect(await wrong(store, kept)).toMatch(/GET \/me expected 401/);
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
  expect(await wrong(store.replace(before, after))).toMatch(words);
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
  expect(await wrong(store, minding)).toMatch(/POST \/people with a email that another record has, in capitals/);
});
