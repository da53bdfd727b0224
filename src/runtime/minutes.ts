import type { Platform } from '../base/platform.ts';

/** The page's shared clock, so that a table needs one timer rather than one per cell. */
export interface Minutes {
  /** The time in milliseconds; with listeners, it only changes every minute. */
  readonly now: () => number;
  /** Calls `listener` every minute. Returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

const minute = 60_000;

export function createMinutes(platform: Pick<Platform, 'now'>): Minutes {
  const listeners = new Set<() => void>();
  let time = platform.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    time = platform.now();
    for (const listener of [...listeners]) listener();
  };
  return {
    now() {
      // Without listeners there is no timer, so look at the clock.
      if (listeners.size === 0 && Math.abs(platform.now() - time) >= minute) time = platform.now();
      return time;
    },
    subscribe(listener) {
      listeners.add(listener);
      timer ??= setInterval(look, minute);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
