import { fixedPlatform } from '../../src/base/platform.ts';
import { readModel } from '../../src/model/read.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import { Oracle } from '../../src/verifier/answers/oracle.ts';

/**
 * A service that behaves exactly as a document says, with its clock 3 seconds ahead. Each request
 * advances `clock` by 7 milliseconds.
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
