const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Texts that are nearer to each other than this are one. */
export const apart = minute;

/**
 * Which moments are kept: all of the last quarter of an hour, one in five minutes of the last
 * hour, one an hour of the last day, one a day before; at most `most`, the newest. In
 * milliseconds, ascending.
 */
export function thin(moments: readonly number[], now: number, most: number): readonly number[] {
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
    // The first of an hour or a day: what came before the work of it.
    if (place !== last) kept.push(moment);
    last = place;
  }
  return kept.slice(-most);
}
