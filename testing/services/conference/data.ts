export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  role: string;
  institution: string;
  load: number;
}

export interface Edition {
  readonly code: string;
  title: string;
  submitBy: string;
  reviewBy: string;
  pages: number;
  fee: number;
  seats: number;
  state: 'planned' | 'open' | 'reviewing' | 'closed';
}

export interface Paper {
  readonly number: number;
  readonly edition: Edition;
  readonly author: Person;
  coAuthors: Person[];
  title: string;
  abstract: string;
  topic: string;
  pages: number;
  submittedAt: number | null;
  decidedAt: number | null;
  reason: string | null;
  rebuttal: string | null;
  appeals: number;
  finalPages: number | null;
  state: 'draft' | 'submitted' | 'withdrawn' | 'accepted' | 'rejected' | 'appealed' | 'published';
}

export interface Bid {
  readonly number: number;
  readonly paper: Paper;
  readonly reviewer: Person;
  readonly level: string;
}

export interface Review {
  readonly number: number;
  readonly paper: Paper;
  readonly reviewer: Person;
  readonly due: string;
  readonly assignedAt: number;
  score: number | null;
  confidence: number | null;
  comment: string | null;
  note: string | null;
  state: 'assigned' | 'done' | 'declined' | 'cancelled' | 'lapsed';
}

export interface Registration {
  readonly number: number;
  readonly edition: Edition;
  readonly person: Person;
  readonly kind: string;
  readonly fee: number;
  received: number;
  refund: number;
  state: 'open' | 'paid' | 'cancelled';
}

export interface Talk {
  readonly edition: Edition;
  readonly paper: Paper;
  readonly room: string;
  readonly day: string;
  readonly slot: number;
}

/** The conference's data. */
export class ConferenceData {
  people: Person[] = [];
  editions: Edition[] = [];
  papers: Paper[] = [];
  bids: Bid[] = [];
  reviews: Review[] = [];
  registrations: Registration[] = [];
  talks: Talk[] = [];
  #numbers = 60;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  papersOf(edition: Edition): Paper[] {
    return this.papers.filter((paper) => paper.edition === edition);
  }

  reviewsOf(paper: Paper): Review[] {
    return this.reviews.filter((review) => review.paper === paper);
  }
}
