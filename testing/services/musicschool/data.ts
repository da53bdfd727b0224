/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string | null;
  readonly role: string;
  readonly teaches: string | null;
  suspended: boolean;
  remark: string | null;
}

export interface Enrolment {
  readonly number: number;
  readonly family: Person;
  pupil: string;
  readonly born: string;
  readonly instrument: string;
  wish: string | null;
  remark: string | null;
  teacher: Person | null;
  familyAgreed: boolean;
  teacherAgreed: boolean;
  first: string | null;
  hour: string | null;
  weeks: number | null;
  room: string | null;
  excused: number;
  reason: string | null;
  state: 'applied' | 'trial' | 'agreed' | 'lapsed' | 'withdrawn' | 'declined' | 'left' | 'running' | 'suspended' | 'ended';
  invitedAt: number;
}

export interface Lesson {
  readonly number: number;
  readonly enrolment: Enrolment;
  readonly teacher: Person;
  readonly kind: string;
  readonly room: string;
  readonly day: string;
  readonly begins: number;
  readonly ends: number;
  note: string | null;
  reason: string | null;
  state: 'planned' | 'excused' | 'missed' | 'owed' | 'dropped' | 'held' | 'made up';
}

export interface Instrument {
  readonly code: string;
  readonly kind: string;
  title: string;
  value: number;
  monthly: number;
  deposit: number;
  condition: string;
  note: string | null;
  borrower: Person | null;
  until: string | null;
  held: number;
  refund: number;
  state: 'in store' | 'lent' | 'overdue' | 'checking' | 'in repair';
  repairFrom: number;
}

export interface Bill {
  readonly number: number;
  readonly family: Person;
  readonly kind: 'term' | 'loan';
  readonly enrolment: Enrolment | null;
  readonly instrument: Instrument | null;
  readonly amount: number;
  discount: number;
  charges: number;
  paid: number;
  parts: number;
  due: string;
  settledOn: string | null;
  state: 'open' | 'reminded' | 'arrears' | 'settled';
  remindedAt: number;
}

export interface Concert {
  readonly number: number;
  readonly title: string;
  readonly day: string;
  readonly places: number;
  readonly guests: Set<Person>;
  state: 'planned' | 'open' | 'over' | 'cancelled';
}

export interface Piece {
  readonly number: number;
  readonly concert: Concert;
  readonly enrolment: Enrolment;
  readonly title: string;
  readonly composer: string | null;
  readonly minutes: number;
  state: 'proposed' | 'accepted';
}

export const roles = ['family', 'teacher', 'caretaker', 'clerk'];
export const subjects = ['piano', 'violin', 'cello', 'flute'];
export const lentKinds = ['violin', 'cello', 'flute'];
export const rooms = ['red', 'blue', 'hall'];
export const conditions = ['good', 'worn', 'damaged'];
export const enrolmentStates = ['applied', 'trial', 'agreed', 'lapsed', 'withdrawn', 'declined', 'left', 'running', 'suspended', 'ended'];
export const lessonStates = ['planned', 'excused', 'missed', 'owed', 'dropped', 'held', 'made up'];
export const lessonKinds = ['trial', 'weekly', 'makeup'];
export const instrumentStates = ['in store', 'lent', 'overdue', 'checking', 'in repair'];
export const billStates = ['open', 'reminded', 'arrears', 'settled'];
export const billKinds = ['term', 'loan'];
export const concertStates = ['planned', 'open', 'cancelled', 'over'];

export const dayLength = 86_400_000;
export const minuteLength = 60_000;

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The same day of a later month, or that month's last. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** A percentage of an amount in cents, rounded half up. */
export const share = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

/** The moment of a time of day. */
export const momentOf = (day: string, hour: string): number => Date.parse(`${day}T${hour}Z`);

type Numbered = 'person' | 'enrolment' | 'lesson' | 'bill' | 'concert' | 'piece';

/** The records of the school. */
export class MusicData {
  readonly people: Person[] = [];
  readonly enrolments: Enrolment[] = [];
  readonly lessons: Lesson[] = [];
  readonly instruments: Instrument[] = [];
  readonly bills: Bill[] = [];
  readonly concerts: Concert[] = [];
  pieces: Piece[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }

  lessonsOf(enrolment: Enrolment): Lesson[] {
    return this.lessons.filter((one) => one.enrolment === enrolment);
  }

  piecesOf(concert: Concert): Piece[] {
    return this.pieces.filter((one) => one.concert === concert);
  }
}
