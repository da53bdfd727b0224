export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  limit: number;
  owed: number;
  suspended: boolean;
}

export interface Box {
  readonly code: string;
  room: string;
  kind: string;
  slots: number;
  taken: number;
  state: 'ready' | 'defrosting' | 'retired';
}

export interface Order {
  readonly number: number;
  readonly client: Person;
  title: string;
  urgent: boolean;
  due: string;
  price: number;
  note: string | null;
  sentAt: number | null;
  reportedAt: number | null;
  state: 'draft' | 'sent' | 'returned' | 'accepted' | 'cancelled' | 'reported' | 'settled';
}

export interface Sample {
  readonly number: number;
  readonly order: Order;
  name: string;
  volume: number;
  box: Box | null;
  state: 'expected' | 'stored' | 'rejected' | 'discarded' | 'withdrawn';
}

export interface Test {
  readonly number: number;
  readonly sample: Sample;
  readonly method: string;
  readonly price: number;
  analyst: Person | null;
  result: number | null;
  repeats: number;
  startedAt: number | null;
  state: 'wanted' | 'running' | 'measured' | 'approved' | 'failed' | 'dropped';
}

/** The laboratory's data. */
export class LaboratoryData {
  people: Person[] = [];
  boxes: Box[] = [];
  orders: Order[] = [];
  samples: Sample[] = [];
  tests: Test[] = [];
  #numbers = 300;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  samplesOf(order: Order): Sample[] {
    return this.samples.filter((sample) => sample.order === order);
  }

  testsOf(sample: Sample): Test[] {
    return this.tests.filter((test) => test.sample === sample);
  }
}
