import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

test('numbers around a limit have the decimal places that money has', async () => {
  const text = `# Specification: Fees

## 3. Entities and their fields

### Fee

| Field | Type | Required |
|---|---|---|
| amount | money | yes |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too little | Fee.amount | \`amount >= LEAST\` | TOO_LITTLE |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors |
|---|---|---|---|---|
| \`POST /fees\` | \`{amount}\` | \`create Fee as f\` | 201 \`f\` | TOO_LITTLE, INVALID |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_LITTLE | 422 | Too little. |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| LEAST | 1.20 |
`;
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(text, clock);
  const run = await verify({ model: readModel(text), implementation, platform, marker: 'vk3f9x', budget: 200 });
  const sent = run.exchanges.flatMap(({ attempt }) => attempt.words.match(/amount -?[\d.]+(?:e-?\d+)?/)?.[0] ?? []);
  expect(sent).toContain('amount 0.2');
  expect(sent.filter((words) => /\.\d{3}/.test(words))).toEqual([]);
  const half = run.exchanges.find(({ attempt }) => attempt.words.includes('half a cent'));
  expect(half?.expected).toMatchObject({ status: 422, refusals: [{ error: 'INVALID' }] });
});

test('a line has the numbers that a scenario gives it', async () => {
  const text = `# Specification: Orders

## 1. What the product does and for whom

### Scenario: an order

| As | Do | Expect |
|---|---|---|
| nobody | \`create Order as o with {"lines": [{"count": 11}]}\` | |

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| lines | list of Line by order |

### Line

| Field | Type | Required |
|---|---|---|
| order | Order on delete cascade | yes |
| count | integer | yes |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| known counts | Line.count | \`count in [7, 11]\` | BAD_COUNT |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /orders\` | \`{lines: [{count}]}\` | \`create Order as o\` | 201 \`{"lines": size(o.lines)}\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_COUNT | 422 | Order known counts. |
`;
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const run = await verify({ model: readModel(text), implementation: oracleService(text, clock), platform, marker: 'vk3f9x', budget: 100 });
  expect(run.findings).toEqual([]);
  const plain = run.exchanges.find(({ attempt }) => attempt.words === 'No one: POST /orders');
  expect(plain?.sent.body).toBe('{"lines":[{"count":11}]}');
  expect(plain?.expected.status).toBe(201);
});

const rooms = `# Specification: Rooms

## 3. Entities and their fields

### Room

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| code | text(2) | yes | yes | |
| beds | integer | yes | | 1 |
| state | state | | | |

## 4. States and transitions

### Room.state

| From | Event | To |
|---|---|---|
| | | free |
| free | lock | locked |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a code | Room.code | \`code.matches("^[A-F][1-3]$")\` | BAD_CODE |
| some beds | Room.beds | \`beds >= 1 && beds <= 4\` | BAD_BEDS |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /rooms\` | \`{code, beds?}\` | \`create Room as r\` | 201 \`{"number": r.number, "code": r.code}\` |
| \`GET /rooms/:number\` | | \`get Room as r where r.number == number\` | 200 \`{"number": r.number, "code": r.code}\` |
| \`POST /rooms/:number/lock\` | | \`get Room as r where r.number == number; lock r\` | 200 \`{"number": r.number}\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_CODE | 422 | A letter and a digit. |
| BAD_BEDS | 422 | One to four. |
`;

test.each([
  ['a field', rooms],
  [
    'a rule',
    rooms.replace('| yes | yes | |', '| yes | | |').replace('| some beds', '| once | Room | unique code | CONFLICT |\n| some beds'),
  ],
])('of few codes that %s makes unique, none is taken by chance', async (_what, text) => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const { exchanges } = await verify({
    model: readModel(text),
    implementation: oracleService(text, clock),
    platform,
    marker: 'vk3f9x',
    budget: 200,
  });
  const created = exchanges.filter(({ attempt }) => attempt.call.name.text === 'POST /rooms');
  const refused = created.filter(({ expected }) => expected.status === 409);
  expect(created.filter(({ expected }) => expected.status === 201).length).toBeGreaterThan(10);
  for (const { attempt } of refused) expect(attempt.words).toContain('with a code that another record has');
});

test('a code that must begin as another value says is found for each of these values', async () => {
  const rule = 'code.startsWith(kind == "single" ? "S" : kind == "double" ? "D" : "F")';
  const text = rooms
    .replace('| state | state |', '| kind | enum single, double, family | yes | | |\n| state | state |')
    .replace('[A-F][1-3]', '[DFS][0-9]{3}')
    .replace('text(2)', 'text(4)')
    .replace('| some beds', `| as its kind | Room | \`${rule}\` | BAD_CODE |\n| some beds`)
    .replace('{code, beds?}', '{code, kind, beds?}');
  const clock = fixedPlatform();
  const { exchanges } = await verify({
    model: readModel(text),
    implementation: oracleService(text, clock),
    platform: { ...clock, now: () => clock.now() },
    marker: 'vk3f9x',
    budget: 400,
  });
  const created = exchanges.filter(({ attempt, expected }) => attempt.call.name.text === 'POST /rooms' && expected.status === 201);
  const kinds = created.map(({ attempt }) => JSON.stringify(attempt.body).match(/"kind":"(\w+)"/)?.[1]);
  expect(new Set(kinds)).toEqual(new Set(['single', 'double', 'family']));
});
