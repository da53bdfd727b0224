import { describe, expect, test } from 'vitest';
import { behaviourFindings } from '../../testing/behaviour-findings.ts';
import { behaviourMistakes } from '../../testing/behaviour-mistakes.ts';
import { placesIn } from '../../testing/explored.ts';
import { orders, type OrderParts as Parts } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { type Exploration, explore } from './explore.ts';
import type { ExplorerCode } from './findings/finding.ts';
import { scenarioOf } from './steps/trace.ts';

const run = (text: string): Promise<Exploration> => explore(readModel(text), { bounds: { records: 1, states: 3000 }, now: () => 0 });

const amount = 'amount | integer | yes | 1';
const close = 'open | close | closed | | | | | final';

/** For each code, documents with the mistake and the same ones without it. */
const seeded: readonly [ExplorerCode, string, Parts, Parts][] = [
  [
    'guard-never-holds',
    'a number above its limit',
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount > LIMIT` | WRONG | | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
    {
      fields: [amount],
      rows: ['open | close | closed | | `amount > 4` | WRONG | | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
  ],
  [
    'guard-never-holds',
    'a field that is never set',
    {
      fields: ['paidAt | datetime | | '],
      rows: ['open | close | closed | | `paidAt != null` | WRONG | | final'],
      cells: { update: 'no | no', 'Order.paidAt: create': 'no | no' },
    },
    {
      fields: ['paidAt | datetime | | '],
      rows: ['open | close | closed | | `paidAt == null` | WRONG | | final'],
      cells: { update: 'no | no' },
    },
  ],
  [
    'guard-never-holds',
    'a moment that has passed when the state is reached',
    {
      fields: ['doneAt | datetime | | '],
      rows: [
        'open | after `DEADLINE` | done | | | | `doneAt = now` | ',
        'done | close | closed | | `doneAt < createdAt + WINDOW` | TOO_SOON | | final',
      ],
      cells: { update: 'no | no' },
    },
    {
      fields: ['doneAt | datetime | | '],
      rows: [
        'open | after `DEADLINE` | done | | | | `doneAt = now` | ',
        'done | close | closed | | `doneAt > createdAt + WINDOW` | TOO_SOON | | final',
      ],
      cells: { update: 'no | no' },
    },
  ],
  [
    'guard-contradicts-permission',
    'four eyes, and only the one who made it may',
    { rows: ['open | close | closed | | `made != me` | WRONG | | final'], cells: { close: '`made == me` | `made == me`' } },
    { rows: ['open | close | closed | | `made != me` | WRONG | | final'], cells: { close: '`made == me` | yes' } },
  ],
  [
    'guard-contradicts-permission',
    'a guard for bosses, a permission for clerks',
    {
      rows: ['open | close | closed | | `me.role == "boss"` | WRONG | | final'],
      cells: { close: 'yes | `made == me && status == "closed"`' },
    },
    { rows: ['open | close | closed | | `me.role == "boss"` | WRONG | | final'], cells: { close: 'yes | yes' } },
  ],
  [
    'guard-contradicts-permission',
    'own orders of bosses, which only clerks make',
    {
      rows: ['open | close | closed | | `made.role == me.role` | WRONG | | final'],
      cells: { create: 'yes | no', close: '`made != me && made.role == "boss"` | yes' },
    },
    { rows: ['open | close | closed | | `made.role == me.role` | WRONG | | final'], cells: { create: 'yes | no', close: 'yes | yes' } },
  ],
  [
    'effect-always-refused',
    'an effect beyond a limit',
    {
      fields: [amount],
      rows: ['open | close | closed | | | | `amount = LIMIT + 1` | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
    {
      fields: [amount],
      rows: ['open | close | closed | | | | `amount = LIMIT` | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
  ],
  [
    'effect-always-refused',
    'an effect that needs another state',
    { rows: [close, 'open | finish | closed | | | | `close self` | final'] },
    { rows: [close, 'open | finish | open | | | | `close self` | '] },
  ],
  [
    'effect-always-refused',
    'a rule that the event itself breaks',
    { rows: [close], rules: ['never closed | Order on close | `status == "open"` | WRONG'] },
    { rows: [close], rules: ['closed | Order on close | `status == "closed"` | WRONG'] },
  ],
  [
    'timer-never-fires',
    'a guard that is false by then',
    { rows: [close, 'open | after `DEADLINE` | late | | `now - createdAt < WINDOW` | | | final'] },
    { rows: [close, 'open | after `DEADLINE` | late | | `now - createdAt > WINDOW` | | | final'] },
  ],
  [
    'timer-never-fires',
    'an effect that a rule refuses',
    {
      fields: [amount],
      rows: [close, 'open | after `DEADLINE` | late | | | | `amount = 9` | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
    {
      fields: [amount],
      rows: [close, 'open | after `DEADLINE` | late | | | | `amount = 0` | final'],
      rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
    },
  ],
  [
    'timer-never-fires',
    'a guard on the person acting',
    { rows: [close, 'open | after `DEADLINE` | late | | `me != null` | | | final'] },
    { rows: [close, 'open | after `DEADLINE` | late | | `me == null` | | | final'] },
  ],
  [
    'state-never-reached',
    'behind a guard',
    { rows: [close, 'open | pause | paused | | `made == null` | | | ', 'paused | close | closed | | | | | final'] },
    { rows: [close, 'open | pause | paused | | `made != null` | | | ', 'paused | close | closed | | | | | final'] },
  ],
  [
    'state-never-reached',
    'behind a permission',
    { rows: [close, 'open | pause | paused | | | | | ', 'paused | close | closed | | | | | final'], cells: { pause: 'no | no' } },
    { rows: [close, 'open | pause | paused | | | | | ', 'paused | close | closed | | | | | final'], cells: { pause: 'no | yes' } },
  ],
  [
    'state-never-reached',
    'behind a timer that comes too late',
    { rows: ['open | after `WINDOW` | closed | | | | | final', 'open | after `DEADLINE` | late | | | | | final'] },
    { rows: ['open | after `WINDOW` | late | | | | | ', 'late | after `DEADLINE` | closed | | | | | final'] },
  ],
  [
    'transition-never-taken',
    'roles and section 6 leave no person',
    { rows: [close, 'open | pause | open | boss | | | | '], cells: { pause: 'yes | no' } },
    { rows: [close, 'open | pause | open | boss | | | | '], cells: { pause: 'no | yes' } },
  ],
  [
    'transition-never-taken',
    'an earlier row is always taken',
    {
      rows: [
        'open | close | closed | | `made != null` | | | final',
        'open | close | lost | | `made == null \\|\\| made.role != ""` | | | final',
      ],
    },
    { rows: ['open | close | closed | | `made == me` | | | final', 'open | close | lost | | `made != me` | | | final'] },
  ],
  [
    'transition-never-taken',
    'a timer after one that is earlier',
    { rows: ['open | after `WINDOW` | closed | | | | | final', 'open | after `DEADLINE` | closed | | | | | final'] },
    { rows: ['open | after `WINDOW` | late | | | | | ', 'late | after `DEADLINE` | closed | | | | | final'] },
  ],
  [
    'error-never-raised',
    'a window that a timer closes first',
    {
      rows: [
        'open | close | closed | | `now - createdAt < DEADLINE` | TOO_SOON | | final',
        'open | after `WINDOW` | closed | | | | | final',
      ],
    },
    {
      rows: [
        'open | close | closed | | `now - createdAt < WINDOW` | TOO_SOON | | final',
        'open | after `DEADLINE` | closed | | | | | final',
      ],
    },
  ],
  [
    'error-never-raised',
    'a rule that another rule implies',
    {
      fields: [amount],
      rows: [close],
      rules: ['tiny | Order on close | `amount > 0` | WRONG', 'small | Order.amount | `amount >= LIMIT` | TOO_SOON'],
    },
    {
      fields: [amount],
      rows: [close],
      rules: ['tiny | Order on close | `amount > 5` | WRONG', 'small | Order.amount | `amount >= LIMIT` | TOO_SOON'],
    },
  ],
  [
    'error-never-raised',
    'a guard on what is always so',
    { rows: ['open | close | closed | | `made != null` | WRONG | | final'] },
    { rows: ['open | close | closed | | `made == me` | WRONG | | final'] },
  ],
  [
    'value-never-used',
    'an enum that a rule cuts',
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      rules: ['no large ones | Order | `kind != "large"` | WRONG'],
    },
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      rules: ['not large when closed | Order | `kind != "large" \\|\\| status == "open"` | WRONG'],
    },
  ],
  [
    'value-never-used',
    'an enum that no role may set',
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      cells: { update: 'no | no', create: '`kind == "small"` | `kind == "small"`' },
    },
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | | final'],
      cells: { update: 'no | no' },
    },
  ],
  [
    'value-never-used',
    'an enum that an effect never sets',
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | `kind = "small"` | final'],
      cells: { update: 'no | no', create: 'yes | no', 'Order.kind: create': 'no | no' },
    },
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | close | closed | | `kind == "small"` | | `kind = "large"` | final'],
      cells: { update: 'no | no' },
    },
  ],
  [
    'stuck-record',
    'a state with a guard on a choice made before',
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | review | checked | | | | | ', 'checked | close | closed | | `kind == "small"` | | | final'],
      cells: { update: 'no | no' },
    },
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: ['open | review | checked | | | | | ', 'checked | close | closed | | `kind == "small"` | | | final'],
      cells: { update: 'no | yes' },
    },
  ],
  [
    'stuck-record',
    'a window that ends',
    { rows: ['open | close | closed | | `now - createdAt < WINDOW` | TOO_SOON | | final'] },
    {
      rows: [
        'open | close | closed | | `now - createdAt < WINDOW` | TOO_SOON | | final',
        'open | after `DEADLINE` | closed | | | | | final',
      ],
    },
  ],
  [
    'stuck-record',
    'a step for one’s own record that other people may not do',
    {
      rows: ['open | review | checked | boss | | | | ', 'checked | close | closed | clerk | | | | final'],
      cells: { close: '`made == me` | no', create: 'yes | yes' },
    },
    {
      rows: ['open | review | checked | boss | | | | ', 'checked | close | closed | clerk | | | | final'],
      cells: { close: '`made == me` | no', create: 'yes | no' },
    },
  ],
  [
    'no-way-to-final',
    'two states for ever',
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: [
        'open | review | checked | | | | | ',
        'checked | open again | open | | | | | ',
        'checked | close | closed | | `kind == "small"` | | | final',
      ],
      cells: { update: 'no | no', 'open again': 'yes | yes' },
    },
    {
      fields: ['kind | enum small, large | yes | small'],
      rows: [
        'open | review | checked | | | | | ',
        'checked | open again | open | | | | | ',
        'checked | close | closed | | `kind == "small"` | | | final',
      ],
      cells: { update: 'yes | yes', 'open again': 'yes | yes' },
    },
  ],
  [
    'no-way-to-final',
    'a way that a window ends',
    {
      rows: [
        'open | pause | paused | | | | | ',
        'paused | resume | open | | | | | ',
        'open | close | closed | | `now - createdAt < WINDOW` | TOO_SOON | | final',
      ],
    },
    { rows: ['open | pause | paused | | | | | ', 'paused | resume | open | | | | | ', 'open | close | closed | | | | | final'] },
  ],
  [
    'no-way-to-final',
    'a flag that is never cleared',
    {
      fields: ['held | boolean | yes | no'],
      rows: [
        'open | hold | waiting | | | | `held = true` | ',
        'waiting | resume | open | | | | | ',
        'open | close | closed | | `!held` | WRONG | | final',
      ],
      cells: { update: 'no | no', create: 'yes | no' },
    },
    {
      fields: ['held | boolean | yes | no'],
      rows: [
        'open | hold | waiting | | | | `held = true` | ',
        'waiting | resume | open | | | | `held = false` | ',
        'open | close | closed | | `!held` | WRONG | | final',
      ],
      cells: { update: 'no | yes', create: 'yes | no' },
    },
  ],
];

/** Every trace, pasted into the document as a scenario, must pass. */
function expectReplays(text: string, { findings }: Exploration): void {
  const scenarios = findings.flatMap(({ trace }, index) => (trace === null ? [] : [scenarioOf(`trace ${index}`, trace)]));
  const results = runScenarios(readModel(`${text}\n${scenarios.join('\n')}`));
  expect(results).toHaveLength(scenarios.length);
  expect(results.flatMap(({ rows }) => rows.filter(({ passed }) => !passed))).toEqual([]);
}

test('every seeded mistake has an entry with its expected findings', () => {
  const all = [...seeded, ...behaviourMistakes].map(([code, what]) => `${code}: ${what}`);
  expect(all.toSorted()).toEqual(Object.keys(behaviourFindings).toSorted());
});

describe.each([...seeded, ...behaviourMistakes])('%s: %s', (code, what, wrong, right) => {
  const expected = behaviourFindings[`${code}: ${what}`];

  test('is found at its place, and its steps replay', async () => {
    const text = orders(wrong);
    const found = await run(text);
    expect(found.complete).toBe(true);
    expect(found.findings.map((one) => one.code)).toContain(code);
    expect(placesIn(text, found)).toEqual(expected?.wrong);
    for (const { message } of found.findings) expect(message).toMatch(/^[A-Z“].*\(up to 1 record per entity, 2 people per role\)\.$/);
    expectReplays(text, found);
  });

  test('is not found without the mistake', async () => {
    const text = orders(right);
    const found = await run(text);
    expect(found.complete).toBe(true);
    expect(found.findings.map((one) => one.code)).not.toContain(code);
    expect(placesIn(text, found)).toEqual(expected?.right ?? []);
    expectReplays(text, found);
  });
});
