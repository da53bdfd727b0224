import type { Platform } from '../../base/platform.ts';

/** A platform whose clock tests can set; it goes on from there. */
export interface TestClock extends Platform {
  /** `moment`: milliseconds since the epoch. */
  set(moment: number): void;
}

export function testClock(platform: Platform): TestClock {
  let ahead = 0;
  return {
    ...platform,
    now: () => platform.now() + ahead,
    set(moment) {
      ahead = moment - platform.now();
    },
  };
}
