import { memoize } from '../../../base/memoize.ts';
import { fixedOffset, offsetAt } from '../../../expression/values/time-zone.ts';

/**
 * The offsets of a zone between two moments, from the evaluator's time zone data, not Postgres'.
 * All values in seconds.
 */
export interface ZoneChanges {
  readonly from: number;
  readonly to: number;
  /** Offset east of UTC before the first change. */
  readonly first: number;
  readonly changes: readonly { readonly at: number; readonly offset: number }[];
}

const day = 86_400;
/** The years 1 to 9999 without the first and last day, when the local year may lie outside. */
const always = { from: -62_135_596_800 + day, to: 253_402_300_799 - day };
/** The years whose changes are known: 1970 to 2100. The evaluator handles moments outside. */
const looked = { from: 0, to: 4_133_980_800 };
/** Shorter than the time between any two changes of a zone since 1970. */
const step = 5 * day;

/** The offsets of a zone; null if the zone is unknown. */
export const zoneChanges = memoize((zone): ZoneChanges | null => {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return { ...always, first: fixed, changes: [] };
  const first = offsetAt(zone, looked.from);
  if (first === undefined) return null;
  const changes: { at: number; offset: number }[] = [];
  let [before, offset] = [looked.from, first];
  for (let at = looked.from + step; at < looked.to + step; at += step) {
    const next = offsetAt(zone, at) ?? offset;
    if (next !== offset) {
      changes.push({ at: changeBetween(zone, before, at, offset), offset: next });
      offset = next;
    }
    before = at;
  }
  return { ...looked, first, changes };
}, 20);

/** The first second with a new offset. */
function changeBetween(zone: string, before: number, after: number, offset: number): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
