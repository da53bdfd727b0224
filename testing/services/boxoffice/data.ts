/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly role: string;
  memberUntil: string | null;
  strikes: number;
  banned: boolean;
  remark: string | null;
}

export interface Band {
  readonly code: string;
  name: string;
  price: number;
}

export interface SeatRow {
  readonly code: string;
  readonly band: Band;
  seats: number;
  closed: boolean;
  note: string | null;
}

export interface Production {
  readonly code: string;
  title: string;
  readonly kind: string;
  minutes: number;
  minAge: number | null;
  note: string | null;
  state: 'planned' | 'announced' | 'archived';
}

export interface Performance {
  readonly number: number;
  readonly production: Production;
  day: string;
  slot: string;
  salesFrom: string;
  moved: boolean;
  reason: string | null;
  note: string | null;
  state: 'scheduled' | 'on sale' | 'admitting' | 'played' | 'cancelled';
}

export interface Booking {
  readonly number: number;
  readonly customer: Person;
  performance: Performance;
  wish: string | null;
  remark: string | null;
  price: number;
  voucher: Voucher | null;
  vouchered: number;
  paid: number;
  method: string | null;
  fee: number;
  returned: number;
  moves: number;
  payBy: number | null;
  paidOn: string | null;
  reason: string | null;
  state: 'basket' | 'reserved' | 'paid' | 'abandoned' | 'cancelled' | 'lapsed' | 'refunded';
  begunAt: number;
}

export interface Ticket {
  readonly number: number;
  readonly booking: Booking;
  performance: Performance;
  row: SeatRow;
  seat: number;
  reduced: boolean;
  price: number;
  admittedAt: number | null;
  admittedBy: Person | null;
  state: 'held' | 'sold' | 'admitted' | 'void' | 'missed';
}

export interface Voucher {
  readonly code: string;
  readonly value: number;
  spent: number;
  readonly holder: Person | null;
  expires: string;
  note: string | null;
  reason: string | null;
  state: 'active' | 'used' | 'expired' | 'withdrawn';
}

export interface Payment {
  readonly number: number;
  readonly booking: Booking;
  readonly kind: 'sale' | 'exchange' | 'refund';
  readonly method: string;
  readonly amount: number;
  readonly takenBy: Person;
  readonly day: string;
}

export const productionKinds = ['drama', 'comedy', 'musical', 'dance'];
export const productionStates = ['planned', 'announced', 'archived'];
export const slots = ['matinee', 'evening'];
export const performanceStates = ['scheduled', 'on sale', 'admitting', 'played', 'cancelled'];
export const bookingStates = ['basket', 'reserved', 'paid', 'abandoned', 'cancelled', 'lapsed', 'refunded'];
export const ticketStates = ['held', 'sold', 'admitted', 'void', 'missed'];
export const voucherStates = ['active', 'used', 'expired', 'withdrawn'];
export const paymentKinds = ['sale', 'exchange', 'refund'];
export const methods = ['card', 'cash'];

export const minute = 60_000;
export const hour = 60 * minute;
export const dayLength = 24 * hour;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

type Numbered = 'person' | 'performance' | 'booking' | 'ticket' | 'payment';

/** The records of the theatre. */
export class BoxData {
  readonly people: Person[] = [];
  bands: Band[] = [];
  readonly rows: SeatRow[] = [];
  productions: Production[] = [];
  performances: Performance[] = [];
  readonly bookings: Booking[] = [];
  tickets: Ticket[] = [];
  readonly vouchers: Voucher[] = [];
  readonly payments: Payment[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  ticketsOf(booking: Booking): Ticket[] {
    return this.tickets.filter((one) => one.booking === booking);
  }
}
