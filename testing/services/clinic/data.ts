import type { ClinicFault } from './faults.ts';

export interface Person {
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: string;
  missed: number;
  blocked: boolean;
}

export interface Surgery {
  readonly number: number;
  readonly doctor: Person;
  room: string;
  day: string;
  places: number;
  booked: number;
  state: 'planned' | 'open' | 'closed' | 'off';
}

export interface Visit {
  readonly number: number;
  readonly surgery: Surgery;
  readonly patient: Person;
  reason: string;
  kind: string;
  fee: number | null;
  note: string | null;
  seenAt: number | null;
  state: 'asked' | 'waiting' | 'booked' | 'seen' | 'missed' | 'cancelled' | 'dropped';
}

export interface Prescription {
  readonly number: number;
  readonly visit: Visit;
  readonly drug: string;
  readonly doses: number;
  given: number;
  endedAt: number | null;
  state: 'issued' | 'finished' | 'revoked';
}

/** The clinic's data. */
export interface ClinicData {
  surgeries: Surgery[];
  visits: Visit[];
  prescriptions: Prescription[];
}

/** Whether the service has the given fault. */
export type Has = (fault: ClinicFault) => boolean;
