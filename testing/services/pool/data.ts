/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly born: string;
  readonly role: string;
  level: number;
  member: boolean;
  club: string | null;
  note: string | null;
  fines: number;
}

export interface Pass {
  readonly number: number;
  readonly swimmer: Person;
  readonly kind: string;
  readonly price: number;
  left: number;
  readonly boughtOn: string;
  readonly expires: string;
  lastOn: string | null;
  refund: number;
  state: 'valid' | 'used up' | 'returned' | 'expired';
}

export interface Course {
  readonly code: string;
  title: string;
  readonly level: number;
  places: number;
  readonly least: number;
  readonly begins: string;
  readonly until: string;
  hour: number;
  lane: number;
  readonly instructor: Person;
  price: number;
  note: string | null;
  reason: string | null;
  state: 'open' | 'confirmed' | 'called off' | 'running' | 'finished';
}

export interface Enrolment {
  readonly number: number;
  readonly course: Course;
  readonly swimmer: Person;
  readonly patient: boolean;
  price: number;
  refund: number;
  attended: number;
  lastOn: string | null;
  remark: string | null;
  state: 'waiting' | 'enrolled' | 'left' | 'cancelled' | 'lapsed' | 'passed' | 'failed';
}

export interface Locker {
  readonly code: string;
  readonly size: string;
  state: 'free' | 'taken' | 'broken';
}

export interface Rental {
  readonly number: number;
  readonly locker: Locker;
  readonly swimmer: Person;
  readonly begins: string;
  readonly term: number;
  readonly price: number;
  readonly deposit: number;
  fine: number;
  refund: number;
  backOn: string | null;
  state: 'out' | 'overdue' | 'closed' | 'lost';
}

export interface Booking {
  readonly number: number;
  readonly booker: Person;
  readonly club: string | null;
  readonly day: string;
  readonly lane: number;
  readonly starts: number;
  readonly ends: number;
  readonly price: number;
  refund: number;
  reason: string | null;
  state: 'asked' | 'agreed' | 'declined' | 'cancelled' | 'held';
}

export const roles = ['swimmer', 'cashier', 'instructor', 'manager'];
export const passKinds = ['single', 'ten', 'season'];
export const passStates = ['valid', 'used up', 'returned', 'expired'];
export const courseStates = ['open', 'confirmed', 'called off', 'running', 'finished'];
export const enrolmentStates = ['waiting', 'enrolled', 'left', 'cancelled', 'lapsed', 'passed', 'failed'];
export const lockerSizes = ['small', 'large'];
export const lockerStates = ['free', 'taken', 'broken'];
export const rentalStates = ['out', 'overdue', 'closed', 'lost'];
export const bookingStates = ['asked', 'agreed', 'declined', 'cancelled', 'held'];

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** A part of an amount in cents, rounded half up. */
export const part = (amount: number, by: number, of: number): number => Math.floor((2 * amount * by + of) / (2 * of));

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

export const isBookable = ({ state }: Course): boolean => state === 'open' || state === 'confirmed';

/** Whether a course holds its lane and its instructor. */
export const isLive = (course: Course): boolean => isBookable(course) || course.state === 'running';

type Numbered = 'person' | 'pass' | 'enrolment' | 'rental' | 'booking';

/** The records of the pool. */
export class PoolData {
  readonly people: Person[] = [];
  readonly passes: Pass[] = [];
  readonly courses: Course[] = [];
  readonly enrolments: Enrolment[] = [];
  readonly lockers: Locker[] = [];
  readonly rentals: Rental[] = [];
  readonly bookings: Booking[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  enrolmentsOf(course: Course): Enrolment[] {
    return this.enrolments.filter((one) => one.course === course);
  }

  /** Those who have a place, or had one until they passed or failed. */
  taken(course: Course): number {
    return this.enrolmentsOf(course).filter(({ state }) => state === 'enrolled' || state === 'passed' || state === 'failed').length;
  }

  /** Those who wait for a place, the first first. */
  waiting(course: Course): Enrolment[] {
    return this.enrolmentsOf(course).filter(({ state }) => state === 'waiting');
  }
}
