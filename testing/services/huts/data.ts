export interface Hut {
  readonly code: string;
  name: string;
  altitude: number;
  beds: number;
  mattresses: number;
  kitchen: number;
  note: string | null;
  keyCode: string | null;
  stock: number;
  closed: boolean;
}

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  role: string;
  readonly hut: Hut | null;
  noShows: number;
  barred: boolean;
}

export interface Season {
  readonly number: number;
  readonly hut: Hut;
  readonly kind: string;
  starts: string;
  ends: string;
  bedPrice: number;
  mattressPrice: number;
  state: 'planned' | 'open' | 'closed';
}

export interface Reservation {
  readonly number: number;
  readonly season: Season;
  readonly person: Person;
  readonly kind: string;
  readonly arrival: string;
  readonly nights: number;
  people: number;
  remark: string | null;
  note: string | null;
  reason: string | null;
  price: number;
  meals: number;
  paid: number;
  fee: number;
  refund: number;
  confirmedOn: string | null;
  arrivedOn: string | null;
  leftOn: string | null;
  /** When it was requested, in milliseconds since the epoch. */
  readonly at: number;
  state: 'requested' | 'confirmed' | 'arrived' | 'left' | 'cancelled' | 'declined' | 'missed' | 'lapsed';
}

export interface Order {
  readonly number: number;
  readonly reservation: Reservation;
  readonly meal: string;
  readonly day: string;
  count: number;
  remark: string | null;
  price: number;
  state: 'ordered' | 'served' | 'cancelled' | 'dropped';
}

export interface Damage {
  readonly number: number;
  readonly hut: Hut;
  readonly reporter: Person;
  readonly title: string;
  severity: string;
  reason: string | null;
  cost: number | null;
  repairedOn: string | null;
  state: 'reported' | 'accepted' | 'rejected' | 'withdrawn' | 'repaired';
}

export interface Delivery {
  readonly number: number;
  readonly hut: Hut;
  readonly goods: string;
  way: string;
  amount: number;
  day: string;
  cost: number;
  received: number | null;
  state: 'planned' | 'sent' | 'cancelled' | 'received' | 'lost';
}

export const roles = ['guest', 'member', 'warden', 'office'];
export const seasonKinds = ['summer', 'winter'];
export const seasonStates = ['planned', 'open', 'closed'];
export const placeKinds = ['bed', 'mattress'];
export const reservationStates = ['requested', 'confirmed', 'arrived', 'left', 'cancelled', 'declined', 'missed', 'lapsed'];
export const mealKinds = ['breakfast', 'dinner', 'packed'];
export const orderStates = ['ordered', 'served', 'cancelled', 'dropped'];
export const severities = ['minor', 'major', 'danger'];
export const damageStates = ['reported', 'accepted', 'rejected', 'withdrawn', 'repaired'];
export const goodsKinds = ['food', 'gas', 'wood', 'linen'];
export const ways = ['helicopter', 'mule', 'carrier'];
export const deliveryStates = ['planned', 'sent', 'cancelled', 'received', 'lost'];

const dayLength = 86_400_000;

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength;

export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

export const departureOf = ({ arrival, nights }: Pick<Reservation, 'arrival' | 'nights'>): string => addDays(arrival, nights);

/** The records of the club. */
export class HutData {
  readonly people: Person[] = [];
  huts: Hut[] = [];
  seasons: Season[] = [];
  readonly reservations: Reservation[] = [];
  readonly orders: Order[] = [];
  readonly damages: Damage[] = [];
  readonly deliveries: Delivery[] = [];
  #numbers = 100;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  reservationsIn(season: Season): Reservation[] {
    return this.reservations.filter((one) => one.season === season);
  }

  ordersOf(reservation: Reservation): Order[] {
    return this.orders.filter((one) => one.reservation === reservation);
  }

  damagesOf(hut: Hut): Damage[] {
    return this.damages.filter((one) => one.hut === hut);
  }
}
