import type { Has } from './faults.ts';

/** Amounts of money are in cents. */
export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  town: string | null;
  creditLimit: number;
  blocked: boolean;
}

export interface Fruit {
  readonly code: string;
  name: string;
  price: number;
  cost: number;
  stock: number;
  onSale: boolean;
}

export interface Price {
  readonly number: number;
  readonly fruit: Fruit;
  readonly was: number;
  readonly price: number;
  readonly author: Person;
  readonly changedOn: string;
}

export interface Tour {
  readonly number: number;
  day: string;
  readonly driver: Person;
  capacity: number;
  state: 'planned' | 'running' | 'finished' | 'cancelled';
}

export interface Order {
  readonly number: number;
  readonly shop: Person;
  wanted: string;
  note: string | null;
  internal: string | null;
  total: number;
  credit: number;
  placedOn: string | null;
  /** In milliseconds since the epoch. */
  placedAt: number;
  deliveredOn: string | null;
  tour: Tour | null;
  picker: Person | null;
  reason: string | null;
  state: 'draft' | 'placed' | 'confirmed' | 'picked' | 'delivered' | 'complained' | 'settled' | 'declined' | 'expired' | 'cancelled';
}

export interface Line {
  readonly number: number;
  readonly order: Order;
  readonly fruit: Fruit;
  boxes: number;
  price: number;
}

export interface Complaint {
  readonly number: number;
  readonly order: Order;
  readonly kind: string;
  readonly text: string;
  readonly boxes: number;
  credit: number;
  answer: string | null;
  handledBy: Person | null;
  state: 'open' | 'accepted' | 'rejected' | 'withdrawn';
}

export const roles = ['shop', 'picker', 'driver', 'office', 'manager'];
export const kinds = ['missing', 'damaged', 'late'];

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The records of the farm. */
export class OrchardData {
  readonly people: Person[] = [];
  fruits: Fruit[] = [];
  readonly prices: Price[] = [];
  readonly tours: Tour[] = [];
  orders: Order[] = [];
  lines: Line[] = [];
  readonly complaints: Complaint[] = [];
  readonly #has: Has;
  #numbers = 100;

  constructor(has: Has) {
    this.#has = has;
  }

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  linesOf(order: Order): Line[] {
    return this.lines.filter((one) => one.order === order);
  }

  ordersOn(tour: Tour): Order[] {
    return this.orders.filter((one) => one.tour === tour);
  }

  complaintsAbout(order: Order): Complaint[] {
    return this.complaints.filter((one) => one.order === order);
  }

  amount({ boxes, price }: Pick<Line, 'boxes' | 'price'>): number {
    const full = boxes * price;
    const isBulk = this.#has('bulkIsMoreThanTwenty') ? boxes > 20 : boxes >= 20;
    if (!isBulk || this.#has('noDiscount')) return full;
    if (this.#has('discountIsCutOff')) return Math.floor((full * 95) / 100);
    return Math.floor((full * 95 + 50) / 100);
  }

  boxes(order: Order): number {
    const lines = this.linesOf(order);
    return this.#has('boxesAreLines') ? lines.length : sum(lines.map(({ boxes }) => boxes));
  }

  due({ total, credit }: Order): number {
    return this.#has('dueIgnoresCredit') ? total : total - credit;
  }

  load(tour: Tour): number {
    const states = ['confirmed', 'picked'];
    if (this.#has('pickedIsNoLoad')) states.pop();
    return sum(
      this.ordersOn(tour)
        .filter(({ state }) => states.includes(state))
        .map((one) => this.boxes(one)),
    );
  }
}
