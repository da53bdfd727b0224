import { beforeAll, describe, expect, test } from 'vitest';
import { rentsAlone as alone, rents } from '../../testing/rents.ts';
import { type Followed, followed } from '../../testing/replays.ts';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import type { Run } from './answers/finding.ts';
import { rowResults } from './rows.ts';
import { verify } from './run.ts';

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

  test('the row of a timer is kept once a record was read before and after it fired', async () => {
    expect(resultOf(service.run)).toBe('kept');
    expect(resultOf((await followed(alone, 300)).run)).toBe('not tried');
  });

  test.each(['days(3)', 'hours(40)'])('a timer that fires after %s instead breaks its row', async (other) => {
    const run = await against(alone.replace('after `days(2)`', `after \`${other}\``));
    expect(resultOf(run)).toBe('broken');
    const broken = rowResults(readModel(alone), run).filter(({ result }) => result === 'broken');
    expect(broken.map(({ title, section }) => `${section} ${title}`)).toContain('4 after days(2) from asked');
    expect(broken.map(({ title }) => title)).not.toContain('GET /rents/:number');
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

/** The result of the row of the timer. */
const resultOf = (run: Run): string | undefined =>
  rowResults(readModel(alone), run).find(({ title }) => title === 'after days(2) from asked')?.result;

/** A run of a document against a service of another one. */
async function against(other: string, text = alone): Promise<Run> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(other, clock, { clock: true });
  return verify({ model: readModel(text), platform, implementation, marker: 'vk3f9x', budget: 2500 });
}

const lasting = (duration: string): string => alone.replace('| Sign up |', `| Session | \`${duration}\` |\n| Sign up |`);

test('people whose sessions have ended sign in again just before their next request', async () => {
  const { exchanges, findings } = await against(lasting('days(2)'), lasting('days(2)'));
  const words = exchanges.map(({ attempt }) => attempt.words);
  const again = words.flatMap((one, place) => {
    const name = / signs in again: /.test(one) ? one.slice(0, one.indexOf(' ')) : null;
    return name === null ? [] : [[name, words[place + 1]?.split(':')[0]]];
  });
  expect(findings).toEqual([]);
  expect(again.length).toBeGreaterThan(1);
  expect(again.filter(([name, next]) => next !== undefined && name !== next)).toEqual([]);
});

test('a person who cannot sign in again stays signed out, and the run goes on', async () => {
  const clock = fixedPlatform();
  const service = oracleService(lasting('days(2)'), clock, { clock: true });
  let hasPassed = false;
  const { exchanges, notTried } = await verify({
    model: readModel(lasting('days(2)')),
    platform: { ...clock, now: () => clock.now() },
    implementation: {
      ...service,
      async setClock(moment) {
        hasPassed = moment > clock.now();
        return (await service.setClock?.(moment)) ?? null;
      },
      async send(request) {
        const isRefused = hasPassed && request.method === 'POST' && request.path === '/session';
        return isRefused ? { status: 403, body: null, date: null, retryAfter: null } : service.send(request);
      },
    },
    marker: 'vk3f9x',
    budget: 1500,
  });
  const again = exchanges.findIndex(({ attempt }) => / signs in again: /.test(attempt.words));
  expect(again).toBeGreaterThan(0);
  expect(exchanges.length).toBeGreaterThan(again + 50);
  expect(notTried.join()).not.toContain('could not sign in');
});

test('sessions that are about to end may end a little earlier at the service', async () => {
  expect(lasting('days(2)')).not.toBe(alone);
  const run = await against(lasting('days(2) - minutes(3)'), lasting('days(2)'));
  expect(run.findings.map(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`)).toEqual([]);
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
