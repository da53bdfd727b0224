import { type Booking, type Crossing, due, type FerryData, type Haulier, share, total } from './data.ts';
import type { Has } from './faults.ts';

export type Figures = ReturnType<typeof ferryFigures>;

/** The states of bookings that take up room. */
export const aboard = ['held', 'booked', 'checked in'] as const;

const fares: Readonly<Record<string, number>> = { skerry: 900, holm: 1400, outer: 2200 };

/** Fares and room, from the records. */
export function ferryFigures(data: FerryData, has: Has) {
  const fare = ({ route, day }: Crossing): number => {
    const date = new Date(day);
    const isSummer = date.getUTCMonth() >= 5 && date.getUTCMonth() <= 7;
    const weekend = has('sundaysAreWeekdays') ? [6] : [0, 6];
    const base = share(fares[route] ?? 0, isSummer ? 150 : 100);
    return share(base, weekend.includes(date.getUTCDay()) ? 120 : 100);
  };
  type Priced = Pick<Booking, 'crossing' | 'passenger' | 'kind' | 'adults' | 'children' | 'car' | 'bicycles' | 'dogs'>;
  /** What a booking costs as things are. */
  const quote = ({ crossing, passenger, kind, adults, children, car, bicycles, dogs }: Priced): number => {
    const adult = fare(crossing);
    const people = adult * adults + share(adult, 50) * children;
    const isGroup = adults + children >= 8;
    const reduced = passenger.resident ? share(people, 60) : isGroup ? share(people, 85) : people;
    const both = passenger.resident && isGroup && has('residentGroupsPayLess') ? share(reduced, 85) : reduced;
    const more = 600 * car + 400 * bicycles + 300 * dogs;
    if (has('returnIsOfPeopleOnly')) return share(both, kind === 'return' ? 180 : 100) + more;
    return share(both + more, kind === 'return' ? 180 : 100);
  };
  const ten = (route: string): number => (fares[route] ?? 0) * 8;

  const seatsFree = (one: Crossing): number => {
    const taken = data.bookingsOf(one, aboard).map(({ adults, children }) => adults + children);
    return (one.ship === 'gannet' ? 24 : 40) - total(taken);
  };
  const deckFree = (one: Crossing): number => {
    const taken = data.bookingsOf(one, aboard).map(({ car }) => car);
    return (one.ship === 'gannet' ? 30 : 60) - total(taken);
  };
  const fits = ({ crossing, car, adults, children }: Booking): boolean =>
    car <= deckFree(crossing) && adults + children <= seatsFree(crossing);
  /** What a haulier has not paid yet. */
  const owed = (one: Haulier): number => {
    const uninvoiced = data.bookings.filter(({ haulier, invoice }) => haulier === one && invoice === null);
    const unpaid = data.invoices.filter(({ haulier, state }) => haulier === one && state !== 'paid');
    const invoiced = unpaid.map(({ amount, paid }) => amount - paid);
    return total(uninvoiced.map(due)) + total(invoiced);
  };
  return { fare, quote, ten, seatsFree, deckFree, fits, owed };
}
