import type { BookingSteps } from './booking-steps.ts';
import { type BoxData, minute } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';

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
export function boxTimers(data: BoxData, steps: BookingSteps, figures: Figures, has: Has, clock: Clock) {
  const timers = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.bookings) {
      if (one.state === 'basket' && !has('basketsStay')) {
        found.push({ at: one.begunAt + 20 * minute, fire: () => steps.abandon(one) });
      }
      if (one.state === 'reserved' && one.payBy !== null && !has('reservationsStay')) {
        if (one.vouchered > 0 && has('voucheredDoesNotLapse')) continue;
        found.push({ at: one.payBy, fire: () => steps.lapse(one) });
      }
    }
    for (const one of data.performances) {
      const isOn = one.state === 'on sale' || (one.state === 'admitting' && !has('admittingNeverEnds'));
      if (!isOn) continue;
      const late = has('noLateEntry') ? 0 : 30;
      found.push({ at: figures.starts(one) + late * minute, fire: () => steps.play(one) });
    }
    for (const one of data.vouchers) {
      if (one.state !== 'active' || has('vouchersNeverExpire')) continue;
      const fire = (): void => {
        one.state = 'expired';
      };
      found.push({ at: figures.voucherEnds(one), fire });
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
