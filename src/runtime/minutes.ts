import type { Platform } from '../base/platform.ts';

/** A clock that everything on the page shares, so that a table has one timer and not one a cell. */
export interface Minutes {
  /** The time in milliseconds, the same until the next minute while there are listeners. */
  readonly now: () => number;
  /** `listener` hears each minute. Returns the end of it. */
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
      // Without listeners it goes by the clock.
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
