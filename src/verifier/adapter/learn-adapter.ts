import { verify } from '../run.ts';
import type { VerifyParts } from '../verify-parts.ts';
import { type Adapter, sameNames } from './adapter.ts';
import { learned } from './learn.ts';
import { withLearned } from './write-adapter.ts';

/** Several rounds are needed: names inside a body show only once the keys around it are known. */
const mostRounds = 4;

/** Completes an adapter from a service's answers, in rounds until one shows nothing new. */
export async function learnAdapter(parts: VerifyParts): Promise<Adapter> {
  let adapter = parts.adapter ?? sameNames;
  // The requests are planned once: their plan does not depend on the adapter.
  let { plan } = parts;
  for (let round = 1; round <= mostRounds && parts.signal?.aborted !== true; round++) {
    const run = await verify({ ...parts, adapter, plan, marker: `${parts.marker.slice(0, -1)}${'abcd'[round - 1]}x` });
    plan = run.plan;
    const more = withLearned(adapter, learned(run.exchanges, parts.model));
    if (JSON.stringify(more) === JSON.stringify(adapter)) break;
    adapter = more;
  }
  return adapter;
}
