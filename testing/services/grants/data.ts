import type { GrantsFault } from './faults.ts';

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  received: number;
  barred: boolean;
}

export interface Fund {
  readonly code: string;
  title: string;
  budget: number;
  committed: number;
  until: string;
  state: 'planned' | 'open' | 'closed';
}

export interface Proposal {
  readonly number: number;
  readonly fund: Fund;
  readonly applicant: Person;
  title: string;
  kind: string;
  amount: number;
  starts: string;
  ends: string;
  granted: number | null;
  drawn: number;
  decidedAt: number | null;
  note: string | null;
  state: 'draft' | 'submitted' | 'listed' | 'granted' | 'declined' | 'dropped' | 'finished';
}

export interface Review {
  readonly number: number;
  readonly proposal: Proposal;
  readonly reviewer: Person;
  points: number;
  remark: string | null;
}

export interface Payment {
  readonly number: number;
  readonly proposal: Proposal;
  readonly amount: number;
  paidAt: number | null;
  state: 'asked' | 'paid' | 'refused';
}

/** The data of the grants service. */
export interface GrantsData {
  funds: Fund[];
  proposals: Proposal[];
  reviews: Review[];
  payments: Payment[];
}

/** Whether the service has the given fault. */
export type Has = (fault: GrantsFault) => boolean;
