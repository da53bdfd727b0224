import { expect, test } from 'vitest';
import lendingDocument from '../../testing/services/lending/document.md?raw';
import type { Fault } from '../../testing/services/lending/faults.ts';
import { lendingService } from '../../testing/services/lending/service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import type { Answered } from './answers/implementation.ts';
import type { Request } from './answers/request.ts';
import { verify } from './run.ts';
import { Watch, type Watched } from './watch.ts';

const model = readModel(lendingDocument);

const asked = (method: string, path: string, body: object | null = null, token: string | null = null): Request => ({
  method,
  path,
  query: '',
  token,
  contentType: body === null ? null : 'application/json',
  body: body === null ? null : JSON.stringify(body),
});

/** The watched traffic of a verification, after some requests that were not watched. */
async function watched(fault: Fault | null, budget: number): Promise<readonly Watched[]> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const service = lendingService(() => {
    clock.advance(7);
    return clock.now();
  }, fault);
  const before = { name: 'Zoe', email: 'zoe@example.com', password: 'correct-horse' };
  const { body } = (await service.send(asked('POST', '/members', before))) as Answered;
  const { token } = JSON.parse(body ?? '') as { token: string };
  for (const title of ['Earlier', 'Older']) await service.send(asked('POST', '/books', { title }, token));
  const watch = new Watch({ model, platform });
  const seen: Watched[] = [];
  const pass = async (request: Request): Promise<Answered> => {
    const answer = (await service.send(request)) as Answered;
    seen.push(watch.saw(request, answer));
    return answer;
  };
  // With a session and an account from before the watch began.
  await pass(asked('GET', '/books', null, token));
  await pass(asked('POST', '/members', before));
  await pass(asked('GET', '/volumes'));
  await verify({ model, platform, implementation: { wait: async () => undefined, send: pass }, marker: 'vk3f9x', budget });
  return seen;
}

const faultsIn = (seen: readonly Watched[]): string[] =>
  seen.flatMap(({ request, fault }) => (fault === null ? [] : [`${request.method} ${request.path}: ${fault.words}`]));

test('a conforming service: most answers are judged, and no fault is reported', async () => {
  const seen = await watched(null, 2500);
  expect(faultsIn(seen)).toEqual([]);
  expect(seen.slice(0, 3).map(({ unjudged }) => unjudged)).toEqual([
    'its session began before watching',
    'a record from before may have the same value',
    'the document has no such call',
  ]);
  expect(seen.filter(({ unjudged }) => unjudged === null).length).toBeGreaterThan(seen.length * 0.8);
});

test.each(['ownBookIsLent', 'lendIsTomorrow', 'passwordIsShown'] as const)('a service with a fault, %s: it is reported', async (fault) => {
  expect(faultsIn(await watched(fault, 600))).not.toEqual([]);
});
