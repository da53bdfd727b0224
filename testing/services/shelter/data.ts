export type Role = 'adopter' | 'carer' | 'vet' | 'manager';

export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  city: string | null;
  readonly role: Role;
  fees: number;
  experienced: boolean;
  blocked: boolean;
}

export interface Animal {
  readonly tag: string;
  name: string;
  readonly species: string;
  readonly born: string;
  weight: number;
  shy: boolean;
  note: string | null;
  reason: string | null;
  shelter: string | null;
  vaccinatedOn: string | null;
  keeper: Person | null;
  state: 'quarantine' | 'available' | 'reserved' | 'fostered' | 'adopted' | 'transferred';
}

export interface Application {
  readonly number: number;
  readonly animal: Animal;
  readonly adopter: Person;
  housing: string;
  alone: number;
  letter: string | null;
  reason: string | null;
  decidedAt: number | null;
  state: 'submitted' | 'approved' | 'rejected' | 'lost' | 'withdrawn' | 'adopted';
}

export interface Visit {
  readonly number: number;
  readonly application: Application;
  readonly carer: Person;
  day: string;
  score: number | null;
  report: string | null;
  state: 'planned' | 'passed' | 'failed' | 'cancelled';
}

export interface Placement {
  readonly number: number;
  readonly animal: Animal;
  readonly foster: Person;
  since: string | null;
  until: string;
  extensions: number;
  state: 'requested' | 'running' | 'returned' | 'declined';
}

export interface Treatment {
  readonly number: number;
  readonly animal: Animal;
  readonly vet: Person;
  readonly kind: string;
  due: string;
  dose: number | null;
  cost: number;
  doneOn: string | null;
  state: 'planned' | 'done' | 'cancelled';
}

export interface Donation {
  readonly number: number;
  readonly person: Person;
  animal: Animal | null;
  readonly purpose: string;
  readonly amount: number;
  readonly pledgedAt: number;
  receivedAt: number | null;
  state: 'pledged' | 'received' | 'refunded' | 'lapsed';
}

/** The shelter's data. */
export class ShelterData {
  people: Person[] = [];
  animals: Animal[] = [];
  applications: Application[] = [];
  visits: Visit[] = [];
  placements: Placement[] = [];
  treatments: Treatment[] = [];
  donations: Donation[] = [];
  #numbers = 200;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  applicationsFor(animal: Animal): Application[] {
    return this.applications.filter((one) => one.animal === animal);
  }

  placementsOf(animal: Animal): Placement[] {
    return this.placements.filter((one) => one.animal === animal);
  }

  treatmentsOf(animal: Animal): Treatment[] {
    return this.treatments.filter((one) => one.animal === animal);
  }

  visitsFor(application: Application): Visit[] {
    return this.visits.filter((one) => one.application === application);
  }
}

const fees = new Map([
  ['dog', 180],
  ['cat', 90],
  ['rabbit', 30],
]);

export const feeOf = ({ species }: Animal): number => fees.get(species) ?? 0;

export const discountOf = ({ shy }: Animal): number => (shy ? 20 : 0);
