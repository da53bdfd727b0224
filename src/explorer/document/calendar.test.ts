import { expect, test } from 'vitest';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import rent from '../../../tests/samples/rent.md?raw';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { type Exploration, explore } from '../explore.ts';
import { scenarioOf } from '../steps/trace.ts';
import { Walk } from '../walk.ts';

const bounds = { records: 1 };
const found = (text: string): Promise<Exploration> => explore(readModel(text), { bounds, now: () => 0 });

/** The codes of all findings; each of their traces must pass as a scenario. */
async function codes(text: string): Promise<readonly string[]> {
  const { findings, complete } = await found(text);
  expect(complete).toBe(true);
  const traces = findings.flatMap(({ code, trace }) => (trace === null ? [] : [scenarioOf(code, trace)]));
  const replayed = readModel(`${text}\n${traces.join('\n')}`);
  expect(runScenarios(replayed).filter(({ passed }) => !passed)).toEqual([]);
  return findings.map(({ code }) => code);
}

const morning = 'every day at `time("08:00")`';
const closes = `open | ${morning} | closed | | | | | final`;
const paid = 'paid | boolean | yes | no';
const noUpdate = { update: 'no | no' };
const kept = 'kept | Order | always `made != null \\|\\| !paid` | ';

/** A code of the explorer, a document in which it is found, and one in which it is not. */
const pairs: readonly (readonly [code: string, what: string, wrong: OrderParts, right: OrderParts])[] = [
  [
    'timer-never-fires',
    'an event of each morning whose guard no record meets',
    { fields: [paid], rows: [closes.replace('| | | | |', '| | `paid` | | |')], cells: { ...noUpdate, 'Order.paid: create': 'no | no' } },
    { fields: [paid], rows: [closes.replace('| | | | |', '| | `paid` | | |')] },
  ],
  [
    'stuck-record',
    'a state that only a monday ends',
    { rows: ['open | hold | held | | | | | ', 'held | every monday | closed | | `made == null` | | | final'], cells: noUpdate },
    { rows: ['open | hold | held | | | | | ', 'held | every monday | closed | | `made != null` | | | final'], cells: noUpdate },
  ],
  [
    'may-never-follow',
    'what an event of the first of the month sees to',
    {
      rows: ['open | hold | held | | | | | ', 'open | every month on `1` | closed | | | | | final', 'held | close | closed | | | | | '],
      rules: ['ends | Order | `status == "open" \\|\\| status == "held"` leads to `status == "closed"` | '],
    },
    {
      rows: ['open | hold | held | | | | | ', 'open, held | every month on `1` | closed | | | | | final'],
      rules: ['ends | Order | `status == "open" \\|\\| status == "held"` leads to `status == "closed"` | '],
    },
  ],
  [
    'invariant-broken',
    'what happens on a weekday before it was paid',
    {
      fields: [paid],
      rows: ['open | every weekday | closed | | | | | final'],
      rules: ['paid | Order | never `status == "closed" && !paid` | '],
    },
    {
      fields: [paid],
      rows: ['open | every weekday | closed | | `paid` | | | final', 'open | drop | gone | | | | | final'],
      rules: ['paid | Order | never `status == "closed" && !paid` | '],
      cells: { update: '`status == "open"` | `status == "open"`' },
    },
  ],
  [
    'state-never-reached',
    'a state behind a timer that each morning comes before',
    {
      fields: [paid],
      rows: [
        'open | hold | held | | | | | ',
        `held | ${morning} | closed | | | | | final`,
        'held | after `days(2)` | lost | | | | | final',
      ],
      rules: [kept],
    },
    {
      fields: [paid],
      rows: [
        'open | hold | held | | | | | ',
        `held | ${morning} | closed | | | | | final`,
        'held | after `hours(2)` | lost | | | | | final',
      ],
      rules: [kept],
    },
  ],
];

test.each(pairs)('%s: %s', async (code, _, wrong, right) => {
  expect(await codes(orders(wrong))).toContain(code);
  expect(await codes(orders(right))).toEqual([]);
});

test('an event under Product affects the records that its effect names', async () => {
  const product = (list: string): string => `
### Product

| From | Event | To | Effect |
|---|---|---|---|
| | ${morning} | | \`for o in Order.filter(o, ${list}): expire o\` |

## 5. Validation rules`;
  const text = (list: string): string =>
    orders({ rows: ['open | expire | closed | | | | | final'], cells: { expire: 'no | no' } }).replace(
      '\n## 5. Validation rules',
      product(list),
    );
  expect(await codes(text('o.status == "open"'))).toEqual([]);
  expect(await codes(text('o.status == "closed"'))).toContain('transition-never-taken');
});

test('events that create records are not followed, and what they would change is not judged', async () => {
  const bills = (rule: string): string =>
    orders({
      rows: [
        `open | ${morning} | | | | | \`create Bill with {"order": self}\` | `,
        'open | close | closed | | `Bill.exists(b, b.order == self)` | WRONG | | final',
      ],
      rules: [rule],
    })
      .replace('## 4.', '### Bill\n\n| Field | Type |\n|---|---|\n| order | Order |\n\n## 4.')
      .replace('| Order.made: create', '| Bill: read | yes | yes |\n| Order.made: create');
  const { findings, limits, invariants } = await found(
    bills('billed | Order | `status == "open"` leads to `Bill.exists(b, b.order == self)` | '),
  );
  expect(findings).toEqual([]);
  expect(invariants.map(({ holds }) => holds)).toEqual([null]);
  expect(limits.join('\n')).toContain(`are not followed: “${morning.replaceAll('`', '')}”`);
  expect((await found(rent)).findings).toEqual([]);
});

test('without people, timers that depend on a time of day are not judged', async () => {
  const text = `# Specification: Lamps

## 3. Entities

### Lamp

| Field | Type |
|---|---|
| status | state |

## 4. States

### Lamp.status

| From | Event | To | Description |
|---|---|---|---|
| | | on | |
| on | every day at \`time("10:00")\` | dim | |
| on | every day at \`time("22:00")\` | off | final |
| dim | every day at \`time("11:00")\` | off | |
`;
  expect(await codes(text)).toEqual([]);
});

test('a walk waits for the next event, and shows where it leads', () => {
  const walk = new Walk(readModel(orders({ rows: [closes] })), { records: 1 });
  const way = [
    { as: 'Cleo', do: '`create Order as order1`' },
    { as: 'nobody', do: '`wait hours(23)`' },
  ];
  expect(walk.to(way).records.map(({ states }) => states[0]?.state)).toContain('closed');
});
