import type { Bills } from './bill-steps.ts';
import { dayLength, type MusicData, momentOf } from './data.ts';
import type { Has } from './faults.ts';
import type { LessonSteps } from './lesson-steps.ts';

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
export function musicTimers(data: MusicData, lessons: LessonSteps, bills: Bills, has: Has, clock: Clock) {
  const midnight = (date: string, days: number): number => momentOf(date, '00:00') + days * dayLength;
  const ofPupils = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.enrolments) {
      if (one.state === 'trial' && !has('trialsDoNotLapse')) {
        const fire = (): void => {
          lessons.leave(one, 'lapsed');
          one.reason = 'No decision';
        };
        found.push({ at: one.invitedAt + 28 * dayLength, fire });
      }
      const runs = one.state === 'running' || (one.state === 'suspended' && !has('suspendedDoesNotEnd'));
      if (runs && one.first !== null && one.weeks !== null) {
        const fire = (): void => {
          one.state = 'ended';
        };
        found.push({ at: midnight(one.first, 7 * (has('termEndsAWeekEarly') ? one.weeks - 1 : one.weeks)), fire });
      }
    }
    for (const one of data.lessons) {
      if (one.state !== 'planned') continue;
      const fire = (): void => {
        const isMissed = one.enrolment.state === 'suspended' && !has('suspendedLessonsAreHeld');
        one.state = isMissed ? 'missed' : 'held';
      };
      found.push({ at: has('heldAtTheBeginning') ? one.begins : one.ends, fire });
    }
    return found;
  };
  const ofTheHouse = (): Timer[] => {
    const found: Timer[] = [];
    for (const one of data.instruments) {
      if (one.state === 'lent' && one.until !== null) {
        const fire = (): void => {
          one.state = 'overdue';
        };
        found.push({ at: midnight(one.until, 1), fire });
      }
      if (one.state === 'in repair') {
        const fire = (): void => {
          one.state = 'in store';
          if (!has('repairedStaysDamaged')) one.condition = 'worn';
        };
        found.push({ at: one.repairFrom + 14 * dayLength, fire });
      }
    }
    for (const one of data.bills) {
      if (one.state === 'open') {
        const at = midnight(one.due, 1);
        found.push({ at, fire: () => bills.remind(one, at) });
      }
      if (one.state === 'reminded') found.push({ at: bills.arrearsAt(one), fire: () => bills.fallBehind(one) });
    }
    for (const one of data.concerts) {
      if (one.state === 'planned') {
        const fire = (): void => {
          one.state = 'cancelled';
        };
        found.push({ at: midnight(one.day, 0), fire });
      }
      if (one.state === 'open') {
        const fire = (): void => {
          one.state = 'over';
          if (has('overForgetsGuests')) one.guests.clear();
        };
        found.push({ at: midnight(one.day, 1), fire });
      }
    }
    return found;
  };
  /** Does all that is due. */
  return (): void => {
    for (;;) {
      const [first] = [...ofPupils(), ...ofTheHouse()].filter(({ at }) => at <= clock.real()).sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      clock.at = first.at;
      first.fire();
      clock.at = null;
    }
  };
}
