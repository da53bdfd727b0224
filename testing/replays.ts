import { fixedPlatform } from '../src/base/platform.ts';
import { readModel } from '../src/model/read.ts';
import type { Run } from '../src/verifier/answers/finding.ts';
import type { Answered, Implementation, NoAnswer } from '../src/verifier/answers/implementation.ts';
import type { Request } from '../src/verifier/answers/request.ts';
import { verify } from '../src/verifier/run.ts';
import type { VerifyParts } from '../src/verifier/verify-parts.ts';
import { type HandWritten, partsFor } from './services/hand-written-services.ts';
import { oracleService } from './services/oracle-service.ts';

/** The requests sent to a correct service, and its answers. */
export interface Recording {
  readonly requests: readonly Request[];
  readonly answers: readonly string[];
}

/** The result of a run, and its recording. */
export async function recorded<T>(
  one: HandWritten,
  run: (parts: VerifyParts) => Promise<T>,
  budget?: number,
): Promise<readonly [T, Recording]> {
  const parts = partsFor(one, null);
  return recordedFrom(parts.implementation, (implementation) => run({ ...parts, budget: budget ?? parts.budget, implementation }));
}

async function recordedFrom<T>(
  service: Implementation,
  run: (implementation: Implementation) => Promise<T>,
): Promise<readonly [T, Recording]> {
  const requests: Request[] = [];
  const answers: string[] = [];
  const given = await run({
    ...service,
    async send(request) {
      const answer = await service.send(request);
      requests.push(request);
      answers.push(comparable(answer));
      return answer;
    },
  });
  return [given, { requests, answers }];
}

/**
 * Sends recorded requests to the service with a fault. Returns the number of requests until an
 * answer differs; null if none does. Up to then a run would send exactly the same, so it could
 * notice no earlier.
 */
export const requestsToDiffer = (one: HandWritten, fault: string, recording: Recording): Promise<number | null> =>
  requestsUntil(partsFor(one, fault).implementation, recording);

async function requestsUntil(service: Implementation, { requests, answers }: Recording): Promise<number | null> {
  for (const [place, request] of requests.entries()) if (comparable(await service.send(request)) !== answers[place]) return place + 1;
  return null;
}

/** A run against a service that behaves as the document says. */
export interface Followed {
  readonly run: Run;
  /**
   * The first request that a service which follows `other` answers otherwise, in words and with its
   * body; empty if there is none. `change`: what else is different about the service.
   */
  wrong(other: string, change?: (service: Implementation) => Implementation): Promise<string>;
}

export async function followed(text: string, budget: number): Promise<Followed> {
  const clock = fixedPlatform();
  const parts = { model: readModel(text), platform: { ...clock, now: () => clock.now() }, marker: 'vk3f9x', budget };
  const [run, recording] = await recordedFrom(oracleService(text, clock), (implementation) => verify({ ...parts, implementation }));
  return {
    run,
    async wrong(other, change = (same) => same) {
      const count = await requestsUntil(change(oracleService(other, fixedPlatform())), recording);
      const request = count === null ? undefined : recording.requests[count - 1];
      const exchange = run.exchanges.find(({ sent }) => sent === request);
      return exchange === undefined ? '' : `${exchange.attempt.words} ${exchange.sent.body ?? ''}`;
    },
  };
}

/** Rounds times to the hour: with a fault the clock may differ, since each request advances it. */
const comparable = (answer: Answered | NoAnswer): string =>
  'problem' in answer ? answer.problem : `${answer.status} ${answer.body?.replace(/(\d{4}-\d\d-\d\dT\d\d)[\d:.]+Z/g, '$1') ?? ''}`;
