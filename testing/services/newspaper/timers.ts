import { dayLength, type PaperData } from './data.ts';
import type { Has } from './faults.ts';
import type { Figures } from './figures.ts';
import type { IssueSteps } from './issue-steps.ts';

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
export function paperTimers(data: PaperData, figures: Figures, steps: IssueSteps, has: Has, clock: Clock) {
  const midnightAfter = (date: string): number => Date.parse(date) + dayLength;
  const ofSubscriptions = (): Timer[] =>
    data.subscriptions.flatMap((one): Timer[] => {
      const enter = (at: number, state: typeof one.state): Timer => ({
        at,
        fire: () => {
          one.state = state;
          one.since = at;
        },
      });
      if (one.state === 'ordered' && !has('ordersStay')) {
        return [enter(one.since + 10 * dayLength, 'lapsed')];
      }
      if (one.state === 'active' && one.paidUntil !== null) {
        const isEnd = one.term === 'gift' && !has('giftsAreReminded');
        const at = midnightAfter(one.paidUntil);
        return [enter(at, isEnd ? 'ended' : 'reminded')];
      }
      if (one.state === 'reminded') {
        return [enter(one.since + 14 * dayLength, 'stopped')];
      }
      return [];
    });
  const timers = (): Timer[] => {
    const found = ofSubscriptions();
    for (const one of data.issues) {
      if (one.state !== 'planned') continue;
      const close = (): void => {
        if (has('deadlineMovesNothing')) one.state = 'closed';
        else steps.close(one);
      };
      found.push({ at: figures.deadline(one), fire: close });
    }
    for (const one of data.deliveries) {
      if (one.state !== 'assigned' || one.late || has('lateIsNotNoted')) continue;
      const fire = (): void => {
        one.late = true;
      };
      found.push({ at: midnightAfter(one.issue.day), fire });
    }
    for (const one of data.adverts) {
      if (one.state !== 'printed' || one.due === null) continue;
      const fire = (): void => {
        one.state = 'overdue';
        if (!has('overdueKeepsTrust')) one.advertiser.trusted = false;
      };
      found.push({ at: midnightAfter(one.due), fire });
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
