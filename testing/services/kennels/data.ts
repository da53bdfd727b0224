export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly role: string;
  misses: number;
  blocked: boolean;
  remark: string | null;
}

export interface Animal {
  readonly number: number;
  readonly owner: Person;
  name: string;
  readonly species: string;
  build: string | null;
  diet: string | null;
  rabiesUntil: string | null;
  coughUntil: string | null;
  notes: string | null;
  flagged: boolean;
}

/** A kind of place. Amounts are in cents. */
export interface Place {
  readonly code: string;
  readonly species: string;
  units: number;
  rate: number;
  roomy: boolean;
  open: boolean;
  note: string | null;
}

export type StayState = 'asked' | 'waiting' | 'offered' | 'confirmed' | 'present' | 'ended' | 'cancelled' | 'missed';

export interface Stay {
  readonly number: number;
  readonly owner: Person;
  readonly animal: Animal;
  companion: Animal | null;
  readonly place: Place;
  arrival: string;
  departure: string;
  wish: string | null;
  staffNote: string | null;
  price: number;
  deposit: number;
  deposited: number;
  extras: number;
  late: number;
  fee: number;
  refund: number;
  reason: string | null;
  beganOn: string | null;
  endedOn: string | null;
  rating: number | null;
  comment: string | null;
  state: StayState;
  /** When the place was offered, in milliseconds since the epoch. */
  offeredAt: number;
}

export interface Task {
  readonly number: number;
  readonly stay: Stay;
  readonly kind: string;
  readonly day: string;
  readonly note: string | null;
  readonly price: number;
  keeper: Person | null;
  result: string | null;
  reason: string | null;
  state: 'due' | 'done' | 'skipped' | 'dropped';
}

export interface Incident {
  readonly number: number;
  readonly stay: Stay;
  readonly reporter: Person;
  severity: string;
  readonly text: string;
  treatment: string | null;
  closed: boolean;
}

export interface Invoice {
  readonly number: number;
  readonly stay: Stay;
  readonly owner: Person;
  readonly amount: number;
  paid: number;
  settledOn: string | null;
  reason: string | null;
  state: 'open' | 'settled' | 'written off';
}

export const species = ['dog', 'cat'];
export const builds = ['small', 'medium', 'large'];
export const stayStates = ['asked', 'waiting', 'offered', 'confirmed', 'present', 'ended', 'cancelled', 'missed'];
export const kinds = ['feeding', 'walk', 'medicine', 'grooming', 'taxi'];
export const taskStates = ['due', 'done', 'skipped', 'dropped'];
export const severities = ['minor', 'serious', 'severe'];
export const invoiceStates = ['open', 'settled', 'written off'];

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

/** The records of the kennels. */
export class KennelData {
  readonly people: Person[] = [];
  animals: Animal[] = [];
  places: Place[] = [];
  readonly stays: Stay[] = [];
  tasks: Task[] = [];
  readonly incidents: Incident[] = [];
  readonly invoices: Invoice[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the next number of a kind of record. */
  next(kind: 'person' | 'animal' | 'stay' | 'task' | 'incident' | 'invoice'): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  staysIn(place: Place): Stay[] {
    return this.stays.filter((one) => one.place === place);
  }

  tasksOf(stay: Stay): Task[] {
    return this.tasks.filter((one) => one.stay === stay);
  }

  incidentsOf(stay: Stay): Incident[] {
    return this.incidents.filter((one) => one.stay === stay);
  }
}
