import { type CoopData, dayLength } from './data.ts';
import type { Has } from './faults.ts';
import type { HomeSteps, TenantSteps } from './steps.ts';
import type { CoopFigures } from './views.ts';

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

interface Parts {
  readonly data: CoopData;
  readonly figures: CoopFigures;
  readonly home: HomeSteps;
  readonly steps: TenantSteps;
}

/** Fires what is due, in order of time. */
export function coopTimers({ data, figures, home, steps }: Parts, has: Has, clock: Clock) {
  const midnightAfter = (date: string, days: number): number => Date.parse(date) + days * dayLength;
  const timers = (): Timer[] => {
    const found: Timer[] = [];
    const add = (at: number, fire: () => void): void => void found.push({ at, fire });
    for (const one of data.offers) {
      if (one.state === 'open' && !has('offersStayOpen')) add(midnightAfter(one.until, 1), () => home.lapse(one));
    }
    for (const one of data.tenancies) {
      const { nextRent, ends, state } = one;
      const isBilled = state === 'running' || (state === 'notice' && !has('noticeIsNotBilled'));
      if (nextRent === null || !isBilled || has('monthsAreNotBilled')) continue;
      if (ends === null || nextRent < ends || has('billedAfterTheEnd')) add(Date.parse(nextRent), () => home.bill(one));
    }
    for (const one of data.rents) {
      if (one.state === 'open') {
        add(midnightAfter(one.due, 1), () => {
          one.state = 'overdue';
          if (!has('lateIsFree')) one.fee = 1000;
        });
      }
      if (one.state === 'planned' && one.nextPart !== null && !has('plansAreNotBroken')) {
        add(midnightAfter(one.nextPart, 1), () => {
          one.state = 'overdue';
          if (!has('brokenIsForgiven')) one.broken = true;
          one.fee += 1000;
        });
      }
    }
    for (const one of data.repairs) {
      if (one.state === 'reported' && one.urgency !== 'high') {
        if (one.urgency === 'low' && has('lowIsNeverHigh')) continue;
        add(one.since + 3 * dayLength, () => {
          one.urgency = 'high';
        });
      }
      if (one.state === 'done' && !has('workIsNotAccepted')) {
        add(one.since + 7 * dayLength, () => steps.enter(one, 'accepted'));
      }
    }
    for (const one of data.bookings) {
      if (one.state !== 'booked') continue;
      add(one.ends, () => {
        one.state = 'used';
        if (!has('bookingsAreFree')) home.addRent(one.tenancy, 'booking', figures.price(one));
      });
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
