/** Amounts of money are in cents, days are texts such as 2026-01-31. */

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  discount: number;
  credit: number;
  paymentDays: number;
  suspended: boolean;
}

export interface Paper {
  readonly code: string;
  name: string;
  readonly grams: number;
  price: number;
  supplier: string | null;
  stock: number;
  retired: boolean;
}

export interface Press {
  readonly code: string;
  readonly kind: string;
  capacity: number;
  down: boolean;
}

export const orderStates = [
  ...(['asked', 'rejected', 'quoted', 'expired', 'accepted', 'proof sent', 'returned', 'approved', 'scheduled'] as const),
  ...(['in print', 'finished', 'delivered', 'complained', 'settled', 'cancelled'] as const),
];

export interface Order {
  readonly number: number;
  readonly customer: Person;
  title: string;
  readonly kind: string;
  readonly paper: Paper;
  due: string;
  rush: boolean;
  note: string | null;
  remark: string | null;
  price: number | null;
  discount: number | null;
  /** The moment of the quote, in milliseconds since the epoch. */
  quotedAt: number | null;
  designer: Person | null;
  rounds: number;
  press: Press | null;
  printDay: string | null;
  printer: Person | null;
  spoiled: number;
  deliveredOn: string | null;
  reason: string | null;
  complaint: string | null;
  answer: string | null;
  refund: number;
  state: (typeof orderStates)[number];
}

export interface Item {
  readonly number: number;
  readonly order: Order;
  name: string;
  copies: number;
  pages: number;
}

export interface Proof {
  readonly number: number;
  readonly order: Order;
  readonly designer: Person;
  readonly file: string;
  readonly round: number;
  remarks: string | null;
  state: 'sent' | 'approved' | 'returned' | 'dropped';
}

export interface Invoice {
  readonly number: number;
  readonly order: Order;
  readonly customer: Person;
  readonly amount: number;
  fees: number;
  credited: number;
  paid: number;
  readonly due: string;
  reminders: number;
  reason: string | null;
  state: 'open' | 'written off' | 'paid';
}

export const kinds = ['flyer', 'brochure', 'poster'];
export const pressKinds = ['digital', 'offset'];
export const roles = ['customer', 'designer', 'printer', 'office', 'manager'];

/** The records of the printing works. */
export class PrintData {
  readonly people: Person[] = [];
  papers: Paper[] = [];
  readonly presses: Press[] = [];
  readonly orders: Order[] = [];
  items: Item[] = [];
  readonly proofs: Proof[] = [];
  readonly invoices: Invoice[] = [];
  #numbers = 200;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  ordersOf(customer: Person): Order[] {
    return this.orders.filter((one) => one.customer === customer);
  }

  itemsOf(order: Order): Item[] {
    return this.items.filter((one) => one.order === order);
  }

  proofsOf(order: Order): Proof[] {
    return this.proofs.filter((one) => one.order === order);
  }

  invoicesOf(order: Order): Invoice[] {
    return this.invoices.filter((one) => one.order === order);
  }
}
