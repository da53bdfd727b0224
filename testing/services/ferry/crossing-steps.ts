import { refuse } from '../hand-written.ts';
import type { BookingSteps } from './booking-steps.ts';
import { type BookingState, type Crossing, docks, type FerryData, hour, type Invoice, leaves, minute, total } from './data.ts';
import type { Has } from './faults.ts';
import { aboard, type Figures } from './figures.ts';
import type { FerryRules } from './rules.ts';

export type CrossingSteps = ReturnType<typeof crossingSteps>;

/** The events of crossings and of invoices. `now`: milliseconds since the epoch. */
export function crossingSteps(data: FerryData, rules: FerryRules, figures: Figures, bookings: BookingSteps, has: Has, now: () => number) {
  const { from, isOpen } = bookings;
  const early = (): never => refuse(409, 'TOO_EARLY');

  const confirm = (one: Crossing): void => {
    from(one.state === 'planned');
    if (leaves(one) - now() > 24 * hour && !has('confirmsAnyTime')) early();
    const posts = data.dutiesOf(one).map(({ post }) => post);
    const isMissing = !posts.includes('captain') || (!posts.includes('purser') && !has('sailsWithoutPurser'));
    if (isMissing) refuse(409, 'NO_CREW');
    one.state = 'confirmed';
  };
  const delay = (one: Crossing, minutes: number, reason: string): void => {
    const isLater = has('sameDelayIsLater') ? minutes >= one.delay : minutes > one.delay;
    if (!isLater && !has('delayMayShrink')) refuse(422, 'NOT_LATER');
    const next = { ...one, delay: minutes };
    const times = { starts: leaves(next), ends: docks(next) };
    const duties = data.dutiesOf(one);
    if (!has('delayedCrewIsNotChecked') && duties.some((duty) => rules.busy({ ...duty, ...times }, duty))) refuse(409, 'BUSY');
    rules.delayed(next, one, reason);
    one.delay = minutes;
    one.reason = reason;
    if (!has('dutiesIgnoreDelay')) for (const duty of duties) Object.assign(duty, times);
  };
  /** Ends a crossing that does not sail. */
  const stop = (one: Crossing): void => {
    one.state = 'cancelled';
    const live: BookingState[] = ['held', 'waiting', 'booked'];
    if (!has('cancelForgetsCheckedIn')) live.push('checked in');
    for (const booking of data.bookingsOf(one, live)) bookings.callOff(booking);
    if (!has('cancelKeepsDuties')) data.duties = data.duties.filter(({ crossing }) => crossing !== one);
  };
  const cancel = (one: Crossing, reason: string): void => {
    rules.notBlank(reason, 'cancelMayBeBlank');
    stop(one);
    one.reason = reason;
  };
  const replace = (one: Crossing, reason: string, instead: Crossing): void => {
    if (instead === one) refuse(422, 'SAME_CROSSING');
    if (instead.route !== one.route || (instead.direction !== one.direction && !has('replacedByTheWayBack'))) {
      refuse(422, 'WRONG_ROUTE');
    }
    if (!bookings.isBookable(instead) && !has('replacedByClosed')) refuse(409, 'NOT_OPEN');
    const moved = data.bookingsOf(one, aboard);
    const seats = total(moved.map(({ adults, children }) => adults + children));
    const metres = total(moved.map(({ car }) => car));
    const isFull = figures.seatsFree(instead) < seats || (figures.deckFree(instead) < metres && !has('replaceIgnoresDeck'));
    if (isFull) refuse(409, 'NO_ROOM');
    rules.notBlank(reason, null, 'replaceMayBeSpaces');
    for (const booking of moved) if (booking.state !== 'held' || !has('replaceMovesPaidOnly')) bookings.shift(booking, instead);
    stop(one);
    one.reason = reason;
  };
  const shut = (one: Crossing): void => {
    one.state = 'closed';
    const missing = data.bookingsOf(one, ['held', 'booked']);
    const waiting = data.bookingsOf(one, ['waiting']);
    if (has('waitersBeforeMissing')) for (const booking of waiting) bookings.miss(booking);
    for (const booking of missing) bookings.miss(booking);
    if (has('waitersBeforeMissing')) return;
    for (const booking of waiting) bookings.miss(booking);
  };
  const close = (one: Crossing): void => {
    from(one.state === 'confirmed' || (one.state === 'planned' && has('plannedIsClosed')));
    if (now() < leaves(one) - 15 * minute && !has('closesAnyTime')) early();
    shut(one);
  };

  const payInvoice = (one: Invoice, payment: number): void => {
    const rest = one.amount - one.paid;
    if (payment <= 0 || payment > rest) refuse(422, 'BAD_AMOUNT');
    if (payment === rest) {
      one.state = 'paid';
      one.paid = one.amount;
      const isLate = data.invoices.some(({ haulier, state }) => haulier === one.haulier && state === 'overdue');
      if (!isLate || has('anyPaidUnblocks')) one.haulier.blocked = false;
    } else {
      one.paid = has('partsReplaceParts') ? payment : one.paid + payment;
    }
  };
  return { isOpen, confirm, delay, stop, cancel, replace, shut, close, payInvoice };
}
