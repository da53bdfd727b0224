import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';
import type { Exchange } from '../answers/side-by-side.ts';

/** Who a person is decides what they pay, whether they give a reason, and what others change. */
const pools = `# Specification: Pools

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default | Computed |
|---|---|---|---|---|---|
| number | serial | | | | |
| name | text(20) | yes | | | |
| email | email | yes | yes | | |
| password | password | yes | | | |
| born | date | yes | | | |
| role | enum member, clerk, trainer, owner | yes | | member | |
| phone | text(20) | | | | |
| note | text(20) | | | | |
| child | boolean | | | | \`born + months(CHILD) > today\` |
| share | decimal | | | | \`child ? CHILD_SHARE : 1.0\` |

| Example | name | email | password | born | role |
|---|---|---|---|---|---|
| Carl | Carl | carl@example.com | correct-horse | 1980-01-01 | clerk |
| Tina | Tina | tina@example.com | correct-horse | 1981-01-01 | trainer |
| Olga | Olga | olga@example.com | correct-horse | 1983-01-01 | owner |
| Mia | Mia | mia@example.com | correct-horse | 1982-01-01 | member |

### Pool

| Field | Type | Required |
|---|---|---|
| number | serial | |
| price | money | yes |

### Visit

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| pool | Pool | yes | |
| person | Person | yes | \`me\` |
| price | money | yes | \`pool.price * person.share\` |
| fine | money | yes | 0 |
| reason | text(40) | | |
| state | state | | |

## 4. States and transitions

### Visit.state

| From | Event | To | Roles | Guard | Error | Effect |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | leave(late: integer) | left | | | | \`fine = min(LATE * late, pool.price + pool.price)\` |
| open | cancel(reason?) | cancelled | clerk | \`reason != null && size(trim(reason)) > 0\` | NO_REASON | |
| open | cancel(reason?) | cancelled | member | | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| dear | Pool.price | \`price >= LEAST\` | TOO_CHEAP |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me.role == "member"\` |
| clerk | \`me.role == "clerk"\` |
| trainer | \`me.role == "trainer"\` |
| owner | \`me.role == "owner"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member | clerk | trainer | owner |
|---|---|---|---|---|---|
| Person: create | yes | no | no | no | no |
| Person: read | no | \`self == me\` | yes | yes | no |
| Person: update | no | no | \`role == "member"\` | no | no |
| Pool: create, read | no | yes | yes | no | no |
| Visit: create | no | yes | no | no | no |
| Visit: read | no | \`person == me\` | yes | no | no |
| Visit: leave | no | no | yes | no | no |
| Visit: cancel | no | \`person == me\` | yes | no | no |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password, born}\` | \`sign up with {"name": name, "email": email, "password": password, "born": born}\` | 201 \`{"token": token, "me": PersonView(me)}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": PersonView(me)}\` |
| \`PATCH /people/:number\` | \`{phone?, note?}\` | \`get Person as p where p.number == number; update p\` | 200 \`PersonView(p)\` |
| \`POST /pools\` | \`{price}\` | \`create Pool as p\` | 201 \`PoolView(p)\` |
| \`POST /pools/:number/visits\` | | \`get Pool as p where p.number == number; create Visit as v with {"pool": p}\` | 201 \`VisitView(v)\` |
| \`POST /visits/:number/leave\` | \`{late}\` | \`get Visit as v where v.number == number; leave v with {"late": late}\` | 200 \`VisitView(v)\` |
| \`POST /visits/:number/cancel\` | \`{reason?}\` | \`get Visit as v where v.number == number; cancel v with {"reason": reason}\` | 200 \`VisitView(v)\` |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| name | |
| phone | |
| note | |
| role | |

### PoolView of Pool

| Key | Value |
|---|---|
| number | |
| price | |

### VisitView of Visit

| Key | Value |
|---|---|
| number | |
| price | |
| fine | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NO_REASON | 422 | Tell them why. |
| TOO_CHEAP | 422 | We would lose money. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
| CHILD | 192 | |
| CHILD_SHARE | 0.5 | |
| LATE | 2 | EUR |
| LEAST | 20 | EUR |
`;

const by = (name: string, { attempt: { words } }: Exchange): boolean => words.startsWith(`${name}:`);
const answered = ({ expected: { body } }: Exchange): Readonly<Record<string, unknown>> => JSON.parse(body ?? '{}');
const sentTo = (all: readonly Exchange[], call: string): readonly Exchange[] =>
  all.filter(({ attempt }) => attempt.call.name.text === call);

/** The prices of visits as shares of what the pool costs. */
function sharesIn(all: readonly Exchange[]): readonly (readonly [share: number, visit: Exchange])[] {
  let price = Number.NaN;
  return all.flatMap((one) => {
    if (one.attempt.call.name.text === 'POST /pools' && one.expected.status === 201) price = Number(answered(one)['price']);
    const isVisit = one.attempt.call.name.text === 'POST /pools/:number/visits' && one.expected.status === 201;
    return isVisit && price > 0 ? [[Number(answered(one)['price']) / price, one] as const] : [];
  });
}

let all: readonly Exchange[];
const to = (call: string): readonly Exchange[] => sentTo(all, call);

beforeAll(async () => {
  all = (await verified(pools, 700, { clock: true, reset: true })).exchanges;
});

test('an adult signs in beside the children who sign up, and pays the whole price', () => {
  const shares = sharesIn(all).map(([share, one]) => [by('Mia', one), share] as const);
  expect(shares).toContainEqual([true, 1]);
  expect(shares).toContainEqual([false, 0.5]);
});

test('if all sign up, an adult does, too', async () => {
  const { exchanges } = await verified(pools.replace(/^\| Mia .*\n/m, ''), 700, { clock: true, reset: true });
  const shares = sharesIn(exchanges).map(([share]) => share);
  expect(shares).toContain(0.5);
  expect(shares).toContain(1);
});

test('the smaller of two amounts is each of them', () => {
  const left = to('POST /visits/:number/leave').filter(({ expected }) => expected.status === 200);
  const fines = left.map((one) => [2 * Number(JSON.parse(one.sent.body ?? '{}').late), Number(answered(one)['fine'])] as const);
  expect(fines.some(([whole, fine]) => whole > 0 && fine === whole)).toBe(true);
  expect(fines.some(([whole, fine]) => fine < whole)).toBe(true);
});

test('an update that gives nothing', () => {
  expect(to('PATCH /people/:number').some(({ sent }) => sent.body === '{}')).toBe(true);
});

test('a blank reason, from those who need one and from those who do not', () => {
  const blank = to('POST /visits/:number/cancel').filter(
    ({ sent: { body }, expected: { status } }) => status !== 409 && /"reason":" +"/.test(body ?? ''),
  );
  expect(new Set(blank.map((one) => [by('Carl', one), one.expected.status].join(' ')))).toEqual(new Set(['true 422', 'false 200']));
});

test('an update of people of each role', () => {
  const refused = to('PATCH /people/:number').filter((one) => by('Carl', one) && one.expected.status === 403);
  expect(new Set(refused.map(({ sent: { path } }) => path)).size).toBe(3);
});
