import { beforeAll, describe, expect, test } from 'vitest';
import { type Followed, followed } from '../../testing/replays.ts';

/** There is one stall, which can be let only once and for good. */
const stalls = `# Specification: Stalls

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| office | boolean | yes | | false |

| Example | name | email | password | office |
|---|---|---|---|---|
| Olga | Olga | olga@example.com | correct-horse | yes |
| Otto | Otto | otto@example.com | correct-horse | yes |

### Stall

| Field | Type | Required | Unique |
|---|---|---|---|
| code | text(9) | yes | yes |

| Example | code |
|---|---|
| North | N |

### Let

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| owner | Person | yes | | \`me\` |
| stall | Stall | yes | yes | |
| fee | integer | yes | | 0 |
| state | state | | | |

## 4. States and transitions

### Let.state

| From | Event | To | Effect |
|---|---|---|---|
| | | asked | |
| asked | withdraw | withdrawn | \`fee = 2\` |
| asked | pay | paid | \`fee = 40\` |
| paid | leave | left | \`fee = 35\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null && !me.office\` |
| office | \`me.office\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member | office |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | \`self == me\` |
| Stall: read | yes | yes | yes |
| Let: create | no | \`owner == me\` | no |
| Let: read | no | \`owner == me\` | yes |
| Let: pay, withdraw | no | \`owner == me\` | no |
| Let: leave | no | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /stalls/:code/lets\` | | \`get Stall as s where s.code == code; create Let as l with {"stall": s}\` | 201 \`{"number": l.number}\` | member |
| \`GET /lets/:number\` | | \`get Let as l where l.number == number\` | 200 \`{"state": l.state, "fee": l.fee}\` | member, office |
| \`POST /lets/:number/withdraw\` | | \`get Let as l where l.number == number; withdraw l\` | 200 \`{"state": l.state, "fee": l.fee}\` | member |
| \`POST /lets/:number/pay\` | | \`get Let as l where l.number == number; pay l\` | 200 \`{"state": l.state, "fee": l.fee}\` | member |
| \`POST /lets/:number/leave\` | | \`get Let as l where l.number == number; leave l\` | 200 \`{"state": l.state, "fee": l.fee}\` | office |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CONFLICT | 409 | It is not so far. |
`;

describe('a service whose records are used up for good', () => {
  let service: Followed;
  beforeAll(async () => {
    service = await followed(stalls, 800, { reset: true });
  });

  test.each([
    ['the shorter way', 'fee = 2', 'fee = 3'],
    ['the longer way', 'fee = 35', 'fee = 30'],
  ])('%s is tried after a reset', async (_, from, to) => {
    expect(service.run.findings).toEqual([]);
    expect(await service.wrong(stalls)).toBe('');
    expect(await service.wrong(stalls.replace(from, to))).not.toBe('');
  });

  test('it is reset at the start, and only where earlier requests are in the way', () => {
    expect(service.resets).toBeGreaterThan(1);
    expect(service.resets).toBeLessThan(15);
  });

  test('after a reset, an example signs in again only on ways that need it', () => {
    const words = service.run.exchanges.map(({ attempt }) => attempt.words);
    const signIns = words.filter((one) => /^(Olga|Otto) signs in: /.test(one)).length;
    expect(signIns).toBeGreaterThan(2);
    expect(signIns).toBeLessThan(2 * service.resets);
  });
});
