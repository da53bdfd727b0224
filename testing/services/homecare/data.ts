export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  phone: string | null;
  readonly role: string;
  skill: string | null;
  weeklyHours: number;
  blocked: boolean;
}

export interface Care {
  readonly number: number;
  readonly family: Person;
  client: string;
  birthYear: number;
  wish: string | null;
  grade: number | null;
  level: string | null;
  hours: number | null;
  coordinator: Person | null;
  note: string | null;
  startsOn: string | null;
  reason: string | null;
  expired: number;
  alert: boolean;
  state: 'asked' | 'assessed' | 'agreed' | 'running' | 'paused' | 'ended';
  /** When it was assessed, in milliseconds since the epoch. */
  assessedAt: number;
}

export interface Task {
  readonly number: number;
  readonly care: Care;
  title: string;
  duration: number;
}

/** Moments are milliseconds since the epoch, amounts are cents. */
export interface Visit {
  readonly number: number;
  readonly care: Care;
  carer: Person;
  readonly starts: number;
  readonly ends: number;
  ticked: Task[];
  report: string | null;
  reason: string | null;
  fee: number;
  expenses: number;
  invoice: Invoice | null;
  state: 'planned' | 'confirmed' | 'under way' | 'done' | 'missed' | 'cancelled';
}

export interface Absence {
  readonly number: number;
  readonly carer: Person;
  readonly first: string;
  readonly last: string;
  readonly kind: string;
  readonly note: string | null;
}

/** Amounts are cents. */
export interface Invoice {
  readonly number: number;
  readonly care: Care;
  readonly month: string;
  net: number;
  discount: number;
  charges: number;
  received: number;
  due: string | null;
  reminders: number;
  remark: string | null;
  state: 'draft' | 'sent' | 'paid' | 'withdrawn';
}

export interface Incident {
  readonly number: number;
  readonly visit: Visit;
  readonly author: Person;
  readonly kind: string;
  readonly report: string;
  readonly severe: boolean;
  answer: string | null;
  closedBy: Person | null;
  state: 'open' | 'closed';
}

export const skills = ['basic', 'nursing'];
export const absenceKinds = ['holiday', 'illness', 'course'];
export const incidentKinds = ['fall', 'medication', 'property'];

export const totalOf = (one: Invoice): number => one.net - one.discount + one.charges;
export const owedOf = (one: Invoice): number => totalOf(one) - one.received;
/** The minutes that a visit takes. */
export const minutesOf = ({ starts, ends }: Pick<Visit, 'starts' | 'ends'>): number => Math.trunc((ends - starts) / 60_000);

/** The records of the company. */
export class HomecareData {
  readonly people: Person[] = [];
  cares: Care[] = [];
  tasks: Task[] = [];
  readonly visits: Visit[] = [];
  absences: Absence[] = [];
  readonly invoices: Invoice[] = [];
  readonly incidents: Incident[] = [];
  #numbers = 100;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  tasksOf(care: Care): Task[] {
    return this.tasks.filter((one) => one.care === care);
  }

  visitsOf(care: Care): Visit[] {
    return this.visits.filter((one) => one.care === care);
  }

  invoicesOf(care: Care): Invoice[] {
    return this.invoices.filter((one) => one.care === care);
  }
}
