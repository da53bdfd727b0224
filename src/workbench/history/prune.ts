const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Versions closer together than this count as one. */
export const minGap = minute;

/**
 * Returns the moments to keep: all of the last quarter of an hour, one per five minutes of the last
 * hour, one per hour of the last day, one per day before; at most `most`, the newest. In
 * milliseconds, ascending.
 */
export function prune(moments: readonly number[], now: number, most: number): readonly number[] {
  const kept: number[] = [];
  let last = '';
  for (const moment of moments) {
    const age = now - moment;
    const place =
      age < 15 * minute
        ? `m${moment}`
        : age < hour
          ? `f${Math.floor(moment / (5 * minute))}`
          : age < day
            ? `h${Math.floor(moment / hour)}`
            : `d${Math.floor(moment / day)}`;
    // The first version of an hour or a day shows the text before the work done in it.
    if (place !== last) kept.push(moment);
    last = place;
  }
  return kept.slice(-most);
}
