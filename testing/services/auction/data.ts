export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  phone: string | null;
  bond: number;
  blocked: boolean;
  balance: number;
}

export interface Sale {
  readonly code: string;
  title: string;
  place: string;
  day: string;
  capacity: number;
  premium: number;
  closedAt: number | null;
  state: 'planned' | 'published' | 'live' | 'closed' | 'cancelled';
}

export interface Item {
  readonly number: number;
  readonly owner: Person;
  title: string;
  category: string;
  low: number | null;
  high: number | null;
  reserve: number;
  expert: Person | null;
  reason: string | null;
  sale: Sale | null;
  lot: number | null;
  hammer: number | null;
  buyer: Person | null;
  state: 'offered' | 'accepted' | 'declined' | 'agreed' | 'withdrawn' | 'entered' | 'bidding' | 'sold' | 'passed' | 'collected';
}

export interface Bid {
  readonly number: number;
  readonly item: Item;
  readonly bidder: Person;
  readonly amount: number;
  state: 'leading' | 'outbid' | 'retracted';
}

export interface Invoice {
  readonly number: number;
  readonly item: Item;
  readonly buyer: Person;
  readonly hammer: number;
  readonly premium: number;
  readonly due: string;
  paid: number;
  paidAt: number | null;
  state: 'open' | 'paid' | 'void' | 'settled';
}

export interface Viewing {
  readonly number: number;
  readonly item: Item;
  readonly visitor: Person;
  day: string;
  slot: string;
  readonly guests: number;
  state: 'booked' | 'attended' | 'cancelled';
}

/** The auction house's data. */
export class AuctionData {
  people: Person[] = [];
  sales: Sale[] = [];
  items: Item[] = [];
  bids: Bid[] = [];
  invoices: Invoice[] = [];
  viewings: Viewing[] = [];
  #numbers = 700;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  itemsOf(sale: Sale): Item[] {
    return this.items.filter((item) => item.sale === sale);
  }

  bidsOn(item: Item): Bid[] {
    return this.bids.filter((bid) => bid.item === item);
  }

  viewingsOf(item: Item): Viewing[] {
    return this.viewings.filter((viewing) => viewing.item === item);
  }

  leading(item: Item): Bid | null {
    return this.bidsOn(item).find(({ state }) => state === 'leading') ?? null;
  }
}
