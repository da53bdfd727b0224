import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body, Route } from '../hand-written.ts';
import { text } from '../hand-written-inputs.ts';
import { homecareAccess } from './access.ts';
import { HomecareData, type Person } from './data.ts';
import type { Has, HomecareFault, Others } from './faults.ts';
import { homecareLists } from './lists.ts';
import { homecareRules } from './rules.ts';
import { homecareSteps } from './steps.ts';
import { homecareViews } from './views.ts';

export type Company = ReturnType<typeof homecareCompany>;
/** A step with a record. */
export type On<T> = (one: T, body: Body, me: Person) => void;
export type Entry = (key: string, request: Request, second: string) => Body | null;
interface Step {
  readonly keys?: readonly string[];
  readonly others?: Others;
  /** A fault that lets everybody in the role find the record. */
  readonly lax?: HomecareFault;
  /** What is wrong with the request even if there is no such record. */
  readonly early?: (body: Body) => void;
}

/** What all calls of the company share. `now`: milliseconds since the epoch. */
export function homecareCompany(now: () => number, fault: HomecareFault | null) {
  const has: Has = (one) => fault === one;
  const data = new HomecareData();
  const rules = homecareRules(data, has, now);
  const steps = homecareSteps(data, rules, has, now);
  const views = homecareViews(data, has);
  const lists = homecareLists(data, views, has);
  const access = homecareAccess(data, rules, views, has, fault, now);
  const { bodyOf, enter } = access;

  const stepOn =
    <T>(look: (number: string, me: Person, lax: boolean) => T, show: (one: T, me: Person) => Body) =>
    (wanted: readonly string[], step: On<T>, { keys = [], others = {}, lax, early }: Step = {}): Entry =>
    (number, request) => {
      const me = enter(request, wanted, others);
      const body = keys.length > 0 ? bodyOf(request, ...keys) : {};
      early?.(body);
      const one = look(number, me, lax !== undefined && fault === lax);
      step(one, body, me);
      return show(one, me);
    };
  const is = <T extends { readonly state: string }>(one: T, ...states: string[]): void => steps.from(states.includes(one.state));
  /** The text under a key; it has at most this many characters. */
  const words = (body: Body, key: string, most = 120): string => text(body[key], most);

  const route = (method: string, path: string, on: Entry, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path.replaceAll(':n', '([^/]+)')}$`),
    ([, key = '', second = ''], request) => [
      status === 204 && has('deletedIs200') ? 200 : status === 201 && has('createdIs200') ? 200 : status,
      on(key, request, second),
    ],
  ];
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): Entry =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  /** Looks for a record and shows it. */
  const shown =
    <T>(
      wanted: readonly string[],
      look: (number: string, me: Person) => T,
      show: (one: T, me: Person, query: URLSearchParams) => Body,
      others: Others = {},
    ): Entry =>
    (number, request) => {
      const me = enter(request, wanted, others);
      return show(look(number, me), me, new URLSearchParams(request.query));
    };
  return { data, rules, steps, views, lists, has, now, ...access, stepOn, is, words, route, seen, shown };
}
