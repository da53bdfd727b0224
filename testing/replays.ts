import { fixedPlatform } from '../src/base/platform.ts';
import { readModel } from '../src/model/read.ts';
import type { Run } from '../src/verifier/answers/finding.ts';
import type { Answered, Implementation, NoAnswer } from '../src/verifier/answers/implementation.ts';
import type { Request } from '../src/verifier/answers/request.ts';
import { verify } from '../src/verifier/run.ts';
import type { VerifyParts } from '../src/verifier/verify-parts.ts';
import { type HandWritten, partsFor } from './services/hand-written-services.ts';
import { type Hooks, oracleService } from './services/oracle-service.ts';

/** What a correct service was asked, and its answers. */
export interface Recording {
  /** A moment: its clock was set; `reset`: it was reset. */
  readonly requests: readonly (Request | number | 'reset')[];
  readonly answers: readonly string[];
  readonly hooks: Hooks;
}

/** The result of a run, and its recording. */
export async function recorded<T>(
  one: HandWritten,
  run: (parts: VerifyParts) => Promise<T>,
  budget?: number,
  hooks: Hooks = {},
): Promise<readonly [T, Recording]> {
  const parts = partsFor(one, null, hooks);
  return recordedFrom(parts.implementation, (implementation) => run({ ...parts, budget: budget ?? parts.budget, implementation }), hooks);
}

async function recordedFrom<T>(
  service: Implementation,
  run: (implementation: Implementation) => Promise<T>,
  hooks: Hooks = {},
): Promise<readonly [T, Recording]> {
  const requests: Recording['requests'][number][] = [];
  const answers: string[] = [];
  const noted = async (asked: 'reset' | number): Promise<string | null> => {
    requests.push(asked);
    answers.push('');
    return null;
  };
  const { reset, setClock } = service;
  const given = await run({
    ...service,
    async send(request) {
      const answer = await service.send(request);
      requests.push(request);
      answers.push(comparable(answer));
      return answer;
    },
    ...(setClock && { setClock: async (moment) => (await setClock(moment)) ?? noted(moment) }),
    ...(reset && { reset: async () => (await reset()) ?? noted('reset') }),
  });
  return [given, { requests, answers, hooks }];
}

/**
 * Sends recorded requests to the service with a fault. Returns the number of requests until an
 * answer differs; null if none does. Up to then a run would send exactly the same, so it could
 * notice no earlier.
 */
export const requestsToDiffer = (one: HandWritten, fault: string, recording: Recording): Promise<number | null> =>
  requestsUntil(partsFor(one, fault, recording.hooks).implementation, recording);

async function requestsUntil(service: Implementation, { requests, answers }: Recording): Promise<number | null> {
  for (const [place, request] of requests.entries()) {
    if (request === 'reset') await service.reset?.();
    else if (typeof request === 'number') await service.setClock?.(request);
    else if (comparable(await service.send(request)) !== answers[place]) return place + 1;
  }
  return null;
}

/** A run against a service that behaves as the document says. */
export interface Followed {
  readonly run: Run;
  /** How often the service was reset. */
  readonly resets: number;
  /**
   * The first request that a service which follows `other` answers otherwise, in words and with its
   * body; empty if there is none. `change`: what else is different about the service.
   */
  wrong(other: string, change?: (service: Implementation) => Implementation): Promise<string>;
}

export async function followed(text: string, budget: number, hooks: Hooks = {}): Promise<Followed> {
  const clock = fixedPlatform();
  const parts = { model: readModel(text), platform: { ...clock, now: () => clock.now() }, marker: 'vk3f9x', budget };
  const [run, recording] = await recordedFrom(
    oracleService(text, clock, hooks),
    (implementation) => verify({ ...parts, implementation }),
    hooks,
  );
  return {
    run,
    resets: recording.requests.filter((one) => one === 'reset').length,
    async wrong(other, change = (same) => same) {
      const count = await requestsUntil(change(oracleService(other, fixedPlatform(), hooks)), recording);
      const request = count === null ? undefined : recording.requests[count - 1];
      const exchange = run.exchanges.find(({ sent }) => sent === request);
      return exchange === undefined ? '' : `${exchange.attempt.words} ${exchange.sent.body ?? ''}`;
    },
  };
}

/** Rounds times to the hour: with a fault the clock may differ, since each request advances it. */
const comparable = (answer: Answered | NoAnswer): string =>
  'problem' in answer ? answer.problem : `${answer.status} ${answer.body?.replace(/(\d{4}-\d\d-\d\dT\d\d)[\d:.]+Z/g, '$1') ?? ''}`;
