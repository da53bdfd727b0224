/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly role: string;
  room: string | null;
  remark: string | null;
}

export interface Animal {
  readonly number: number;
  owner: Person;
  name: string;
  readonly species: string;
  readonly born: string;
  weight: number;
  chip: string | null;
  insured: boolean;
  remark: string | null;
  vaccinatedOn: string | null;
  reminders: number;
  diedOn: string | null;
  state: 'registered' | 'protected' | 'due' | 'dead';
  /** When the second reminder is sent; null if it was, or if nothing is due. */
  remindAt: number | null;
}

export interface Price {
  readonly code: string;
  name: string;
  readonly kind: string;
  base: number;
  perKilo: number;
  listed: boolean;
  remark: string | null;
}

export interface Batch {
  readonly code: string;
  readonly medicine: string;
  readonly price: number;
  stock: number;
  readonly expires: string;
  reason: string | null;
  state: 'usable' | 'expired' | 'recalled';
}

export interface Visit {
  readonly number: number;
  readonly animal: Animal;
  readonly owner: Person;
  vet: Person;
  readonly kind: string;
  room: string;
  begins: number;
  complaint: string | null;
  fasted: boolean;
  estimate: number | null;
  consented: boolean;
  kennel: number | null;
  admittedOn: string | null;
  nights: number;
  note: string | null;
  notedOn: string | null;
  notes: number;
  findings: string | null;
  reason: string | null;
  state: string;
  /** The beginning for which the consent was looked for. */
  checkedFor: number | null;
  readonly bookedFor: number;
}

export interface Item {
  readonly number: number;
  readonly visit: Visit;
  readonly price: Price | null;
  readonly batch: Batch | null;
  readonly units: number;
  readonly urgent: boolean;
  readonly name: string;
  readonly charge: number;
}

export interface Invoice {
  readonly number: number;
  readonly visit: Visit;
  readonly owner: Person;
  readonly kind: string;
  readonly gross: number;
  readonly covered: number;
  readonly discount: number;
  amount: number;
  paid: number;
  due: string;
  extended: boolean;
  settledOn: string | null;
  reason: string | null;
  state: string;
  overdueAt: number;
}

export const roles = ['owner', 'receptionist', 'vet', 'manager'];
export const rooms = ['one', 'two', 'theatre'];
export const allSpecies = ['dog', 'cat', 'rabbit', 'bird'];
export const animalStates = ['registered', 'protected', 'due', 'dead'];
export const priceKinds = ['exam', 'vaccine', 'surgery'];
export const batchStates = ['usable', 'expired', 'recalled'];
export const visitKinds = ['checkup', 'vaccination', 'operation', 'emergency'];
export const visitStates = ['booked', 'arrived', 'in treatment', 'in kennel', 'done', 'cancelled', 'missed'];
export const invoiceKinds = ['treatment', 'fee'];
export const invoiceStates = ['open', 'overdue', 'collection', 'settled', 'written off'];
export const running = ['booked', 'arrived', 'in treatment', 'in kennel'];
export const treated = ['in treatment', 'in kennel'];
export const unpaid = ['open', 'overdue', 'collection'];

export const minute = 60_000;
export const hour = 60 * minute;
export const dayLength = 24 * hour;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

const lengths = new Map([
  ['checkup', 30],
  ['vaccination', 15],
  ['operation', 90],
  ['emergency', 60],
]);

export const endOf = ({ begins, kind }: Pick<Visit, 'begins' | 'kind'>): number => begins + (lengths.get(kind) ?? 0) * minute;

type Numbered = 'person' | 'animal' | 'visit' | 'item' | 'invoice';

/** The records of the practice. */
export class VetData {
  readonly people: Person[] = [];
  readonly animals: Animal[] = [];
  prices: Price[] = [
    { code: 'EX1', name: 'Examination', kind: 'exam', base: 4000, perKilo: 0, listed: true, remark: null },
    { code: 'VA1', name: 'Vaccination', kind: 'vaccine', base: 3000, perKilo: 0, listed: true, remark: null },
    { code: 'OP1', name: 'Neutering', kind: 'surgery', base: 8000, perKilo: 600, listed: true, remark: null },
  ];
  readonly batches: Batch[] = [];
  readonly visits: Visit[] = [];
  items: Item[] = [];
  readonly invoices: Invoice[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  itemsOf(visit: Visit): Item[] {
    return this.items.filter((one) => one.visit === visit);
  }

  costOf(visit: Visit): number {
    return total(this.itemsOf(visit).map(({ charge }) => charge));
  }
}
