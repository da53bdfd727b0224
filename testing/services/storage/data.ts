/**
 * Amounts are in cents, moments in milliseconds since the epoch, dates and times of day are texts.
 */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string | null;
  readonly role: string;
  blocked: boolean;
  remark: string | null;
}

export interface Van {
  readonly plate: string;
  name: string;
  capacity: number;
  sold: boolean;
}

export interface Removal {
  readonly number: number;
  readonly customer: Person;
  origin: string;
  destination: string;
  day: string;
  volume: number;
  floors: number;
  note: string | null;
  remark: string | null;
  price: number | null;
  planned: number | null;
  lapsesOn: string | null;
  van: Van | null;
  foreman: Person | null;
  begins: string | null;
  ends: string | null;
  hours: number | null;
  report: string | null;
  extra: number;
  fee: number;
  reason: string | null;
  doneOn: string | null;
  state: 'asked' | 'quoted' | 'accepted' | 'planned' | 'under way' | 'done' | 'cancelled' | 'lapsed' | 'missed';
}

export interface Damage {
  readonly number: number;
  readonly removal: Removal;
  readonly item: string;
  readonly claimed: number;
  finding: string | null;
  assessed: number | null;
  settlement: number | null;
  paidOut: number | null;
  reason: string | null;
  urgent: boolean;
  state: 'reported' | 'assessed' | 'settled' | 'declined';
  readonly reportedAt: number;
}

export interface Unit {
  readonly code: string;
  readonly kind: string;
  monthly: number;
  closed: boolean;
  note: string | null;
  state: 'free' | 'occupied';
}

export interface Rental {
  readonly number: number;
  readonly unit: Unit;
  readonly customer: Person;
  readonly monthly: number;
  readonly deposit: number;
  refund: number;
  boxes: number[];
  startedOn: string | null;
  nextBill: string | null;
  endsOn: string | null;
  state: 'reserved' | 'active' | 'leaving' | 'locked' | 'ended' | 'lapsed' | 'cleared';
  readonly reservedAt: number;
}

export interface Invoice {
  readonly number: number;
  readonly customer: Person;
  readonly removal: Removal | null;
  readonly rental: Rental | null;
  readonly kind: string;
  readonly amount: number;
  paid: number;
  credited: number;
  readonly due: string;
  settledOn: string | null;
  state: 'open' | 'overdue' | 'collection' | 'settled';
  overdueAt: number;
}

export const removalStates = ['asked', 'lapsed', 'quoted', 'accepted', 'planned', 'cancelled', 'missed', 'under way', 'done'];
export const damageStates = ['reported', 'assessed', 'settled', 'declined'];
export const unitKinds = ['small', 'medium', 'large'];
export const rentalStates = ['reserved', 'lapsed', 'active', 'leaving', 'locked', 'ended', 'cleared'];
export const invoiceKinds = ['removal', 'cancellation', 'rent'];
export const invoiceStates = ['open', 'overdue', 'collection', 'settled'];

/** States of removals that are still to come. */
export const comingStates = ['asked', 'quoted', 'accepted', 'planned'];

/** States of rentals that hold a unit. */
export const holdingStates = ['reserved', 'active', 'leaving', 'locked'];

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The same day of the next month, or that month's last. */
export function monthAfter(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

export const restOf = ({ amount, paid, credited }: Invoice): number => amount - paid - credited;

export const isUnpaid = ({ state }: Invoice): boolean => state !== 'settled';

/** What the office reckons for a removal. */
export const estimateOf = ({ volume, floors }: Pick<Removal, 'volume' | 'floors'>): number => 12_000 + 2_200 * volume + 1_500 * floors;

/** How many boxes a unit holds. */
export const roomOf = ({ kind }: Unit): number => (kind === 'small' ? 6 : kind === 'medium' ? 12 : 24);

type Numbered = 'person' | 'removal' | 'damage' | 'rental' | 'invoice';

/** The records of the company. */
export class StorageData {
  readonly people: Person[] = [];
  readonly vans: Van[] = [];
  readonly removals: Removal[] = [];
  readonly damages: Damage[] = [];
  readonly units: Unit[] = [];
  readonly rentals: Rental[] = [];
  readonly invoices: Invoice[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  /** What has been paid for damages of a removal. */
  compensated(removal: Removal): number {
    const settled = this.damages.filter((one) => one.removal === removal && one.state === 'settled');
    return total(settled.map(({ settlement }) => settlement ?? 0));
  }

  invoicesOf(rental: Rental): Invoice[] {
    return this.invoices.filter((one) => one.rental === rental);
  }
}
