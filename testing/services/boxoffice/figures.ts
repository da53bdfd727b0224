import { dayOf } from '../hand-written-inputs.ts';
import {
  type Booking,
  type BoxData,
  dayAfter,
  dayLength,
  hour,
  minute,
  type Performance,
  type Person,
  share,
  type Ticket,
  total,
  type Voucher,
} from './data.ts';
import type { Has } from './faults.ts';

export type Figures = ReturnType<typeof boxFigures>;

/** What is computed from the records. `now`: milliseconds since the epoch. */
export function boxFigures(data: BoxData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());

  const isMember = ({ memberUntil }: Person): boolean => {
    if (memberUntil === null) return false;
    if (has('membershipNeverEnds')) return true;
    return memberUntil >= today();
  };

  const starts = ({ day, slot }: Performance): number => {
    return Date.parse(day) + (slot === 'matinee' ? 15 : 20) * hour;
  };
  const doors = (one: Performance): number => starts(one) - (has('doorsAnHourBefore') ? 60 : 45) * minute;
  const memberFrom = ({ salesFrom }: Performance): string => dayAfter(salesFrom, -7);
  const capacity = (): number => {
    const rows = data.rows.filter(({ closed }) => !closed || has('closedRowsCount'));
    return total(rows.map(({ seats }) => seats));
  };
  const holding: readonly string[] = has('heldIsFree') ? ['sold', 'admitted'] : ['held', 'sold', 'admitted'];
  const taken = (of: Performance): number => {
    const tickets = data.tickets.filter(({ performance, state }) => performance === of && holding.includes(state));
    if (has('takenCountsBookings')) return new Set(tickets.map(({ booking }) => booking)).size;
    return tickets.length;
  };
  const free = (one: Performance): number => capacity() - taken(one);
  const isSoldOut = (one: Performance): boolean => (has('lastSeatIsSoldOut') ? free(one) <= 1 : free(one) <= 0);

  const fare = ({ row, performance, reduced }: Ticket): number => {
    const isMatinee = performance.slot === 'matinee';
    if (has('matineeIsNotReduced') && isMatinee) return share(row.band.price, 80);
    const percent = ((isMatinee ? 80 : 100) * (reduced ? 70 : 100)) / 100;
    return has('fareRoundsDown') ? Math.floor((row.band.price * percent) / 100) : share(row.band.price, percent);
  };
  const quote = (one: Booking): number => {
    const tickets = data.ticketsOf(one);
    const fares = tickets.map(fare);
    const percent = isMember(one.customer) ? 85 : 100;
    if (has('discountRoundsEachTicket')) return total(fares.map((each) => share(each, percent)));
    if (has('reducedGetsNoDiscount')) return total(tickets.map((each) => share(fare(each), each.reduced ? 100 : percent)));
    return share(total(fares), percent);
  };
  const due = ({ price, vouchered, paid }: Booking): number => price - vouchered - paid;
  const left = ({ value, spent }: Voucher): number => value - spent;

  /** The first moment after a voucher's last day. */
  const voucherEnds = ({ expires }: Voucher): number => Date.parse(expires) + dayLength;
  return { today, isMember, starts, doors, memberFrom, capacity, taken, free, isSoldOut, fare, quote, due, left, voucherEnds };
}
