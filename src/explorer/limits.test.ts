import { expect, test } from 'vitest';
import teamwork from '../../specs/teamwork.md?raw';
import webshop from '../../specs/webshop.md?raw';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

const run = (text: string) => explore(readModel(text), { bounds: { records: 1, states: 60 }, now: () => 0 });

test('calls of other services are named, and what only they lead to is not reported', async () => {
  const { limits, findings } = await run(webshop);
  expect(limits.join('\n')).toContain('Other services never call on their own here: “payment settled” of Order');
  expect(findings.map(({ message }) => message).join('\n')).not.toContain('charged');
});

test('a document whose examples have one organisation says that there is no second one', async () => {
  const saysSo = async (text: string): Promise<boolean> =>
    (await run(text)).limits.some((limit) => limit.startsWith('There is no second Organisation'));
  expect(await saysSo(teamwork)).toBe(false);
  expect(await saysSo(teamwork.replace(/^\| Rowing \|.*\n/m, ''))).toBe(true);
}, 60_000);
