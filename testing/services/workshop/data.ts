/** Amounts are in cents, moments in milliseconds since the epoch, dates as 2026-03-02. */

export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  role: string;
  skill: string;
  capacity: number;
  misses: number;
  blocked: boolean;
  note: string | null;
}

export interface Vehicle {
  readonly plate: string;
  owner: Person;
  make: string;
  year: number;
  readonly fuel: string;
  mileage: number;
  active: boolean;
  note: string | null;
}

export interface Appointment {
  readonly number: number;
  readonly vehicle: Vehicle;
  readonly customer: Person;
  bay: string;
  day: string;
  starts: number;
  ends: number;
  wish: string | null;
  reminded: boolean;
  fee: number;
  state: 'booked' | 'confirmed' | 'cancelled' | 'arrived' | 'missed';
  /** The day for which it was booked at first. */
  readonly firstDay: string;
}

export type JobState =
  | 'intake'
  | 'estimated'
  | 'expired'
  | 'ordered'
  | 'in work'
  | 'waiting'
  | 'ready'
  | 'billed'
  | 'in storage'
  | 'collected'
  | 'abandoned'
  | 'cancelled';

export interface Job {
  readonly number: number;
  readonly vehicle: Vehicle;
  readonly customer: Person;
  readonly appointment: Appointment | null;
  readonly claim: Claim | null;
  complaint: string;
  mileage: number;
  readonly warranty: boolean;
  mechanic: Person | null;
  discount: number;
  deposit: number;
  deposited: number;
  loan: number;
  storage: number;
  fee: number;
  refund: number;
  rounds: number;
  drives: number;
  fault: string | null;
  reason: string | null;
  note: string | null;
  readyOn: string | null;
  storedOn: string | null;
  collectedOn: string | null;
  state: JobState;
  /** When it entered its state. */
  since: number;
}

export interface Item {
  readonly number: number;
  readonly job: Job;
  words: string;
  skill: string;
  minutes: number;
  part: Part | null;
  quantity: number;
  urgent: boolean;
  readonly finding: boolean;
  price: number;
  issued: boolean;
  spent: number | null;
  reason: string | null;
  state: 'noted' | 'proposed' | 'approved' | 'declined' | 'done';
}

export interface Part {
  readonly code: string;
  name: string;
  price: number;
  cost: number;
  stock: number;
  minimum: number;
  supplier: string;
  active: boolean;
}

export interface Supply {
  readonly number: number;
  readonly part: Part;
  readonly quantity: number;
  readonly price: number;
  expected: string | null;
  orderedOn: string | null;
  received: number;
  reason: string | null;
  state: 'planned' | 'ordered' | 'late' | 'received' | 'cancelled';
}

export interface Invoice {
  readonly number: number;
  readonly job: Job;
  readonly customer: Person;
  readonly kind: string;
  amount: number;
  paid: number;
  readonly due: string;
  reminders: number;
  settledOn: string | null;
  reason: string | null;
  state: 'open' | 'overdue' | 'notice' | 'settled' | 'waived';
  since: number;
}

export interface Claim {
  readonly number: number;
  readonly job: Job;
  readonly customer: Person;
  readonly words: string;
  urgent: boolean;
  answer: string | null;
  decidedOn: string | null;
  state: 'open' | 'accepted' | 'rejected' | 'withdrawn';
  readonly since: number;
}

export interface LoanCar {
  readonly plate: string;
  readonly make: string;
  readonly daily: number;
  mileage: number;
  job: Job | null;
  lentOn: string | null;
  backBy: string | null;
  state: 'free' | 'lent' | 'overdue' | 'retired';
}

export const roles = ['customer', 'receptionist', 'mechanic', 'storekeeper', 'manager'];
export const skills = ['general', 'engine', 'electrics', 'body'];
export const fuels = ['petrol', 'diesel', 'electric'];
export const bays = ['lift', 'pit', 'bench'];
export const appointmentStates = ['booked', 'confirmed', 'cancelled', 'arrived', 'missed'];
export const jobStates: readonly JobState[] = [
  ...(['intake', 'estimated', 'expired', 'ordered', 'in work', 'waiting', 'ready', 'billed'] as const),
  ...(['in storage', 'collected', 'abandoned', 'cancelled'] as const),
];
export const itemStates = ['noted', 'proposed', 'approved', 'declined', 'done'];
export const supplyStates = ['planned', 'ordered', 'late', 'received', 'cancelled'];
export const invoiceKinds = ['repair', 'storage', 'cancellation'];
export const invoiceStates = ['open', 'overdue', 'notice', 'settled', 'waived'];
export const claimStates = ['open', 'accepted', 'rejected', 'withdrawn'];
export const carStates = ['free', 'lent', 'overdue', 'retired'];

export const isHolding = ({ state }: Appointment): boolean => state === 'booked' || state === 'confirmed';
export const isWorking = ({ state }: Job): boolean => ['ordered', 'in work', 'waiting'].includes(state);
export const isEnded = ({ state }: Job): boolean => ['collected', 'abandoned', 'cancelled', 'expired'].includes(state);
export const isPending = ({ state }: Supply): boolean => ['planned', 'ordered', 'late'].includes(state);
export const isUnpaid = ({ state }: Invoice): boolean => ['open', 'overdue', 'notice'].includes(state);

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

type Numbered = 'person' | 'appointment' | 'job' | 'item' | 'supply' | 'invoice' | 'claim';

/** The records of the workshop. */
export class WorkshopData {
  readonly people: Person[] = [];
  vehicles: Vehicle[] = [];
  readonly appointments: Appointment[] = [];
  readonly jobs: Job[] = [];
  items: Item[] = [];
  parts: Part[] = [];
  readonly supplies: Supply[] = [];
  readonly invoices: Invoice[] = [];
  readonly claims: Claim[] = [];
  readonly cars: LoanCar[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  itemsOf(job: Job): Item[] {
    return this.items.filter((one) => one.job === job);
  }

  vehiclesOf(owner: Person): Vehicle[] {
    return this.vehicles.filter((one) => one.owner === owner);
  }
}
