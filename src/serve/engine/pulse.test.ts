import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitUnknown, DatabaseUnavailable } from '../../store/errors.ts';
import { Pulse, pulseTimes } from './pulse.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A database that can answer, refuse connections or stay silent. */
async function database() {
  const state = { is: 'there' as 'there' | 'refuses' | 'silent' };
  const told: boolean[] = [];
  const probe = () => ({
    ask: async () => {
      if (state.is === 'silent') await new Promise(() => undefined);
      if (state.is === 'refuses') throw new Error('ECONNREFUSED');
    },
    close: () => undefined,
  });
  const pulse = new Pulse(probe, (lost) => told.push(lost));
  await pulse.start();
  return { state, told, pulse };
}
const beat = () => vi.advanceTimersByTimeAsync(pulseTimes.every + 10);
const never = () => new Promise<never>(() => undefined);

test('when a database refuses connections, fails open requests and refuses new ones', async () => {
  const { state, told, pulse } = await database();
  await expect(pulse.guard(async () => 'answer')).resolves.toBe('answer');
  const underWay = pulse.guard(never);
  underWay.catch(() => undefined);
  state.is = 'refuses';
  await beat();
  await expect(underWay).rejects.toThrow(CommitUnknown);
  let asked = false;
  await expect(
    pulse.guard(async () => {
      asked = true;
    }),
  ).rejects.toThrow(DatabaseUnavailable);
  expect(asked).toBe(false);
  state.is = 'there';
  await beat();
  await expect(pulse.guard(async () => 'again')).resolves.toBe('again');
  expect(told).toEqual([true, false]);
  pulse.close();
});

test('a silent database is not ready after one second, and is lost after the second silence', async () => {
  const { state, told, pulse } = await database();
  state.is = 'silent';
  const ready = pulse.answers();
  await vi.advanceTimersByTimeAsync(pulseTimes.answer);
  expect(await ready).toBe(false);
  expect(told).toEqual([]);
  const again = pulse.answers();
  await vi.advanceTimersByTimeAsync(pulseTimes.answer);
  expect(await again).toBe(false);
  expect(told).toEqual([true]);
  pulse.close();
});

test('checks the database immediately when a request meets the loss', async () => {
  const { state, told, pulse } = await database();
  state.is = 'refuses';
  await expect(
    pulse.guard(async () => {
      throw new DatabaseUnavailable('the connection was lost');
    }),
  ).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([true]);
  pulse.close();
});
