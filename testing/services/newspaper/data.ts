/** Amounts are in cents, moments in milliseconds since the epoch. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly phone: string | null;
  role: string;
  trusted: boolean;
  remark: string | null;
}

export interface Round {
  readonly code: string;
  readonly name: string;
  carrier: Person;
  metres: number;
  capacity: number;
  note: string | null;
}

export interface Subscription {
  readonly number: number;
  readonly reader: Person;
  readonly form: string;
  readonly term: string;
  readonly rate: string;
  readonly proof: string | null;
  readonly span: number | null;
  readonly friend: string | null;
  round: Round;
  street: string;
  away: string | null;
  back: string | null;
  paidUntil: string | null;
  credit: number;
  refundedOn: string | null;
  refund: number;
  state: 'ordered' | 'active' | 'reminded' | 'stopped' | 'lapsed' | 'ended' | 'cancelled';
  /** When it came into its state. */
  since: number;
}

export interface Issue {
  readonly number: number;
  readonly day: string;
  pages: number;
  lead: string | null;
  rain: boolean;
  state: 'planned' | 'closed' | 'printed' | 'delivered';
}

export interface Delivery {
  readonly number: number;
  readonly issue: Issue;
  readonly round: Round;
  carrier: Person;
  readonly copies: number;
  missing: number;
  late: boolean;
  deliveredOn: string | null;
  wage: number;
  state: 'assigned' | 'delivered' | 'paid';
}

export interface Size {
  lines: number | null;
  columns: number | null;
  height: number | null;
}

export interface Advert extends Size {
  readonly number: number;
  readonly advertiser: Person;
  issue: Issue;
  readonly kind: string;
  readonly section: string;
  text: string;
  readonly repeats: number;
  page: number | null;
  reason: string | null;
  due: string | null;
  paidOn: string | null;
  state: 'offered' | 'changing' | 'accepted' | 'printed' | 'overdue' | 'settled' | 'rejected' | 'missed';
}

export interface Article {
  readonly number: number;
  readonly author: Person;
  issue: Issue;
  title: string;
  readonly section: string;
  lines: number;
  embargo: string | null;
  reviewer: Person | null;
  reason: string | null;
  state: 'proposed' | 'returned' | 'accepted' | 'spiked' | 'printed';
}

export const roles = ['reader', 'carrier', 'editor', 'manager'];
export const forms = ['printed', 'digital', 'both'];
export const terms = ['monthly', 'yearly', 'gift'];
export const rates = ['full', 'student', 'pensioner'];
export const advertKinds = ['classified', 'display'];
export const advertSections = ['jobs', 'homes', 'cars', 'events'];
export const articleSections = ['news', 'sport', 'culture', 'letters'];
export const subscriptionStates = ['ordered', 'active', 'reminded', 'stopped', 'lapsed', 'ended', 'cancelled'];
export const issueStates = ['planned', 'closed', 'printed', 'delivered'];
export const deliveryStates = ['assigned', 'delivered', 'paid'];
export const advertStates = ['offered', 'accepted', 'changing', 'rejected', 'missed', 'printed', 'settled', 'overdue'];
export const articleStates = ['proposed', 'accepted', 'returned', 'spiked', 'printed'];

/** The states of a subscription that has a copy in the round. */
export const served: readonly string[] = ['ordered', 'active', 'reminded'];

export const dayLength = 86_400_000;

/** The whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** The same day a number of months later, or the last of that month. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

type Numbered = 'person' | 'subscription' | 'issue' | 'delivery' | 'advert' | 'article';

/** The records of the newspaper. */
export class PaperData {
  readonly people: Person[] = [];
  readonly rounds: Round[] = [];
  readonly subscriptions: Subscription[] = [];
  readonly issues: Issue[] = [];
  readonly deliveries: Delivery[] = [];
  readonly adverts: Advert[] = [];
  readonly articles: Article[] = [];
  readonly #numbers = new Map<Numbered, number>();

  /** Returns the next number of a kind of record. */
  next(kind: Numbered): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }
}
