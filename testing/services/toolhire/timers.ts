import { dayLength, type ToolData } from './data.ts';
import type { Has } from './faults.ts';
import type { FleetSteps } from './fleet-steps.ts';
import type { HireSteps } from './hire-steps.ts';
import { inspectBy } from './views.ts';

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
export function toolTimers(data: ToolData, hires: HireSteps, fleet: FleetSteps, has: Has, clock: Clock) {
  const midnightAfter = (date: string, days = 1): number => Date.parse(date) + days * dayLength;
  const timers = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.hires) {
      if (one.state === 'draft' && !has('draftsStay')) {
        const fire = (): void => {
          one.state = 'cancelled';
          one.reason = 'Not reserved in time';
        };
        found.push({ at: one.draftedAt + dayLength, fire });
      }
      if (one.state === 'reserved') {
        const at = midnightAfter(has('lapseIgnoresMove') ? one.reservedFor : one.begins);
        found.push({ at, fire: () => hires.lapse(one) });
      }
      if (one.state === 'out') {
        found.push({
          at: midnightAfter(one.ends, has('overdueOnTheLastDay') ? 0 : 1),
          fire: () => {
            one.state = 'overdue';
          },
        });
      }
    }
    for (const one of data.invoices) {
      if (one.state === 'open') {
        const fire = (): void => {
          one.state = 'overdue';
          one.overdueAt = midnightAfter(one.due);
          if (!has('reminderIsFree')) one.amount += 500;
        };
        found.push({ at: midnightAfter(one.due, has('overdueOnTheDay') ? 0 : 1), fire });
      }
      if (one.state === 'overdue') {
        const fire = (): void => {
          one.state = 'collection';
          if (one.firm === null || has('collectionBlocksBuyer')) one.customer.blocked = true;
          else if (!has('collectionSparesFirms')) one.firm.blocked = true;
        };
        found.push({ at: one.overdueAt + (has('collectedAfterThirtyDays') ? 30 : 14) * dayLength, fire });
      }
    }
    for (const one of data.jobs) {
      if (one.state !== 'open' || one.urgent || has('oldJobsAreNotUrgent')) continue;
      if (one.mechanic !== null && has('takenJobsAreNotUrgent')) continue;
      const fire = (): void => {
        one.urgent = true;
      };
      found.push({ at: one.openedAt + 10 * dayLength, fire });
    }
    for (const one of data.machines) {
      if (one.state !== 'available' || has('inspectionsAreNotPlanned')) continue;
      found.push({ at: midnightAfter(inspectBy(one)), fire: () => void fleet.addJob(one, 'inspection', null) });
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
