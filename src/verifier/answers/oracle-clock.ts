import { fixedPlatform, type Platform } from '../../base/platform.ts';
import type { OracleParts } from './oracle.ts';

/**
 * A clock that gives each request a time of its own, so that sorting by time is unambiguous, and
 * that can be set. `ahead`: by how many milliseconds; an odd number gives odd times only, so that
 * they never look like a value on which an oracle with an even one agrees.
 */
export function oracleClock(platform: Platform, ahead: number): Pick<OracleParts, 'platform' | 'markTime' | 'setTime' | 'passed'> {
  let last = ahead % 2;
  let jump = 0;
  const now = (): number => {
    const time = platform.now() + jump + ahead;
    return (last = Math.max(time + (Math.abs(time - ahead) % 2), last + 2));
  };
  const markTime = () => {
    const marked = [last, jump] as const;
    return () => {
      [last, jump] = marked;
    };
  };
  const setTime = (moment: number | null): void => {
    if (moment === null) last = ahead % 2;
    jump = moment === null ? 0 : moment - platform.now();
  };
  return { platform: { ...fixedPlatform(0, ahead), now }, markTime, setTime, passed: () => jump };
}
