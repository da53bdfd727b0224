import type { Answered, NoAnswer } from '../src/verifier/implementation.ts';
import type { Request } from '../src/verifier/request.ts';
import type { VerifyParts } from '../src/verifier/verify-parts.ts';
import { type HandWritten, partsFor } from './hand-written-services.ts';

/** Requests as they were sent to a service that keeps to its document, and what it answered. */
export interface Recording {
  readonly requests: readonly Request[];
  readonly answers: readonly string[];
}

/** What a run gives, and its recording. */
export async function recorded<T>(
  one: HandWritten,
  run: (parts: VerifyParts) => Promise<T>,
  budget?: number,
): Promise<readonly [T, Recording]> {
  const parts = partsFor(one, null);
  const { implementation } = parts;
  const requests: Request[] = [];
  const answers: string[] = [];
  const given = await run({
    ...parts,
    budget: budget ?? parts.budget,
    implementation: {
      ...implementation,
      async send(request) {
        const answer = await implementation.send(request);
        requests.push(request);
        answers.push(comparable(answer));
        return answer;
      },
    },
  });
  return [given, { requests, answers }];
}

/**
 * The same requests sent to the service with a fault: how many it takes until an answer is another
 * one; null: none is. Until then a run would send the very same, so this is when it would see it.
 */
export async function requestsToDiffer(one: HandWritten, fault: string, { requests, answers }: Recording): Promise<number | null> {
  const { implementation } = partsFor(one, fault);
  for (const [place, request] of requests.entries())
    if (comparable(await implementation.send(request)) !== answers[place]) return place + 1;
  return null;
}

/** Moments to the hour: a fault may take more of the clock, which each request moves on. */
const comparable = (answer: Answered | NoAnswer): string =>
  'problem' in answer ? answer.problem : `${answer.status} ${answer.body?.replace(/(\d{4}-\d\d-\d\dT\d\d)[\d:.]+Z/g, '$1') ?? ''}`;
