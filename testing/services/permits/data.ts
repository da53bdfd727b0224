export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly department: string | null;
  strikes: number;
  blocked: boolean;
}

export interface Parcel {
  readonly code: string;
  size: number;
  zone: string;
  listed: boolean;
  note: string | null;
}

export interface Application {
  readonly number: number;
  readonly applicant: Person;
  readonly parcel: Parcel;
  readonly kind: string;
  title: string;
  area: number;
  height: number;
  plans: string | null;
  fee: number;
  paid: number;
  refund: number;
  remarks: string | null;
  returns: number;
  reason: string | null;
  publishedOn: string | null;
  state: 'draft' | 'submitted' | 'complete' | 'granted' | 'denied' | 'withdrawn';
}

export interface Objection {
  readonly number: number;
  readonly application: Application;
  readonly person: Person;
  readonly grounds: string;
  answer: string | null;
  state: 'filed' | 'upheld' | 'dismissed' | 'retracted';
}

export interface Review {
  readonly number: number;
  readonly application: Application;
  readonly department: string;
  examiner: Person | null;
  note: string | null;
  state: 'asked' | 'approved' | 'rejected' | 'dropped';
}

export interface Permit {
  readonly number: number;
  readonly application: Application;
  readonly holder: Person;
  until: string;
  extensions: number;
  failures: number;
  reason: string | null;
  state: 'valid' | 'lapsed' | 'revoked' | 'finished';
}

export interface Inspection {
  readonly number: number;
  readonly permit: Permit;
  readonly kind: string;
  readonly day: string;
  inspector: Person | null;
  note: string | null;
  state: 'planned' | 'passed' | 'failed' | 'cancelled' | 'dropped';
}

export const kinds = ['house', 'shed', 'shop'];
export const zones = ['housing', 'trade', 'green'];
export const departments = ['fire', 'water', 'heritage'];
export const stages = ['foundation', 'frame', 'final'];

/** The records of the office. */
export class PermitData {
  readonly people: Person[] = [];
  parcels: Parcel[] = [];
  readonly applications: Application[] = [];
  readonly objections: Objection[] = [];
  readonly reviews: Review[] = [];
  readonly permits: Permit[] = [];
  readonly inspections: Inspection[] = [];
  #numbers = 100;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  applicationsFor(parcel: Parcel): Application[] {
    return this.applications.filter((one) => one.parcel === parcel);
  }

  objectionsTo(application: Application): Objection[] {
    return this.objections.filter((one) => one.application === application);
  }

  reviewsOf(application: Application): Review[] {
    return this.reviews.filter((one) => one.application === application);
  }

  inspectionsOf(permit: Permit): Inspection[] {
    return this.inspections.filter((one) => one.permit === permit);
  }
}
