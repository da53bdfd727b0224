import type { Platform } from '../../base/platform.ts';

/** A clock that follows another and may be ahead of it. */
export interface SettableClock extends Platform {
  /** In milliseconds. */
  ahead(): number;
  set(ahead: number): void;
}

export function settableClock(platform: Platform, start: number): SettableClock {
  let ahead = start;
  return {
    ...platform,
    now: () => platform.now() + ahead,
    ahead: () => ahead,
    set(next) {
      ahead = next;
    },
  };
}
