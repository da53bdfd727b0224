export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly trade: string | null;
  readonly wage: number;
  discount: number;
  blocked: boolean;
}

export interface Dish {
  readonly code: string;
  name: string;
  readonly course: string;
  price: number;
  cost: number | null;
  readonly allergen: string;
  minimum: number;
  offered: boolean;
}

export interface CateredEvent {
  readonly number: number;
  readonly customer: Person;
  title: string;
  readonly day: string;
  guests: number;
  place: string;
  note: string | null;
  reason: string | null;
  total: number;
  deposit: number;
  paid: number;
  credit: number;
  fee: number;
  changes: number;
  reminders: number;
  complaint: string | null;
  billedOn: string | null;
  state: string;
  /** When the event was asked for or offered, in milliseconds since the epoch. */
  since: number;
}

export interface Order {
  readonly number: number;
  readonly event: CateredEvent;
  readonly dish: Dish;
  portions: number;
  price: number;
  wish: string | null;
}

export interface Shift {
  readonly number: number;
  readonly event: CateredEvent;
  readonly trade: string;
  readonly hours: number;
  person: Person | null;
  worked: number | null;
  pay: number;
  state: string;
}

export interface Item {
  readonly code: string;
  name: string;
  stock: number;
  rent: number;
  value: number;
}

export interface Rental {
  readonly number: number;
  readonly event: CateredEvent;
  readonly item: Item;
  readonly amount: number;
  broken: number;
  charge: number;
  state: string;
}

export const roles = ['customer', 'staff', 'office', 'manager'];
export const trades = ['cook', 'waiter', 'driver'];
export const courses = ['starter', 'main', 'dessert', 'drink'];
export const allergens = ['none', 'nuts', 'milk', 'gluten', 'fish'];
export const eventStates = 'asked offered declined expired accepted prepared served billed closed cancelled'.split(' ');
export const shiftStates = ['open', 'taken', 'done', 'dropped'];
export const rentalStates = ['reserved', 'out', 'released', 'returned'];

/** The records of the company. */
export class CateringData {
  readonly people: Person[] = [];
  dishes: Dish[] = [];
  readonly events: CateredEvent[] = [];
  orders: Order[] = [];
  readonly shifts: Shift[] = [];
  readonly items: Item[] = [];
  readonly rentals: Rental[] = [];
  #numbers = 100;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  ordersOf(event: CateredEvent): Order[] {
    return this.orders.filter((one) => one.event === event);
  }

  shiftsOf(event: CateredEvent): Shift[] {
    return this.shifts.filter((one) => one.event === event);
  }

  rentalsOf(event: CateredEvent): Rental[] {
    return this.rentals.filter((one) => one.event === event);
  }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export const owed = ({ total, credit, paid }: CateredEvent): number => total - credit - paid;
