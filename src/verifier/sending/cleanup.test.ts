import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import type { Run } from '../answers/finding.ts';
import { verify } from '../run.ts';
import { neededOf } from './cleanup.ts';

/**
 * A keeper, who cannot sign up again, opens one market a day, has one paused at most, and three to
 * clean; guests with credit queue up for a stall.
 */
const market = `# Specification: Market

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(40) | yes | | |
| credit | integer | yes | | 0 |
| debt | integer | yes | | 0 |
| load | integer | yes | | 0 |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, keeper | yes | | guest |

| Example | name | email | password | role |
|---|---|---|---|---|
| Kay | Kay Keeper | kay@example.com | correct-horse | keeper |

### Market

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| keeper | Person | yes | \`me\` |
| day | date | yes | |
| state | state | | |

### Wish

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| person | Person | yes | \`me\` |
| note | text | | |
| state | state | | |

## 4. States and transitions

### Market.state

| From | Event | To | Effect |
|---|---|---|---|
| | | open | \`update keeper with {"load": keeper.load + 1}\` |
| open | pause | paused | |
| open, paused | close | closed | |
| closed | clean | clean | \`update keeper with {"load": keeper.load - 1}\` |

### Wish.state

| From | Event | To | Effect |
|---|---|---|---|
| | | waiting | |
| waiting | serve | served | \`note = null\` |
| waiting, served | drop | dropped | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| one market a day | Market | unique keeper, day | TAKEN |
| few to clean | Market on create | \`keeper.load <= 3\` | TOO_MANY |
| one pause at a time | Market on pause | \`size(Market.filter(m, m.state == "paused" && m != self)) == 0\` | PAUSED |
| only with credit | Wish on create | \`person.credit > person.debt\` | NO_CREDIT |
| first come, first served | Wish on serve | \`size(Wish.filter(w, w.state == "waiting" && w.number < self.number)) == 0\` | NOT_IN_TURN |

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
| Person.credit: update | no | no | yes |
| Market: create | no | no | \`keeper == me\` |
| Market: read | no | yes | yes |
| Market: pause, close, clean | no | no | \`keeper == me\` |
| Wish: create, drop | no | \`person == me\` | no |
| Wish: read | no | \`person == me\` | yes |
| Wish: serve | no | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` |
| \`GET /me\` | | | 200 \`{"number": me.number}\` |
| \`PATCH /people/:number\` | \`{credit}\` | \`get Person as p where p.number == number; update p with {"credit": credit}\` | 200 \`{"number": p.number}\` |
| \`POST /markets\` | \`{day}\` | \`create Market as m\` | 201 \`MarketView(m)\` |
| \`GET /markets/:number\` | | \`get Market as m where m.number == number\` | 200 \`MarketView(m)\` |
| \`POST /markets/:number/pause\` | | \`get Market as m where m.number == number; pause m\` | 200 \`MarketView(m)\` |
| \`POST /markets/:number/close\` | | \`get Market as m where m.number == number; close m\` | 200 \`MarketView(m)\` |
| \`POST /markets/:number/clean\` | | \`get Market as m where m.number == number; clean m\` | 200 \`MarketView(m)\` |
| \`POST /wishes\` | \`{note?}\` | \`create Wish as w\` | 201 \`WishView(w)\` |
| \`GET /wishes/:number\` | | \`get Wish as w where w.number == number\` | 200 \`WishView(w)\` |
| \`POST /wishes/:number/serve\` | | \`get Wish as w where w.number == number; serve w\` | 200 \`WishView(w)\` |
| \`POST /wishes/:number/drop\` | | \`get Wish as w where w.number == number; drop w\` | 200 \`WishView(w)\` |

### MarketView of Market

| Key | Value |
|---|---|
| number | |
| state | |

### WishView of Wish

| Key | Value |
|---|---|
| number | |
| note | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_MANY | 409 | Clean first. |
| TAKEN | 409 | There is one already. |
| NOT_IN_TURN | 409 | Another has waited longer. |
| PAUSED | 409 | Another market is paused. |
| NO_CREDIT | 402 | You have no credit. |
`;

async function run(): Promise<Run> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  return verify({ model: readModel(market), platform, implementation: oracleService(market, clock), marker: 'vk3f9x', budget: 1500 });
}

test('every planned request is sent: records of earlier ways are cleared away, brought on or avoided, and what a rule needs is written', async () => {
  const { exchanges, findings, notTried } = await run();
  expect(findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
  expect(notTried).toEqual([]);
  const accepted = new Set(exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
  expect(readModel(market).calls.flatMap(({ name }) => (accepted.has(name.text) ? [] : name.text))).toEqual([]);
});

test('of many records those in the way are found by halves, the latest where one is enough', () => {
  const all = [...Array(60).keys()];
  let asked = 0;
  const found = neededOf(all, (some) => {
    asked++;
    return some.includes(17) && some.some((one) => one % 10 === 4);
  });
  expect(found).toEqual([17, 54]);
  expect(asked).toBeLessThan(30);
});
