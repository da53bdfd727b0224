export interface Person {
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly language: string | null;
  workload: number;
}

export interface Job {
  readonly number: number;
  title: string;
  readonly source: string;
  target: string;
  brief: string | null;
  rush: boolean;
  /** What the client first said, for a fault. */
  readonly firstRush: boolean;
  deadline: string;
  readonly client: Person;
  state: 'draft' | 'submitted' | 'in work' | 'delivered' | 'accepted' | 'withdrawn';
  deliveredAt: number | null;
  revisions: number;
}

export interface Part {
  readonly number: number;
  readonly job: Job;
  title: string;
  words: number;
  translator: Person | null;
  state: 'waiting' | 'assigned' | 'in work' | 'handed in' | 'approved';
  translation: string | null;
  feedback: string | null;
}

export interface Query {
  readonly id: string;
  readonly job: Job;
  readonly question: string;
  answer: string | null;
  answeredAt: number | null;
}

export interface Review {
  readonly id: string;
  readonly job: Job;
  readonly author: Person;
  readonly stars: number;
  readonly comment: string | null;
  published: boolean;
}

/** The bureau's arrays. Queries and reviews are in the order of their creation. */
export class TranslationData {
  readonly people: Person[] = [];
  readonly jobs: Job[] = [];
  readonly parts: Part[] = [];
  readonly queries: Query[] = [];
  readonly reviews: Review[] = [];
  private last = 0;

  next(): number {
    this.last += 1;
    return this.last;
  }

  id(): string {
    return `01234567-89ab-7cde-8f01-${String(this.next()).padStart(12, '0')}`;
  }

  partsOf(job: Job): Part[] {
    return this.parts.filter((part) => part.job === job);
  }

  queriesOf(job: Job): Query[] {
    return this.queries.filter((query) => query.job === job);
  }

  translates(person: Person, job: Job): boolean {
    return this.parts.some((part) => part.job === job && part.translator === person);
  }
}

/** Removes the elements for which the test holds. */
export function removeFrom<T>(all: T[], test: (one: T) => boolean): void {
  all.splice(0, all.length, ...all.filter((one) => !test(one)));
}
