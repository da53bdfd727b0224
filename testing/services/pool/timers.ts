import type { CourseSteps } from './course-steps.ts';
import { dayLength, type PoolData } from './data.ts';
import type { Has } from './faults.ts';
import type { PoolFigures } from './figures.ts';

interface Timer {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly fire: () => void;
}

/** `at`: what the time is while a timer fires; null otherwise. */
export interface Clock {
  readonly real: () => number;
  at: number | null;
}

/** Fires what is due, in order of time. */
export function poolTimers(data: PoolData, courses: CourseSteps, figures: PoolFigures, has: Has, clock: Clock) {
  /** The midnight that begins a day, or one some days after it. */
  const midnight = (date: string, days = 0): number => Date.parse(date) + days * dayLength;
  const timers = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.passes) {
      if (one.state !== 'valid') continue;
      const fire = (): void => {
        one.state = 'expired';
      };
      found.push({ at: midnight(one.expires, has('expiresOnTheDay') ? 0 : 1), fire });
    }
    for (const one of data.courses) {
      if (one.state === 'open') {
        found.push({ at: midnight(one.begins, has('decidesADayLate') ? -1 : -2), fire: () => courses.decide(one) });
      }
      if (one.state === 'confirmed') {
        found.push({ at: midnight(one.begins, has('runsADayLate') ? 1 : 0), fire: () => courses.begin(one) });
      }
    }
    for (const one of data.rentals) {
      if (one.state !== 'out') continue;
      const fire = (): void => {
        one.state = 'overdue';
      };
      found.push({ at: midnight(figures.back(one), has('overdueOnTheDay') ? 0 : 1), fire });
    }
    for (const one of data.bookings) {
      if (one.state === 'asked' && !has('askedIsNotDeclined')) {
        const fire = (): void => {
          one.state = 'declined';
          one.reason = 'Not answered in time';
        };
        found.push({ at: midnight(one.day), fire });
      }
      if (one.state === 'agreed') {
        const fire = (): void => {
          one.state = 'held';
        };
        found.push({ at: midnight(one.day, has('heldOnTheDay') ? 0 : 1), fire });
      }
    }
    return found;
  };
  /** Does all that is due. */
  return (): void => {
    for (;;) {
      const [first] = timers()
        .filter(({ at }) => at <= clock.real())
        .sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      clock.at = first.at;
      first.fire();
      clock.at = null;
    }
  };
}
