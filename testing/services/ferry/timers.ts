import type { BookingSteps } from './booking-steps.ts';
import type { CrossingSteps } from './crossing-steps.ts';
import { dayAfter, due, type FerryData, type Haulier, leaves, minute, monthAfter, total } from './data.ts';
import type { Has } from './faults.ts';

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
export function ferryTimers(data: FerryData, crossings: CrossingSteps, bookings: BookingSteps, has: Has, clock: Clock) {
  /** Sends a haulier the invoice of the months before. */
  const bill = (one: Haulier): void => {
    const crossed = data.bookings.filter(
      ({ haulier, invoice, crossing }) => haulier === one && invoice === null && (crossing.day < one.billOn || has('comingIsBilled')),
    );
    const amount = total(crossed.map((booking) => (has('billForgetsFees') ? booking.price - booking.refund : due(booking))));
    if (amount > 0) {
      const invoice = {
        ...{ number: data.next('invoice'), haulier: one, amount, paid: 0, due: dayAfter(one.billOn, 14) },
        state: 'open' as const,
      };
      data.invoices.push(invoice);
      for (const booking of crossed) booking.invoice = invoice;
    }
    one.billOn = monthAfter(one.billOn);
  };
  const midnight = (date: string): number => Date.parse(date);
  const timers = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.crossings) {
      if (one.state === 'planned') {
        const fire = (): void => {
          crossings.stop(one);
          one.reason = 'Not confirmed';
        };
        found.push({ at: leaves(has('unconfirmedIgnoresDelay') ? { ...one, delay: 0 } : one), fire });
      }
      if (one.state === 'confirmed') found.push({ at: leaves(one), fire: () => crossings.shut(one) });
    }
    for (const one of data.bookings) {
      if (one.state !== 'held') continue;
      found.push({ at: one.heldAt + (has('holdIsAnHour') ? 60 : 30) * minute, fire: () => bookings.lapse(one) });
    }
    for (const one of data.passes) {
      if (one.state !== 'valid') continue;
      const fire = (): void => {
        one.state = 'expired';
      };
      found.push({ at: midnight(dayAfter(one.until, 1)), fire });
    }
    for (const one of data.invoices) {
      if (one.state !== 'open') continue;
      const fire = (): void => {
        one.state = 'overdue';
        if (!has('overdueBlocksNoOne')) one.haulier.blocked = true;
      };
      found.push({ at: midnight(dayAfter(one.due, 1)), fire });
    }
    for (const one of data.hauliers) found.push({ at: midnight(one.billOn), fire: () => bill(one) });
    return found;
  };
  /** Does all that is due. */
  return (): void => {
    const until = clock.real();
    for (;;) {
      const [first] = timers()
        .filter(({ at }) => at <= until)
        .sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      clock.at = first.at;
      first.fire();
      clock.at = null;
    }
  };
}
