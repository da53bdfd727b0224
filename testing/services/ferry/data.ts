/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Haulier {
  readonly code: string;
  readonly name: string;
  ceiling: number;
  blocked: boolean;
  remark: string | null;
  billOn: string;
}

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string | null;
  readonly role: string;
  resident: boolean;
  haulier: Haulier | null;
  misses: number;
  remark: string | null;
}

export interface Crossing {
  readonly number: number;
  readonly ship: string;
  readonly route: string;
  readonly direction: string;
  readonly day: string;
  /** In milliseconds since midnight. */
  readonly departs: number;
  /** In minutes. */
  delay: number;
  reason: string | null;
  readonly remark: string | null;
  state: 'planned' | 'confirmed' | 'cancelled' | 'closed';
}

export interface Booking {
  readonly number: number;
  crossing: Crossing;
  readonly passenger: Person;
  readonly kind: string;
  readonly adults: number;
  readonly children: number;
  readonly car: number;
  bicycles: number;
  dogs: number;
  note: string | null;
  remark: string | null;
  price: number;
  paid: number;
  fee: number;
  refund: number;
  formerly: Crossing | null;
  pass: Pass | null;
  haulier: Haulier | null;
  invoice: Invoice | null;
  state: BookingState;
  heldAt: number;
}

export type BookingState = 'held' | 'waiting' | 'lapsed' | 'booked' | 'cancelled' | 'called off' | 'checked in' | 'missed' | 'turned away';

export interface Pass {
  readonly number: number;
  readonly owner: Person;
  readonly kind: string;
  readonly route: string;
  left: number;
  readonly until: string;
  readonly booking: Booking | null;
  state: 'valid' | 'used' | 'expired' | 'void';
}

export interface Duty {
  readonly number: number;
  readonly crossing: Crossing;
  readonly person: Person;
  readonly post: string;
  starts: number;
  ends: number;
}

export interface Invoice {
  readonly number: number;
  readonly haulier: Haulier;
  readonly amount: number;
  paid: number;
  readonly due: string;
  state: 'open' | 'overdue' | 'paid';
}

export const roles = ['passenger', 'purser', 'captain', 'manager'];
export const ships = ['gannet', 'tern'];
export const routes = ['skerry', 'holm', 'outer'];
export const directions = ['out', 'home'];
export const posts = ['captain', 'purser', 'deck'];
export const bookingKinds = ['single', 'return'];
export const passKinds = ['ten', 'season', 'return'];
export const crossingStates = ['planned', 'confirmed', 'cancelled', 'closed'];
export const bookingStates = ['held', 'waiting', 'lapsed', 'booked', 'cancelled', 'called off', 'checked in', 'missed', 'turned away'];
export const passStates = ['valid', 'used', 'expired', 'void'];
export const invoiceStates = ['open', 'overdue', 'paid'];

export const dayLength = 86_400_000;
export const hour = 3_600_000;
export const minute = 60_000;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The first day of the month after a date's. */
export function monthAfter(date: string): string {
  const first = new Date(`${date.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString().slice(0, 10);
}

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** What a booking costs in the end. */
export const due = ({ price, fee, refund }: Booking): number => price + fee - refund;

/** When a crossing leaves. */
export const leaves = ({ day, departs, delay }: Crossing): number => Date.parse(day) + departs + delay * minute;

/** When a crossing arrives. */
export const docks = (one: Crossing): number => leaves(one) + (one.route === 'skerry' ? 45 : one.route === 'holm' ? 75 : 120) * minute;

type Numbered = 'person' | 'crossing' | 'booking' | 'pass' | 'duty' | 'invoice';

/** The records of the company. */
export class FerryData {
  readonly hauliers: Haulier[] = [];
  readonly people: Person[] = [];
  readonly crossings: Crossing[] = [];
  readonly bookings: Booking[] = [];
  readonly passes: Pass[] = [];
  duties: Duty[] = [];
  readonly invoices: Invoice[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  bookingsOf(crossing: Crossing, states: readonly BookingState[]): Booking[] {
    return this.bookings.filter((one) => one.crossing === crossing && states.includes(one.state));
  }

  dutiesOf(crossing: Crossing): Duty[] {
    return this.duties.filter((one) => one.crossing === crossing);
  }

  /** Whether a person is in the crew of a crossing. */
  isAboard(person: Person, crossing: Crossing): boolean {
    return this.duties.some((one) => one.crossing === crossing && one.person === person);
  }
}
