/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly role: string;
  readonly trade: string | null;
  shares: number;
  wants: number | null;
  waitsSince: string | null;
  refusals: number;
  remark: string | null;
}

export interface Flat {
  readonly code: string;
  readonly rooms: number;
  readonly area: number;
  readonly floor: number;
  base: number;
  meter: number;
  remark: string | null;
  state: 'vacant' | 'works' | 'reserved' | 'let';
}

export interface Offer {
  readonly number: number;
  readonly flat: Flat;
  readonly member: Person;
  readonly points: number;
  readonly until: string;
  begins: string | null;
  reason: string | null;
  state: 'open' | 'accepted' | 'declined' | 'lapsed' | 'withdrawn';
}

export interface Tenancy {
  readonly number: number;
  readonly flat: Flat;
  readonly member: Person;
  readonly begins: string;
  ends: string | null;
  readonly rent: number;
  startReading: number | null;
  endReading: number | null;
  nextRent: string | null;
  state: 'agreed' | 'running' | 'notice' | 'ended';
}

export interface Rent {
  readonly number: number;
  readonly tenancy: Tenancy;
  readonly kind: string;
  readonly amount: number;
  fee: number;
  paid: number;
  readonly due: string;
  settledOn: string | null;
  parts: number | null;
  rate: number | null;
  nextPart: string | null;
  broken: boolean;
  reply: string | null;
  state: 'open' | 'overdue' | 'asked' | 'planned' | 'settled' | 'waived';
}

export interface Repair {
  readonly number: number;
  readonly tenancy: Tenancy;
  readonly what: string;
  readonly trade: string;
  urgency: string;
  craftsman: Person | null;
  estimate: number | null;
  cost: number | null;
  reply: string | null;
  complaint: string | null;
  reopened: number;
  stars: number | null;
  doneOn: string | null;
  state: 'reported' | 'assigned' | 'quoted' | 'working' | 'done' | 'accepted';
  /** When it entered its state. */
  since: number;
}

export interface Booking {
  readonly number: number;
  readonly tenancy: Tenancy;
  readonly place: string;
  readonly starts: number;
  readonly ends: number;
  readonly note: string | null;
  reason: string | null;
  state: 'booked' | 'cancelled' | 'used';
}

export const roles = ['member', 'clerk', 'board', 'craftsman'];
export const trades = ['plumbing', 'electric', 'joinery'];
export const urgencies = ['low', 'normal', 'high'];
export const places = ['guestroom', 'laundry'];
export const flatStates = ['vacant', 'works', 'reserved', 'let'];
export const offerStates = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'];
export const tenancyStates = ['agreed', 'running', 'notice', 'ended'];
export const rentKinds = ['rent', 'usage', 'booking'];
export const rentStates = ['open', 'settled', 'overdue', 'asked', 'planned', 'waived'];
export const repairStates = ['reported', 'assigned', 'quoted', 'working', 'done', 'accepted'];
export const bookingStates = ['booked', 'cancelled', 'used'];

export const hourLength = 3_600_000;
export const dayLength = 24 * hourLength;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The first day of the month that follows a date's. */
export const nextMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** A quotient of whole numbers, rounded half up. */
export const divided = (amount: number, by: number): number => Math.floor((2 * amount + by) / (2 * by));

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Whether people live in the flat. */
export const isHoused = ({ state }: Tenancy): boolean => state === 'running' || state === 'notice';

export const isOverdue = ({ state }: Rent): boolean => state === 'overdue' || state === 'asked' || state === 'planned';

export const owed = ({ amount, fee, paid }: Rent): number => amount + fee - paid;

type Numbered = 'person' | 'offer' | 'tenancy' | 'rent' | 'repair' | 'booking';

/** The records of the cooperative. */
export class CoopData {
  readonly people: Person[] = [];
  readonly flats: Flat[] = [];
  readonly offers: Offer[] = [];
  readonly tenancies: Tenancy[] = [];
  readonly rents: Rent[] = [];
  readonly repairs: Repair[] = [];
  readonly bookings: Booking[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  /** What of a tenancy's rents was due and is not paid. */
  arrears(tenancy: Tenancy): number {
    return total(this.rents.filter((one) => one.tenancy === tenancy && isOverdue(one)).map(owed));
  }

  hasOpenOffer(member: Person): boolean {
    return this.offers.some((one) => one.member === member && one.state === 'open');
  }
}
