import { expect, test } from 'vitest';
import teamwork from '../../../specs/teamwork.md?raw';
import webshop from '../../../specs/webshop.md?raw';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

const run = (text: string) => explore(readModel(text), { bounds: { records: 1, states: 60 }, now: () => 0 });

/** The limits that follow from the document alone: the search ends at once. */
async function limitsOfDocument(text: string): Promise<readonly string[]> {
  const model = { ...readModel(text), scenarios: [] };
  return (await explore(model, { bounds: { records: 1 }, now: () => 0, signal: AbortSignal.abort() })).limits;
}

test('calls of other services are named, and what only they lead to is not reported', async () => {
  const { limits, findings } = await run(webshop);
  expect(limits.join('\n')).toContain('Other services never call on their own here: “payment settled” of Order');
  expect(findings.map(({ message }) => message).join('\n')).not.toContain('charged');
});

test('the answer mentions that the examples have no second organisation', async () => {
  const saysSo = async (text: string): Promise<boolean> =>
    (await limitsOfDocument(text)).some((limit) => limit.startsWith('There is no second Organisation'));
  expect(await saysSo(teamwork)).toBe(false);
  expect(await saysSo(teamwork.replace(/^\| Rowing \|.*\n/m, ''))).toBe(true);
});

test('no trap is reported if each round creates a record, and the answer says so', async () => {
  const said = async (effect: string) => {
    const rows = [
      'open | pause | paused | | | | | ',
      `paused | resume | open | | | | ${effect} | `,
      'open | close | closed | boss | `made == me` | WRONG | | final',
    ];
    const { findings, limits } = await run(orders({ rows }));
    const traps = findings.filter(({ code }) => code === 'no-way-to-final').length;
    return { traps, told: limits.some((limit) => limit.includes('endless loops')) };
  };
  expect(await said('')).toEqual({ traps: 2, told: false });
  expect(await said('`create Order with {"made": made}`')).toEqual({ traps: 0, told: true });
});

const stuckIn = async (parts: OrderParts, states: number) => {
  const model = readModel(orders({ ...parts, cells: { update: 'no | no' } }));
  const { findings, limits, settled } = await explore(model, { bounds: { records: 1, states }, now: () => 0 });
  expect(settled).toBe(true);
  return {
    codes: findings.map(({ code }) => code).filter((code) => code !== 'error-never-raised'),
    open: limits.filter((limit) => limit.startsWith('Not decided')).join(),
  };
};

test('where a search with one more record ends at its bound, the answer says what it leaves open', async () => {
  const rows = [
    'open | review | checked | | | | | ',
    'checked | hold | held | | | | | ',
    'held | resume | checked | | `Order.exists(o, o.status != "open")` | WRONG | | ',
    'open | close | closed | | | | | final',
  ];
  expect(await stuckIn({ rows }, 9)).toEqual({ codes: ['no-way-to-final', 'no-way-to-final'], open: '' });
  const { codes, open } = await stuckIn({ rows }, 5);
  expect(codes).toEqual([]);
  expect(open).toContain('whether an Order in “checked” and an Order in “held” can get stuck. The search with one more record');
});

test('of many worlds where a record seems stuck, the nearest are tried, and the answer says so', async () => {
  const rows = (values: string) => ({
    fields: [`kind | enum ${values} | yes | a`],
    rows: [
      'open | hold | held | | | | | ',
      'held | close | closed | | `kind != "x" && Order.exists(o, o.status == "open")` | WRONG | | final',
    ],
  });
  const never = ['state-never-reached', 'guard-never-holds'];
  expect(await stuckIn(rows('a, b, c'), 1000)).toEqual({ codes: never, open: '' });
  const { codes, open } = await stuckIn(rows('a, b, c, d'), 1000);
  expect(codes).toEqual(never);
  expect(open).toContain('Not decided in every world: whether an Order in “held” can get stuck. In the nearest worlds');
});

test('where there are too many combinations of values, nothing is reported as impossible, and the answer says so', async () => {
  const said = async (names: string) => {
    const guard = [...names].map((name) => `${name} == 5`).join(' && ');
    const text = orders({
      fields: [...names].map((name) => `${name} | integer | yes | 1`),
      rows: [`open | close | closed | | \`${guard}\` | WRONG | | final`],
      cells: { update: 'no | no' },
    });
    const { findings, limits, stopped, complete, reached } = await explore(readModel(text), { bounds: { records: 1 }, now: () => 0 });
    const closes = reached.states.some(({ state }) => state === 'closed');
    const told = limits.some((limit) => limit.startsWith('Order has too many combinations of values to try all of them'));
    return { found: findings.map(({ code }) => code), stopped, complete, closes, told };
  };
  // An order with other values stays open.
  expect(await said('abcd')).toEqual({ found: ['stuck-record'], stopped: false, complete: true, closes: true, told: false });
  expect(await said('abcdefgh')).toEqual({ found: [], stopped: false, complete: false, closes: false, told: true });
});
