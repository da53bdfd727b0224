import { fixedPlatform } from '../../src/base/platform.ts';
import { readModel } from '../../src/model/read.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import { Oracle } from '../../src/verifier/answers/oracle.ts';
import { oracleClock } from '../../src/verifier/answers/oracle-clock.ts';

/** What a service offers its tester besides its calls. */
export interface Hooks {
  readonly clock?: boolean;
  readonly reset?: boolean;
}

/**
 * A service that behaves exactly as a document says, with its clock 3 seconds ahead. Each request
 * advances `clock` by 7 milliseconds.
 */
export function oracleService(text: string, clock: ReturnType<typeof fixedPlatform>, hooks: Hooks = {}): Implementation {
  const platform = { ...fixedPlatform(0, 77), now: () => clock.now() + 3000 };
  const served = new Oracle(readModel(text), { ...(hooks.clock ? oracleClock(platform, 0) : { platform }), serials: 500 });
  const setClock = async (moment: number): Promise<null> => {
    served.answer({ method: '', path: '', query: '', token: null, contentType: null, body: null, moment });
    return null;
  };
  const reset = async (): Promise<null> => {
    served.restart();
    return null;
  };
  return {
    ...(hooks.clock && { setClock }),
    ...(hooks.reset && { reset }),
    wait: async () => undefined,
    async send(request) {
      clock.advance(7);
      const { status, body } = served.answer(request);
      return { status, body, date: clock.now() + 3000, retryAfter: null };
    },
  };
}
