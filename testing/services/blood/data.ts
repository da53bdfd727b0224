import { dayOf } from '../hand-written-inputs.ts';

export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly born: string | null;
  weight: number | null;
  group: string | null;
  positive: boolean | null;
  missed: number;
  donations: number;
  lastDonation: string | null;
  deferredUntil: string | null;
  deferral: string | null;
}

export interface Drive {
  readonly number: number;
  site: string;
  day: string;
  capacity: number;
  note: string | null;
  readonly lead: Person;
  state: 'planned' | 'open' | 'cancelled';
}

export interface Appointment {
  readonly number: number;
  readonly drive: Drive;
  readonly donor: Person;
  readonly component: string;
  ill: boolean | null;
  travelled: boolean | null;
  tattooed: boolean | null;
  hemoglobin: number | null;
  pulse: number | null;
  reason: string | null;
  state: 'booked' | 'answered' | 'admitted' | 'donated' | 'turned away' | 'cancelled' | 'called off' | 'missed';
}

export interface Donation {
  readonly number: number;
  readonly bag: string;
  readonly appointment: Appointment;
  readonly donor: Person;
  readonly component: string;
  readonly volume: number;
  readonly nurse: Person;
  readonly day: string;
  group: string | null;
  positive: boolean | null;
  reactive: boolean | null;
  state: 'collected' | 'clear' | 'reactive' | 'recalled';
}

export interface Unit {
  readonly code: string;
  readonly donation: Donation;
  readonly kind: string;
  readonly volume: number;
  readonly maker: Person;
  readonly expires: string;
  order: Order | null;
  reservedAt: number | null;
  reason: string | null;
  state: 'quarantined' | 'available' | 'reserved' | 'delivered' | 'returned' | 'discarded';
}

export interface Order {
  readonly number: number;
  readonly hospital: Person;
  readonly kind: string;
  readonly group: string;
  readonly positive: boolean;
  count: number;
  urgency: string;
  neededBy: string;
  note: string | null;
  deliveredAt: number | null;
  state: 'open' | 'delivered' | 'cancelled';
}

export interface Recall {
  readonly number: number;
  readonly donation: Donation;
  readonly grade: string;
  readonly reason: string;
  readonly answerBy: string;
  outcome: string | null;
  closedAt: number | null;
  state: 'open' | 'closed';
}

/** The people whom the document has as examples. */
export const firstPeople: readonly Pick<Person, 'name' | 'born' | 'weight'>[] = [
  ...['Nora Nurse', 'Nils Nurse', 'Tina Technician', 'Theo Technician', 'Doris Director', 'Hana Hospital', 'Hugo Hospital'].map((name) => ({
    name,
    born: null,
    weight: null,
  })),
  { name: 'Dora Donor', born: '1990-05-17', weight: 64 },
  { name: 'Dan Donor', born: '1984-11-02', weight: 82 },
];

const dayLength = 86_400_000;
export const hour = 3_600_000;

/** The date a number of days after a date. */
export const plus = (date: string, days: number): string => dayOf(Date.parse(date) + days * dayLength);

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

/** The date a number of years after a date; 29 February becomes the 28th. */
export function plusYears(date: string, years: number): string {
  const [year = '', rest = ''] = [date.slice(0, 4), date.slice(4)];
  const moved = `${String(Number(year) + years).padStart(4, '0')}${rest}`;
  const isThere = dayOf(Date.parse(moved)) === moved;
  return isThere ? moved : moved.replace('-02-29', '-02-28');
}

/** The blood bank's data. */
export class BloodData {
  people: Person[] = [];
  drives: Drive[] = [];
  appointments: Appointment[] = [];
  donations: Donation[] = [];
  units: Unit[] = [];
  orders: Order[] = [];
  recalls: Recall[] = [];
  #numbers = 70;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  appointmentsOn(drive: Drive): Appointment[] {
    return this.appointments.filter((one) => one.drive === drive);
  }

  unitsOf(donation: Donation): Unit[] {
    return this.units.filter((unit) => unit.donation === donation);
  }

  unitsFor(order: Order): Unit[] {
    return this.units.filter((unit) => unit.order === order);
  }

  reservedFor(order: Order): Unit[] {
    return this.unitsFor(order).filter(({ state }) => state === 'reserved');
  }

  /** The units of a donation that hospitals still have. */
  outOf(donation: Donation): Unit[] {
    return this.unitsOf(donation).filter(({ state }) => state === 'delivered');
  }
}
