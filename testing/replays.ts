import type { Answered, NoAnswer } from '../src/verifier/implementation.ts';
import type { Request } from '../src/verifier/request.ts';
import type { VerifyParts } from '../src/verifier/verify-parts.ts';
import { type HandWritten, partsFor } from './hand-written-services.ts';

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
 * Sends recorded requests to the service with a fault. Returns the number of requests until an
 * answer differs; null if none does. Up to then a run would send exactly the same, so it could
 * notice no earlier.
 */
export async function requestsToDiffer(one: HandWritten, fault: string, { requests, answers }: Recording): Promise<number | null> {
  const { implementation } = partsFor(one, fault);
  for (const [place, request] of requests.entries())
    if (comparable(await implementation.send(request)) !== answers[place]) return place + 1;
  return null;
}

/** Rounds times to the hour: with a fault the clock may differ, since each request advances it. */
const comparable = (answer: Answered | NoAnswer): string =>
  'problem' in answer ? answer.problem : `${answer.status} ${answer.body?.replace(/(\d{4}-\d\d-\d\dT\d\d)[\d:.]+Z/g, '$1') ?? ''}`;
