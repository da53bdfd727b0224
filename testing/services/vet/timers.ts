import { type Animal, dayLength, hour, type Invoice, minute, type VetData, type Visit } from './data.ts';
import type { Has } from './faults.ts';
import { dueOn } from './views.ts';
import type { VisitSteps } from './visit-steps.ts';

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
export function vetTimers(data: VetData, visits: VisitSteps, has: Has, clock: Clock) {
  const midnightAfter = (date: string): number => Date.parse(date) + dayLength;

  const ofAnimal = (one: Animal): Timer[] => {
    const due = dueOn(one, has);
    if (one.state === 'protected' && due !== null) {
      const at = Date.parse(due);
      const fire = (): void => {
        one.state = 'due';
        one.reminders += 1;
        one.remindAt = at + 14 * dayLength;
      };
      return [{ at, fire }];
    }
    const { remindAt } = one;
    if (one.state !== 'due' || remindAt === null || has('noSecondReminder')) return [];
    const fire = (): void => {
      one.reminders += 1;
      one.remindAt = has('remindersGoOn') ? remindAt + 14 * dayLength : null;
    };
    return [{ at: remindAt, fire }];
  };
  const ofVisit = (one: Visit): Timer[] => {
    if (one.state !== 'booked') return [];
    const found: Timer[] = [];
    const begins = has('movedIsMissedAsBefore') ? one.bookedFor : one.begins;
    found.push({ at: begins + 30 * minute, fire: () => visits.miss(one) });
    if (one.kind !== 'operation' || one.checkedFor === one.begins || has('consentIsNotAwaited')) return found;
    const fire = (): void => {
      one.checkedFor = one.begins;
      if (one.consented) return;
      one.state = 'cancelled';
      one.reason = 'No consent';
    };
    found.push({ at: one.begins - 24 * hour, fire });
    return found;
  };
  const ofInvoice = (one: Invoice): Timer[] => {
    if (one.state === 'open') {
      const at = midnightAfter(one.due);
      const fire = (): void => {
        one.state = 'overdue';
        one.overdueAt = at;
        if (!has('reminderIsFree')) one.amount += 800;
      };
      return [{ at, fire }];
    }
    if (one.state !== 'overdue' || has('nothingIsCollected')) return [];
    const fire = (): void => {
      one.state = 'collection';
    };
    return [{ at: one.overdueAt + 30 * dayLength, fire }];
  };
  const timers = (): Timer[] => {
    const found = [...data.animals.flatMap(ofAnimal), ...data.visits.flatMap(ofVisit), ...data.invoices.flatMap(ofInvoice)];
    for (const one of data.batches) {
      if (one.state !== 'usable') continue;
      const fire = (): void => {
        one.state = 'expired';
      };
      found.push({ at: midnightAfter(one.expires), fire });
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
