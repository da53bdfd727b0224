export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly born: string;
  licence: string;
  firstAid: string | null;
  instructor: Person | null;
  balance: number;
}

export interface Car {
  readonly plate: string;
  readonly gearbox: string;
  readonly licence: string;
  mileage: number;
  serviceAt: number;
  note: string | null;
  state: 'ready' | 'in service' | 'retired';
}

export interface Course {
  readonly number: number;
  readonly topic: string;
  readonly licence: string;
  readonly day: string;
  readonly hour: number;
  readonly places: number;
  readonly teacher: Person;
  state: 'open' | 'called off';
}

export interface Attendance {
  readonly number: number;
  readonly course: Course;
  readonly student: Person;
  state: 'booked' | 'attended' | 'withdrawn' | 'dropped';
}

export interface Lesson {
  readonly number: number;
  readonly student: Person;
  readonly instructor: Person;
  readonly car: Car;
  readonly kind: string;
  day: string;
  hour: number;
  readonly length: number;
  moves: number;
  kilometres: number | null;
  remark: string | null;
  state: 'booked' | 'held' | 'cancelled' | 'missed';
}

export interface Exam {
  readonly number: number;
  readonly student: Person;
  readonly kind: string;
  readonly day: string;
  readonly attempt: number;
  examiner: string | null;
  points: number | null;
  state: 'requested' | 'confirmed' | 'passed' | 'failed';
}

export interface Complaint {
  readonly number: number;
  readonly student: Person;
  readonly about: Person;
  readonly wish: Person;
  readonly words: string;
  answer: string | null;
  state: 'open' | 'accepted' | 'rejected';
}

/** The driving school's data. */
export class DrivingData {
  readonly people: Person[] = [];
  readonly cars: Car[] = [];
  readonly courses: Course[] = [];
  readonly attendances: Attendance[] = [];
  readonly lessons: Lesson[] = [];
  readonly exams: Exam[] = [];
  readonly complaints: Complaint[] = [];
  #numbers = 70;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }
}

export const priceOf = ({ length, kind }: Pick<Lesson, 'length' | 'kind'>): number => length * 45 + (kind === 'ordinary' ? 0 : 15);

/** The same day some months later, or that month's last. */
export function afterMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
