/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Firm {
  readonly code: string;
  readonly name: string;
  ceiling: number;
  discount: number;
  blocked: boolean;
  remark: string | null;
}

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  role: string;
  firm: Firm | null;
  readonly depot: string | null;
  misses: number;
  blocked: boolean;
  remark: string | null;
}

export interface Category {
  readonly code: string;
  name: string;
  readonly kind: string;
  daily: number;
  weekly: number;
  deposit: number;
  fuelled: boolean;
  listed: boolean;
  note: string | null;
}

export interface Machine {
  readonly serial: string;
  readonly category: Category;
  depot: string;
  hours: number;
  inspectedOn: string;
  hoursInspected: number;
  readonly value: number;
  readonly note: string | null;
  reason: string | null;
  state: 'available' | 'out' | 'in service' | 'written off';
}

export interface Hire {
  readonly number: number;
  readonly customer: Person;
  readonly firm: Firm | null;
  readonly depot: string;
  begins: string;
  ends: string;
  site: string | null;
  order: string | null;
  remark: string | null;
  price: number;
  deposit: number;
  deposited: number;
  extras: number;
  late: number;
  fee: number;
  refund: number;
  reason: string | null;
  outOn: string | null;
  backOn: string | null;
  state: 'draft' | 'reserved' | 'out' | 'overdue' | 'closed' | 'cancelled' | 'lapsed';
  readonly draftedAt: number;
  /** The day on which it began when it was reserved. */
  reservedFor: string;
}

export interface Line {
  readonly number: number;
  readonly hire: Hire;
  readonly category: Category;
  readonly wish: string | null;
  machine: Machine | null;
  price: number;
  ran: number | null;
  tank: number | null;
  damage: string | null;
  charge: number;
  state: 'asked' | 'assigned' | 'out' | 'back' | 'lost';
}

export interface Job {
  readonly number: number;
  readonly machine: Machine;
  readonly kind: string;
  readonly note: string | null;
  urgent: boolean;
  mechanic: Person | null;
  result: string | null;
  cost: number;
  state: 'open' | 'done' | 'condemned';
  readonly openedAt: number;
}

export interface Invoice {
  readonly number: number;
  readonly hire: Hire;
  readonly customer: Person;
  readonly firm: Firm | null;
  amount: number;
  paid: number;
  credit: number;
  due: string;
  settledOn: string | null;
  reason: string | null;
  reply: string | null;
  state: 'open' | 'overdue' | 'collection' | 'disputed' | 'settled' | 'written off';
  overdueAt: number;
}

export const roles = ['customer', 'buyer', 'clerk', 'mechanic', 'manager'];
export const depots = ['north', 'harbour'];
export const categoryKinds = ['hand', 'machine', 'access'];
export const machineStates = ['available', 'out', 'in service', 'written off'];
export const hireStates = ['draft', 'reserved', 'out', 'overdue', 'closed', 'cancelled', 'lapsed'];
export const jobKinds = ['inspection', 'repair'];
export const jobStates = ['open', 'done', 'condemned'];
export const invoiceStates = ['open', 'overdue', 'collection', 'disputed', 'settled', 'written off'];

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

type Numbered = 'person' | 'hire' | 'line' | 'job' | 'invoice';

/** The records of the company. */
export class ToolData {
  readonly firms: Firm[] = [];
  readonly people: Person[] = [];
  categories: Category[] = [];
  readonly machines: Machine[] = [];
  readonly hires: Hire[] = [];
  lines: Line[] = [];
  readonly jobs: Job[] = [];
  readonly invoices: Invoice[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  linesOf(hire: Hire): Line[] {
    return this.lines.filter((one) => one.hire === hire);
  }
}
