import type { Body } from '../hand-written.ts';
import { day } from '../hand-written-steps.ts';

/** A sign-in with a body that is not what a program would send. */
interface Raw {
  readonly contentType: string;
  readonly raw: string;
}

/** A request of a person, null if signed out; a raw one; or hours that pass. */
export type Step = readonly [who: string | null, call: string, body?: Body] | Raw | number;

/** A course of Ines from the tenth day to the twentieth, at five, in the first lane. */
export const crawl = (more: Body = {}): Body => ({
  ...{ code: 'CR-01', title: 'Crawl', level: 1, places: 2, least: 2, begins: day(10), until: day(20), hour: 17, lane: 1 },
  ...{ teacher: 3, price: 45.55, note: 'Bring fins', ...more },
});

export const add = (more: Body = {}): Step => ['mona', 'POST /courses', crawl(more)];
export const enrol = (who: string, code = 'CR-01', body: Body = {}): Step => [who, `POST /courses/${code}/enrolments`, body];
export const wait = (who: string, code = 'CR-01'): Step => enrol(who, code, { patient: true });
export const leave = (who: string, number: number): Step => [who, `POST /enrolments/${number}/leave`];
export const note = (who: string, number: number, call: string, body?: Body): Step => [who, `POST /enrolments/${number}/${call}`, body];
export const buy = (who: string, kind: string): Step => [who, 'POST /passes', { kind }];
export const use = (number: number, who = 'cas'): Step => [who, `POST /passes/${number}/use`];
export const back = (who: string, number: number): Step => [who, `POST /passes/${number}/give-back`];
export const rent = (who: string, code: string, term: number): Step => [who, `POST /lockers/${code}/rentals`, { term }];
export const book = (who: string, on: number, lane: number, starts: number, ends: number): Step => [
  who,
  'POST /bookings',
  { day: day(on), lane, starts, ends },
];
export const change = (who: string, number: number, body: Body): Step => [who, `PATCH /people/${number}`, body];
export const settle = (who: string, number: number, payment: number | string): Step => [who, `POST /people/${number}/settle`, { payment }];
export const all = (call: string): Step[] =>
  ['mona', 'cas', 'ines', 'ivo', 'sam', 'sue', 'dora', 'fay', null].map((who) => [who, `GET ${call}`]);
export const joins = (more: Body): Step => [
  null,
  'POST /people',
  { name: 'Nora', email: 'nora@example.com', password: 'a', born: '2010-03-02', ...more },
];
export const signIn = (email: string): Step => [null, 'POST /session', { email, password: 'correct-horse' }];
