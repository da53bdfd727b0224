import { fixedPlatform } from '../src/base/platform.ts';
import { readModel } from '../src/model/read.ts';
import type { Implementation } from '../src/verifier/implementation.ts';
import { Oracle } from '../src/verifier/oracle.ts';

/**
 * A service that does what a document says, with a clock 3 seconds ahead. `clock`: each request
 * takes 7 milliseconds of it.
 */
export function oracleService(text: string, clock: ReturnType<typeof fixedPlatform>): Implementation {
  const served = new Oracle(readModel(text), { platform: { ...fixedPlatform(0, 77), now: () => clock.now() + 3000 }, serials: 500 });
  return {
    wait: async () => undefined,
    async send(request) {
      clock.advance(7);
      const { status, body } = served.answer(request);
      return { status, body, date: clock.now() + 3000, retryAfter: null };
    },
  };
}
