export interface Debounced {
  /** Runs `task` once there were no calls for the given time, or at the latest after `longest`. */
  call(): void;
  /** Runs it now if it is pending. */
  flush(): void;
  cancel(): void;
}

/** All times are in milliseconds; `quiet` is read at each call. */
export function debounce(task: () => void, quiet: () => number, longest = Number.POSITIVE_INFINITY): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const stop = (): boolean => {
    const waiting = timer !== undefined;
    clearTimeout(timer);
    clearTimeout(limit);
    timer = limit = undefined;
    return waiting;
  };
  const run = (): void => {
    if (stop()) task();
  };
  return {
    call() {
      clearTimeout(timer);
      timer = setTimeout(run, quiet());
      if (limit === undefined && Number.isFinite(longest)) limit = setTimeout(run, longest);
    },
    flush: run,
    cancel: () => void stop(),
  };
}
