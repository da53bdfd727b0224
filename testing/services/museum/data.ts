/** Amounts of money are in cents. */
export interface Contact {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly city: string | null;
  readonly role: string;
  cover: number;
  suspended: boolean;
}

export type Condition = 'good' | 'fair' | 'poor';

export interface Work {
  readonly accession: string;
  title: string;
  artist: string | null;
  readonly medium: string;
  height: number;
  width: number;
  value: number;
  condition: Condition;
  note: string | null;
  exhibition: Exhibition | null;
  restUntil: string | null;
  reason: string | null;
  state: 'stored' | 'selected' | 'on show' | 'on loan' | 'in treatment' | 'deaccessioned';
}

export interface Exhibition {
  readonly number: number;
  title: string;
  room: string;
  opens: string;
  closes: string;
  readonly curator: Contact;
  state: 'planned' | 'open' | 'closed' | 'cancelled';
}

export interface Loan {
  readonly number: number;
  readonly work: Work;
  readonly borrower: Contact;
  readonly starts: string;
  readonly ends: string;
  readonly purpose: string | null;
  fee: number;
  answer: string | null;
  decidedAt: number | null;
  leftAs: Condition | null;
  state: 'requested' | 'approved' | 'declined' | 'withdrawn' | 'out' | 'returned';
}

export interface Transport {
  readonly number: number;
  readonly loan: Loan;
  readonly direction: string;
  readonly day: string;
  readonly courier: string;
  readonly crate: string;
  state: 'planned' | 'under way' | 'delivered' | 'cancelled';
}

export interface Treatment {
  readonly number: number;
  readonly work: Work;
  readonly conservator: Contact;
  readonly aim: string;
  readonly method: string;
  readonly hours: number;
  spent: number | null;
  result: Condition | null;
  state: 'planned' | 'under way' | 'done' | 'dropped';
}

export interface Report {
  readonly number: number;
  readonly work: Work;
  readonly author: Contact;
  readonly condition: Condition;
  readonly findings: string;
  readonly made: string;
}

/** The museum's data. */
export class MuseumData {
  contacts: Contact[] = [];
  works: Work[] = [];
  exhibitions: Exhibition[] = [];
  loans: Loan[] = [];
  transports: Transport[] = [];
  treatments: Treatment[] = [];
  reports: Report[] = [];
  #numbers = 70;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  worksOf(exhibition: Exhibition): Work[] {
    return this.works.filter((work) => work.exhibition === exhibition);
  }

  loansOf(work: Work): Loan[] {
    return this.loans.filter((loan) => loan.work === work);
  }

  transportsOf(loan: Loan): Transport[] {
    return this.transports.filter((transport) => transport.loan === loan);
  }
}

export const isDelicate = ({ medium }: Work): boolean => medium === 'paper' || medium === 'textile' || medium === 'photograph';

export const placesIn = (room: string): number => (room === 'cabinet' ? 3 : room === 'gallery' ? 5 : 12);

export const valueOfAll = (works: readonly Work[]): number => works.reduce((sum, { value }) => sum + value, 0);

/** The date so many days after another one. */
export const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
