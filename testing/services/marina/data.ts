import { dayOf } from '../hand-written-inputs.ts';
import type { MarinaFault } from './faults.ts';

export type Has = (fault: MarinaFault) => boolean;

export interface Person {
  name: string;
  email: string;
  password: string;
  phone: string | null;
  role: string;
}

export interface Boat {
  name: string;
  registration: string;
  kind: string;
  length: number;
  beam: number;
  draught: number;
  insuredUntil: string | null;
  owner: Person;
  remarks: string | null;
  visits: number;
  lastLifted: string | null;
}

export interface Berth {
  code: string;
  pier: string;
  maxLength: number;
  maxBeam: number;
  depth: number;
  power: boolean;
  rate: number;
  closed: boolean;
}

export interface Stay {
  readonly number: number;
  readonly boat: Boat;
  berth: Berth | null;
  status: string;
  arrives: string;
  leaves: string;
  persons: number;
  note: string | null;
  reason: string | null;
  arrivedAt: number | null;
  departedAt: number | null;
  /** In cents. */
  paid: number;
  readonly createdAt: number;
}

export interface Charge {
  readonly number: number;
  readonly stay: Stay;
  readonly kind: string;
  readonly quantity: number;
  readonly price: number;
  readonly by: Person;
  readonly job: Job | null;
}

export interface Task {
  readonly id: string;
  kind: string;
  hours: number;
  note: string | null;
}

export interface Job {
  readonly number: number;
  readonly boat: Boat;
  status: string;
  wishedOn: string;
  plannedOn: string | null;
  dockhand: Person | null;
  note: string | null;
  reason: string | null;
  finishedAt: number | null;
  tasks: Task[];
}

const dayLength = 86_400_000;

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const daysAfter = (day: string, count: number): string => dayOf(Date.parse(day) + count * dayLength);

const longStay = 7;
const touristTax = 120;
const hourlyRate = 5500;

const cents = (money: number): number => Math.round(money * 100);

/** All records, and what is computed from them. Sums of money are in cents. */
export class MarinaData {
  readonly people: Person[] = [];
  boats: Boat[] = [];
  berths: Berth[] = [];
  readonly stays: Stay[] = [];
  charges: Charge[] = [];
  readonly jobs: Job[] = [];
  readonly #has: Has;
  #last = { stay: 0, charge: 0, job: 0, task: 0 };

  constructor(has: Has, today: string) {
    this.#has = has;
    const person = (name: string, role: string, phone: string | null = null): Person => {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
      const one = { name, email, password: 'correct-horse', phone, role };
      this.people.push(one);
      return one;
    };
    const sven = person('Sven Skipper', 'skipper', '+46 70 123 45 67');
    const siri = person('Siri Skipper', 'skipper');
    person('Dora Dockhand', 'dockhand');
    person('Dan Dockhand', 'dockhand');
    person('Hugo Harbourmaster', 'harbourmaster');
    const gull = { name: 'Gull', registration: 'SE-1204', kind: 'sail', length: 9.5, beam: 3.1, draught: 1.6 };
    const tern = { name: 'Tern', registration: 'NO-881', kind: 'motor', length: 7.2, beam: 2.6, draught: 0.9 };
    const puffin = { name: 'Puffin', registration: 'NO-902', kind: 'multihull', length: 8, beam: 4.5, draught: 0.7 };
    const fresh = { visits: 0, lastLifted: null };
    this.boats.push(
      { ...gull, ...fresh, insuredUntil: daysAfter(today, 300), owner: sven, remarks: 'bow thruster is weak' },
      { ...tern, ...fresh, insuredUntil: daysAfter(today, 200), owner: siri, remarks: null },
      { ...puffin, ...fresh, insuredUntil: null, owner: siri, remarks: null },
    );
    this.berths.push(
      { code: 'A1', pier: 'guest', maxLength: 12, maxBeam: 4, depth: 2.5, power: true, rate: 24.5, closed: false },
      { code: 'A2', pier: 'guest', maxLength: 12, maxBeam: 4.8, depth: 2.2, power: false, rate: 21, closed: false },
      { code: 'A3', pier: 'guest', maxLength: 14, maxBeam: 5, depth: 3, power: true, rate: 32, closed: true },
      { code: 'B1', pier: 'north', maxLength: 8, maxBeam: 3, depth: 1.4, power: false, rate: 12.5, closed: false },
    );
  }

  next(of: 'stay' | 'charge' | 'job'): number {
    this.#last[of] += 1;
    return this.#last[of];
  }

  taskId(): string {
    this.#last.task += 1;
    return `01900000-0000-7000-8000-${String(this.#last.task).padStart(12, '0')}`;
  }

  staysOf(boat: Boat): Stay[] {
    return this.stays.filter((stay) => stay.boat === boat);
  }

  jobsOf(boat: Boat, ...statuses: string[]): Job[] {
    return this.jobs.filter((job) => job.boat === boat && statuses.includes(job.status));
  }

  mooredStay(boat: Boat): Stay | undefined {
    return this.staysOf(boat).find((stay) => stay.status === 'moored');
  }

  openJobs(person: Person): number {
    const open = ['planned', 'under way'];
    if (this.#has('openJobsCountDone')) open.push('done');
    if (this.#has('openJobsWithoutPlanned')) open.shift();
    return this.jobs.filter((job) => job.dockhand === person && open.includes(job.status)).length;
  }

  occupied(berth: Berth): boolean {
    const there = this.#has('occupiedWhenConfirmed') ? ['confirmed', 'moored'] : ['moored'];
    return this.stays.some((stay) => stay.berth === berth && there.includes(stay.status));
  }

  nights({ arrives, leaves }: { arrives: string; leaves: string }): number {
    return daysBetween(arrives, leaves) + (this.#has('nightsCountBothDays') ? 1 : 0);
  }

  berthing(stay: Stay): number | null {
    if (stay.berth === null) return null;
    const nights = this.nights(stay);
    const full = cents(stay.berth.rate) * nights;
    const isLong = this.#has('discountAfterAWeek') ? nights > longStay : nights >= longStay;
    if (!isLong || this.#has('noDiscount')) return full;
    if (this.#has('discountOnLaterNights')) {
      const later = cents(stay.berth.rate) * (nights - longStay);
      return cents(stay.berth.rate) * longStay + Math.floor((later * 85 + 50) / 100);
    }
    return this.#has('discountRoundedDown') ? Math.floor((full * 85) / 100) : Math.floor((full * 85 + 50) / 100);
  }

  tax(stay: Stay): number {
    if (this.#has('taxPerNight')) return touristTax * this.nights(stay);
    if (this.#has('taxPerPerson')) return touristTax * stay.persons;
    return touristTax * this.nights(stay) * stay.persons;
  }

  amount({ price, quantity }: Charge): number {
    return this.#has('amountIsPrice') ? cents(price) : cents(price) * quantity;
  }

  extras(stay: Stay): number {
    const counted = this.charges.filter((charge) => charge.stay === stay);
    const some = this.#has('extrasWithoutWork') ? counted.filter((charge) => charge.kind !== 'work') : counted;
    return some.reduce((sum, charge) => sum + this.amount(charge), 0);
  }

  total(stay: Stay): number | null {
    const berthing = this.berthing(stay);
    if (berthing === null) return this.#has('totalWithoutBerth') ? this.tax(stay) + this.extras(stay) : null;
    const tax = this.#has('totalWithoutTax') ? 0 : this.tax(stay);
    return berthing + tax + (this.#has('totalWithoutExtras') ? 0 : this.extras(stay));
  }

  balance(stay: Stay): number | null {
    const total = this.total(stay);
    return total === null ? null : this.#has('balanceIgnoresPaid') ? total : total - stay.paid;
  }

  hours({ tasks }: Job): number {
    return this.#has('hoursCountTasks') ? tasks.length : tasks.reduce((sum, task) => sum + task.hours, 0);
  }

  price(job: Job): number {
    return this.#has('jobsCostAnHour') ? hourlyRate : hourlyRate * this.hours(job);
  }
}
