import { expect, test } from 'vitest';
import teamwork from '../../specs/teamwork.md?raw';
import webshop from '../../specs/webshop.md?raw';
import { orders } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

const run = (text: string) => explore(readModel(text), { bounds: { records: 1, states: 60 }, now: () => 0 });

/** The limits that follow from the document alone: the search ends at once. */
const limitsOfDocument = async (text: string): Promise<readonly string[]> =>
  (await explore(readModel(text), { bounds: { records: 1 }, now: () => 0, signal: AbortSignal.abort() })).limits;

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
