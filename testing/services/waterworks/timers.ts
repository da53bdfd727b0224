import type { BillSteps } from './bill-steps.ts';
import { dayLength, type WaterData } from './data.ts';
import type { Has } from './faults.ts';
import type { LeakSteps } from './leak-steps.ts';
import type { SupplySteps } from './supply-steps.ts';

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
  readonly data: WaterData;
  readonly supply: SupplySteps;
  readonly bills: BillSteps;
  readonly leaks: LeakSteps;
}

/** Fires what is due, in order of time. */
export function waterTimers({ data, supply, bills, leaks }: Parts, has: Has, clock: Clock) {
  const midnightAfter = (date: string, days = 1): number => Date.parse(date) + days * dayLength;

  const ofSupplies = (add: (at: number, fire: () => void) => void): void => {
    for (const one of data.connections) {
      const isSupplied = one.state === 'supplied' || (one.state === 'announced' && !has('announcedSkipsQuarter'));
      const { nextBill } = one;
      if (nextBill === null || !isSupplied || has('quartersAreNotBilled')) continue;
      const at = Date.parse(nextBill) + 6 * 3_600_000;
      add(at, () => supply.billQuarter(one, nextBill));
    }
    for (const one of data.meters) {
      const at = midnightAfter(one.sealedUntil);
      if (one.state === 'installed') {
        add(at, () => {
          one.state = 'expired';
        });
      }
      if (one.state === 'in store') {
        add(at, () => {
          one.state = 'scrapped';
          one.reason = 'Seal expired';
        });
      }
    }
    for (const one of data.readings) {
      if (one.state !== 'doubtful' || has('doubtfulStays')) continue;
      add(one.createdAt + 14 * dayLength, () => {
        one.state = has('doubtfulIsAccepted') ? 'accepted' : 'rejected';
        if (has('doubtfulIsAccepted')) one.meter.dial = Math.max(one.meter.dial, one.shown);
        one.reply = 'No one confirmed it';
      });
    }
  };
  const ofBills = (add: (at: number, fire: () => void) => void): void => {
    for (const one of data.bills) {
      if (one.state === 'open') {
        const at = midnightAfter(one.due, has('remindedOnTheDay') ? 0 : 1);
        add(at, () => {
          one.state = 'reminded';
          one.remindedAt = at;
          if (!has('reminderIsFree')) one.fees += 500;
        });
      }
      if (one.state === 'reminded') {
        add(one.remindedAt + 14 * dayLength, () => {
          one.state = 'final notice';
          one.fees = has('finalFeeReplaces') ? 1200 : one.fees + 1200;
        });
      }
    }
    for (const one of data.instalments) {
      if (one.state !== 'planned') continue;
      add(midnightAfter(one.due), () => bills.miss(one));
    }
    for (const one of data.objections) {
      if (one.state !== 'filed' || one.urgent) continue;
      add(one.filedAt + (has('urgentAfterFourWeeks') ? 28 : 21) * dayLength, () => {
        one.urgent = true;
      });
    }
  };
  const ofLeaks = (add: (at: number, fire: () => void) => void): void => {
    for (const one of data.leaks) {
      if (one.state === 'reported' && !one.urgent) {
        add(one.since + 2 * dayLength, () => {
          one.urgent = true;
        });
      }
      if (one.state !== 'repaired') continue;
      add(one.since + 7 * dayLength, () => leaks.enter(one, 'done'));
    }
  };
  /** Does all that is due. */
  return (): void => {
    for (;;) {
      const timers: Timer[] = [];
      for (const of of [ofSupplies, ofBills, ofLeaks]) of((at, fire) => timers.push({ at, fire }));
      const [first] = timers.filter(({ at }) => at <= clock.real()).sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      clock.at = first.at;
      first.fire();
      clock.at = null;
    }
  };
}
