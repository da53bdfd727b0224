import { type Damage, dayLength, type Invoice, type Removal, type Rental, type StorageData } from './data.ts';
import type { Has } from './faults.ts';
import type { RentalSteps } from './rental-steps.ts';

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
export function storageTimers(data: StorageData, rentals: RentalSteps, has: Has, clock: Clock) {
  const midnight = (date: string, days = 0): number => Date.parse(date) + days * dayLength;

  const ofRemoval = (one: Removal): Timer[] => {
    const to = (at: number, state: Removal['state']): Timer[] => [{ at, fire: () => void (one.state = state) }];
    switch (one.state) {
      case 'asked':
        return has('requestsDoNotLapse') ? [] : to(midnight(one.day), 'lapsed');
      case 'quoted':
        return one.lapsesOn === null ? [] : to(midnight(one.lapsesOn, has('quoteLapsesOnLastDay') ? 0 : 1), 'lapsed');
      case 'accepted':
      case 'planned':
        return to(midnight(one.day, 1), 'missed');
      default:
        return [];
    }
  };
  const ofDamage = (one: Damage): Timer[] => {
    if (one.state !== 'reported' || one.urgent || has('nothingIsUrgent')) return [];
    return [{ at: one.reportedAt + 7 * dayLength, fire: () => void (one.urgent = true) }];
  };
  const ofRental = (one: Rental): Timer[] => {
    const { state, nextBill, endsOn } = one;
    const found: Timer[] = [];
    if (state === 'reserved') {
      const fire = (): void => {
        one.state = 'lapsed';
        one.unit.state = 'free';
      };
      found.push({ at: one.reservedAt + 2 * dayLength, fire });
    }
    const isBilled = state === 'active' || (state === 'leaving' && !has('leavingIsNotBilled')) || state === 'locked';
    if (isBilled && nextBill !== null) {
      const isOver = endsOn !== null && nextBill >= endsOn && !has('billedBeyondTheEnd');
      if (!isOver) found.push({ at: midnight(nextBill), fire: () => rentals.billAgain(one) });
    }
    const isCleared = (state === 'leaving' || state === 'locked') && !has('nothingIsCleared');
    if (isCleared && endsOn !== null) {
      const fire = (): void => {
        one.state = 'cleared';
        one.boxes = [];
        one.unit.state = 'free';
      };
      found.push({ at: midnight(endsOn, 21), fire });
    }
    return found;
  };
  const lock = ({ rental }: Invoice): void => {
    if (rental === null || has('overdueDoesNotLock')) return;
    if (rental.state === 'active' || (rental.state === 'leaving' && !has('leavingIsNotLocked'))) rental.state = 'locked';
  };
  const ofInvoice = (one: Invoice): Timer[] => {
    if (one.state === 'open') {
      const at = midnight(one.due, has('overdueOnTheDueDay') ? 0 : 1);
      const fire = (): void => {
        Object.assign(one, { state: 'overdue', overdueAt: at });
        lock(one);
      };
      return [{ at, fire }];
    }
    if (one.state !== 'overdue') return [];
    const fire = (): void => {
      one.state = 'collection';
      if (!has('collectionDoesNotBlock')) one.customer.blocked = true;
    };
    return [{ at: one.overdueAt + 14 * dayLength, fire }];
  };
  /** Does all that is due. */
  return (): void => {
    for (;;) {
      const all = [
        ...data.removals.flatMap(ofRemoval),
        ...data.damages.flatMap(ofDamage),
        ...data.rentals.flatMap(ofRental),
        ...data.invoices.flatMap(ofInvoice),
      ];
      const [first] = all.filter(({ at }) => at <= clock.real()).sort((a, b) => a.at - b.at);
      if (first === undefined) return;
      clock.at = first.at;
      first.fire();
      clock.at = null;
    }
  };
}
