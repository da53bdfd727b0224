import { dayLength, isHolding, type WorkshopData } from './data.ts';
import type { Has } from './faults.ts';
import type { JobSteps } from './job-steps.ts';
import type { DeskSteps } from './steps.ts';

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
export function workshopTimers(data: WorkshopData, desk: DeskSteps, jobs: JobSteps, has: Has, clock: Clock) {
  /** The midnight that many days after that at which a date begins. */
  const midnight = (date: string, days: number): number => Date.parse(date) + days * dayLength;

  const ofAppointments = (): Timer[] =>
    data.appointments.filter(isHolding).flatMap((one) => {
      const found: Timer[] = [];
      if (!one.reminded) {
        const fire = (): void => {
          one.reminded = true;
        };
        found.push({ at: midnight(one.day, -1) + 8 * 3_600_000, fire });
      }
      const day = has('missedOnFirstDay') ? one.firstDay : one.day;
      found.push({ at: midnight(day, 1), fire: () => desk.miss(one) });
      return found;
    });
  const ofJobs = (): Timer[] =>
    data.jobs.flatMap((one): Timer[] => {
      const after = (days: number, fire: () => void): Timer[] => [{ at: one.since + days * dayLength, fire }];
      switch (one.state) {
        case 'estimated':
          return after(7, () => jobs.enter(one, 'expired'));
        case 'waiting':
          return has('waitingStays') ? [] : after(has('answerInFiveDays') ? 5 : 3, () => jobs.giveUp(one));
        case 'billed': {
          const fire = (): void => {
            jobs.enter(one, 'in storage');
            one.storedOn = new Date(clock.at ?? clock.real()).toISOString().slice(0, 10);
          };
          return after(7, fire);
        }
        case 'in storage':
          return after(30, () => {
            jobs.enter(one, 'abandoned');
            one.customer.blocked = true;
          });
        default:
          return [];
      }
    });
  const ofStore = (): Timer[] =>
    data.supplies.flatMap((one): Timer[] => {
      if (one.state !== 'ordered' || one.expected === null) return [];
      const fire = (): void => {
        one.state = 'late';
      };
      return [{ at: midnight(one.expected, has('lateOnTheDay') ? 0 : 1), fire }];
    });
  const ofInvoices = (): Timer[] =>
    data.invoices.flatMap((one): Timer[] => {
      if (one.state === 'open' && !has('invoicesAreNotOverdue')) {
        return [{ at: midnight(one.due, 1), fire: () => desk.overdue(one) }];
      }
      if (one.state !== 'overdue') return [];
      return [{ at: one.since + 10 * dayLength, fire: () => desk.notice(one) }];
    });
  const ofClaims = (): Timer[] =>
    data.claims.flatMap((one): Timer[] => {
      if (one.state !== 'open' || one.urgent) return [];
      const fire = (): void => {
        one.urgent = true;
      };
      return [{ at: one.since + 5 * dayLength, fire }];
    });
  const ofCars = (): Timer[] =>
    data.cars.flatMap((one): Timer[] => {
      if (one.state !== 'lent' || one.backBy === null) return [];
      const fire = (): void => {
        one.state = 'overdue';
      };
      return [{ at: midnight(one.backBy, has('carOverdueOnTheDay') ? 0 : 1), fire }];
    });
  const timers = (): Timer[] => [...ofAppointments(), ...ofJobs(), ...ofStore(), ...ofInvoices(), ...ofClaims(), ...ofCars()];
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
