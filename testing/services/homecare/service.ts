import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { serviceOf } from '../hand-written.ts';
import { careCalls } from './care-calls.ts';
import { homecareCompany } from './company.ts';
import type { HomecareFault } from './faults.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { visitCalls } from './visit-calls.ts';

/**
 * The service of `document.md` over arrays, hand-written, with one of its faults or none. `now`:
 * milliseconds since the epoch.
 */
export function homecareService(now: () => number, fault: HomecareFault | null = null): Implementation {
  /** The moment of the request that is being answered. */
  let at = 0;
  const company = homecareCompany(() => at, fault);
  const calls = [peopleCalls, careCalls, visitCalls, invoiceCalls].flatMap((of) => of(company));
  const served = serviceOf(calls, () => at);
  return {
    ...served,
    send: (request) => {
      at = now();
      company.steps.expire();
      return served.send(request);
    },
  };
}
