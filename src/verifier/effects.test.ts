import { expect, test } from 'vitest';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import type { Run } from './answers/finding.ts';
import { rowResults } from './rows.ts';
import { verify } from './run.ts';

/**
 * Boxes of coins: finishing a box changes its coins, and its owner's points, which only `GET /me`
 * shows.
 */
const boxes = `# Specification: Boxes

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| points | integer | yes | | 0 |

### Box

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| limit | integer | yes | |
| state | state | | |
| coins | list of Coin by box | | |

### Coin

| Field | Type | Required |
|---|---|---|
| box | Box | yes |
| value | integer | yes |
| state | state | |

## 4. States and transitions

### Box.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | open | | | |
| open | finish | done | \`sum(coins.map(c, c.value)) <= limit\` | TOO_MUCH | \`for c in coins: keep c; update owner with {"points": owner.points + 3}\` |

### Coin.state

| From | Event | To |
|---|---|---|
| | | loose |
| loose | keep | kept |

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
| Box: create, read | no | \`owner == me\` |
| Box: finish | no | \`owner == me\` |
| Coin: create, read | no | \`box.owner == me\` |
| Coin: keep | no | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`GET /me\` | | | 200 \`{"points": me.points}\` | member |
| \`POST /boxes\` | \`{limit}\` | \`create Box as b\` | 201 \`{"number": b.number}\` | member |
| \`POST /boxes/:number/coins\` | \`{value}\` | \`get Box as b where b.number == number; create Coin as c with {"box": b, "value": value}\` | 201 \`{"state": c.state}\` | member |
| \`POST /boxes/:number/finish\` | | \`get Box as b where b.number == number; finish b\` | 200 \`{"state": b.state}\` | member |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_MUCH | 409 | Take something out. |
`;

const held = (service: string): Promise<Run> => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  return verify({ model: readModel(boxes), platform, implementation: oracleService(service, clock), marker: 'vk3f9x', budget: 1000 });
};

test('an effect on a person is read back through that person’s own view', async () => {
  const { findings } = await held(boxes.replace('owner.points + 3', 'owner.points + 2'));
  expect(findings.map(({ exchange }) => exchange.fault?.words)).toEqual(['points is another value: expected 3, got 2']);
  const words = findings[0]?.sequence.map(({ attempt }) => attempt.words.replace(/^(Ada|Ben)/, 'Someone'));
  expect(words?.slice(-2)).toEqual(['Someone: POST /boxes/:number/finish', 'Someone: GET /me']);
});

test('a sum over records is tried at a limit that is stored in another record', async () => {
  const { findings } = await held(boxes.replace('.value)) <= limit', '.value)) <= limit + 1'));
  const words = findings.map(({ exchange }) => exchange.attempt.words);
  expect(words).toEqual([expect.stringMatching(/^(Ada|Ben): POST \/boxes\/:number\/finish/)]);
});

test('a transition that only effects trigger counts as tried once an effect triggers it', async () => {
  const run = await held(boxes);
  expect(run.findings).toEqual([]);
  const results = rowResults(readModel(boxes), run).map(({ title, result }) => [title, result]);
  expect(results).toContainEqual(['keep from loose', 'kept']);
});
