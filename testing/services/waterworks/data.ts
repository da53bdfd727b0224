/** Amounts are in cents, volumes in cubic metres, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  role: string;
  zone: string | null;
  remark: string | null;
}

export interface Tariff {
  readonly code: string;
  name: string;
  readonly kind: string;
  standing: number;
  unit: number;
  block: number;
  over: number;
  sewage: number;
  note: string | null;
  state: 'draft' | 'in force' | 'retired';
}

export interface Connection {
  readonly code: string;
  street: string;
  zone: string;
  customer: Person | null;
  tariff: Tariff;
  persons: number;
  note: string | null;
  carried: number;
  nextBill: string | null;
  closeOn: string | null;
  reason: string | null;
  state: 'dry' | 'supplied' | 'announced' | 'shut' | 'dismantled';
}

export interface Meter {
  readonly serial: string;
  readonly size: string;
  dial: number;
  billed: number;
  sealedUntil: string;
  connection: Connection | null;
  reason: string | null;
  state: 'in store' | 'installed' | 'expired' | 'removed' | 'scrapped';
}

export interface Reading {
  readonly number: number;
  readonly connection: Connection;
  readonly meter: Meter;
  readonly shown: number;
  readonly before: number;
  readonly readOn: string;
  readonly reporter: Person;
  readonly source: 'customer' | 'reader';
  readonly note: string | null;
  reply: string | null;
  state: 'accepted' | 'doubtful' | 'rejected';
  readonly createdAt: number;
}

export interface Bill {
  readonly number: number;
  readonly connection: Connection;
  readonly customer: Person;
  readonly tariff: Tariff;
  readonly volume: number;
  readonly estimated: boolean;
  readonly billedOn: string;
  readonly water: number;
  readonly amount: number;
  fees: number;
  credit: number;
  paid: number;
  due: string;
  settledOn: string | null;
  state: 'open' | 'reminded' | 'final notice' | 'in parts' | 'contested' | 'settled';
  remindedAt: number;
}

export interface Instalment {
  readonly number: number;
  readonly bill: Bill;
  readonly part: number;
  readonly amount: number;
  readonly due: string;
  paidOn: string | null;
  state: 'planned' | 'paid' | 'missed' | 'void';
}

export interface Payment {
  readonly number: number;
  readonly bill: Bill;
  readonly instalment: Instalment | null;
  readonly amount: number;
  readonly method: string;
  readonly payer: Person;
  readonly paidOn: string;
  state: 'booked' | 'bounced';
}

export interface Objection {
  readonly number: number;
  readonly bill: Bill;
  readonly reason: string;
  readonly claimed: number | null;
  urgent: boolean;
  credit: number | null;
  reply: string | null;
  state: 'filed' | 'upheld' | 'dismissed' | 'withdrawn';
  readonly filedAt: number;
}

export interface Leak {
  readonly number: number;
  readonly zone: string;
  readonly connection: Connection | null;
  readonly place: string;
  readonly severity: string;
  urgent: boolean;
  readonly reporter: Person;
  crew: Person | null;
  result: string | null;
  note: string | null;
  cost: number;
  returns: number;
  repairedOn: string | null;
  state: 'reported' | 'assigned' | 'repaired' | 'discarded' | 'done';
  /** When it entered its state. */
  since: number;
}

export const roles = ['customer', 'clerk', 'reader', 'crew', 'manager'];
export const zones = ['hill', 'dale', 'quay'];
export const tariffKinds = ['household', 'business', 'garden'];
export const tariffStates = ['draft', 'in force', 'retired'];
export const connectionStates = ['dry', 'supplied', 'announced', 'shut', 'dismantled'];
export const sizes = ['small', 'medium', 'large'];
export const meterStates = ['in store', 'installed', 'expired', 'removed', 'scrapped'];
export const readingStates = ['reported', 'accepted', 'doubtful', 'rejected'];
export const sources = ['customer', 'reader'];
export const billStates = ['open', 'settled', 'reminded', 'final notice', 'in parts', 'contested'];
export const methods = ['transfer', 'card', 'cash'];
export const paymentStates = ['booked', 'bounced'];
export const objectionStates = ['filed', 'upheld', 'dismissed', 'withdrawn'];
export const severities = ['drip', 'flow', 'burst'];
export const leakStates = ['reported', 'assigned', 'repaired', 'discarded', 'done'];

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The same day some months later, or the last day of that month. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

type Numbered = 'person' | 'reading' | 'bill' | 'instalment' | 'payment' | 'objection' | 'leak';

/** The records of the waterworks. */
export class WaterData {
  readonly people: Person[] = [];
  tariffs: Tariff[] = [];
  readonly connections: Connection[] = [];
  readonly meters: Meter[] = [];
  readonly readings: Reading[] = [];
  readonly bills: Bill[] = [];
  readonly instalments: Instalment[] = [];
  readonly payments: Payment[] = [];
  readonly objections: Objection[] = [];
  readonly leaks: Leak[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  /** The meters that are in place at a connection. */
  metersAt(connection: Connection): Meter[] {
    return this.meters.filter((one) => one.connection === connection && (one.state === 'installed' || one.state === 'expired'));
  }

  billsOf(connection: Connection): Bill[] {
    return this.bills.filter((one) => one.connection === connection);
  }

  instalmentsOf(bill: Bill): Instalment[] {
    return this.instalments.filter((one) => one.bill === bill);
  }
}
