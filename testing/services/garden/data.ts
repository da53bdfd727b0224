export interface Person {
  readonly number: number;
  name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  arrears: number;
  hours: number;
  banned: boolean;
}

export interface Plot {
  readonly code: string;
  area: number;
  sunny: boolean;
  note: string | null;
  state: 'fallow' | 'free' | 'let';
}

export interface Application {
  readonly number: number;
  readonly person: Person;
  least: number;
  most: number;
  letter: string | null;
  plot: Plot | null;
  offeredAt: number | null;
  refusals: number;
  state: 'waiting' | 'offered' | 'accepted' | 'withdrawn';
}

export interface Lease {
  readonly number: number;
  readonly plot: Plot;
  readonly tenant: Person;
  readonly rent: number;
  readonly since: string;
  until: string | null;
  reason: string | null;
  state: 'running' | 'noticed' | 'ended';
}

export interface Workday {
  readonly number: number;
  title: string;
  day: string;
  places: number;
  hours: number;
  readonly keeper: Person;
  state: 'draft' | 'open' | 'done' | 'cancelled';
}

export interface Shift {
  readonly number: number;
  readonly workday: Workday;
  readonly person: Person;
  readonly task: string;
  hours: number | null;
  state: 'signed' | 'left' | 'attended' | 'missed' | 'dropped';
}

/** The garden's data. */
export class GardenData {
  people: Person[] = [];
  plots: Plot[] = [];
  applications: Application[] = [];
  leases: Lease[] = [];
  workdays: Workday[] = [];
  shifts: Shift[] = [];
  #numbers = 40;

  /** Returns the next number of a record. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  applicationsFor(plot: Plot): Application[] {
    return this.applications.filter((application) => application.plot === plot);
  }

  shiftsOn(workday: Workday): Shift[] {
    return this.shifts.filter((shift) => shift.workday === workday);
  }
}

export const rentOf = ({ area, sunny }: Plot): number => area * 2 + (sunny ? 25 : 0);
