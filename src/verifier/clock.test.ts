import { beforeAll, describe, expect, test } from 'vitest';
import { type Followed, followed } from '../../testing/replays.ts';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import { verify } from './run.ts';

/** A request for a tool lapses after two days, and the day when it is due back decides much. */
const rents = `# Specification: Rents

## 1. People and what they want to do

### Scenario: a request that no one answers

| As | Do | Expect |
|---|---|---|
| Kim | \`create Rent as r with {"due": today + days(9)}\` | |
| nobody | \`wait days(1)\` | \`r.state == "asked"\` |
| nobody | \`wait days(1)\` | \`r.state == "lapsed"\` |
| Kim | \`take r\` | refused CONFLICT |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text(40) | yes | |
| email | email | yes | yes |
| password | password | yes | |

| Example | name | email | password |
|---|---|---|---|
| Kim | Kim | kim@example.com | correct-horse |

### Rent

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| due | date | yes | |
| state | state | | |
| fee | integer | yes | 0 |

## 4. States and transitions

### Rent.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | asked | | | |
| asked | take | taken | \`due >= today\` | TOO_LATE | |
| asked | after \`days(2)\` | lapsed | | | |
| taken | return | returned | | | \`when today > due + days(3): fee = 7\` |
| taken | remind | reminded | \`today > due\` | TOO_SOON | |
| reminded | return | returned | | | \`fee = 9\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not in the past | Rent on create | \`due >= today\` | TOO_LATE |
| soon | Rent on create | \`due <= today + days(20)\` | TOO_FAR |

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
| Rent: create, read | no | \`owner == me\` |
| Rent: take, return, remind | no | \`owner == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /rents\` | \`{due}\` | \`create Rent as r\` | 201 \`{"number": r.number}\` | member |
| \`GET /rents/:number\` | | \`get Rent as r where r.number == number\` | 200 \`{"state": r.state, "fee": r.fee}\` | member |
| \`POST /rents/:number/take\` | | \`get Rent as r where r.number == number; take r\` | 200 \`{"state": r.state}\` | member |
| \`POST /rents/:number/return\` | | \`get Rent as r where r.number == number; return r\` | 200 \`{"state": r.state, "fee": r.fee}\` | member |
| \`POST /rents/:number/remind\` | | \`get Rent as r where r.number == number; remind r\` | 200 \`{"state": r.state}\` | member |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CONFLICT | 409 | It is not so far. |
| TOO_LATE | 409 | The day is over. |
| TOO_SOON | 409 | There is time. |
| TOO_FAR | 422 | Too far ahead. |
`;

/** Without a scenario that shows the way. */
const alone = rents.replace(/## 1\.[\s\S]*?(?=## 3\.)/, '');

describe('scenarios that wait', () => {
  let service: Followed;
  beforeAll(async () => {
    service = await followed(rents, 1500, { clock: true });
  });

  test('a service that does what they say has no findings', async () => {
    expect(service.run.findings).toEqual([]);
    expect(await service.wrong(rents)).toBe('');
    expect(service.run.exchanges.some(({ attempt }) => attempt.words.startsWith('Time passes'))).toBe(true);
  });

  test('a timer that fires later shows', async () => {
    expect(await service.wrong(rents.replace('after `days(2)`', 'after `days(3)`'))).not.toBe('');
  });

  test('without a clock no step waits', async () => {
    const { run } = await followed(rents, 300);
    expect(run.exchanges.filter(({ attempt }) => attempt.moment !== undefined)).toEqual([]);
  });
});

describe('ways on which time passes', () => {
  let service: Followed;
  beforeAll(async () => {
    service = await followed(alone, 2500, { clock: true });
  });

  test('a service that follows the document has no findings', async () => {
    expect(service.run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
    expect(await service.wrong(alone)).toBe('');
  });

  test.each([
    ['a timer that fires later', 'after `days(2)`', 'after `days(3)`'],
    ['a timer that fires earlier', 'after `days(2)`', 'after `hours(47)`'],
    ['a timer that leads elsewhere', 'days(2)` | lapsed', 'days(2)` | taken'],
    ['a guard that compares with today', 'take | taken | `due >= today`', 'take | taken | `due > today - days(2)`'],
    ['a guard that holds too early', 'remind | reminded | `today > due`', 'remind | reminded | `today >= due`'],
    ['a deadline in an effect', 'today > due + days(3)', 'today > due + days(4)'],
    ['a state that only time leads to', 'returned | | | `fee = 9`', 'returned | | | `fee = 8`'],
  ])('%s shows', async (_, from, to) => {
    expect(alone).toContain(from);
    expect(await service.wrong(alone.replace(from, to))).not.toBe('');
  });

  test('time goes back only where the service is reset', async () => {
    const moments = ({ run }: Followed): readonly number[] => run.exchanges.flatMap(({ attempt }) => attempt.moment ?? []);
    const forward = moments(service);
    expect(forward).toEqual(forward.toSorted((one, other) => one - other));
    const again = await followed(alone, 1500, { clock: true, reset: true });
    expect(again.run.findings).toEqual([]);
    expect(moments(again)).not.toEqual(moments(again).toSorted((one, other) => one - other));
  });
});

test('a clock that cannot be set ends the run, and the report gives the reason', async () => {
  const clock = fixedPlatform();
  let count = 0;
  const run = await verify({
    model: readModel(rents),
    platform: { ...clock, now: () => clock.now() },
    implementation: {
      ...oracleService(rents, clock, { clock: true }),
      setClock: async () => (count++ > 0 ? 'the battery is empty' : null),
    },
    marker: 'vk3f9x',
    budget: 1500,
  });
  expect(run.notTried).toContain('the clock could not be set: the battery is empty');
  expect(run.complete).toBe(false);
  expect(run.findings).toEqual([]);
});

test('the clock goes back before a reset, so that no data begins in the future', async () => {
  const clock = fixedPlatform();
  const start = clock.now();
  const service = oracleService(alone, clock, { clock: true, reset: true });
  const ahead: number[] = [];
  let last = start;
  await verify({
    model: readModel(alone),
    platform: { ...clock, now: () => clock.now() },
    implementation: {
      ...service,
      async setClock(moment) {
        last = moment;
        return (await service.setClock?.(moment)) ?? null;
      },
      async reset() {
        ahead.push(last - start);
        return (await service.reset?.()) ?? null;
      },
    },
    marker: 'vk3f9x',
    budget: 1500,
  });
  expect(ahead.length).toBeGreaterThan(1);
  // Requests take a few milliseconds each.
  expect(ahead.filter((by) => by > 60_000)).toEqual([]);
});
