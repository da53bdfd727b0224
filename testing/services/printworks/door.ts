import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse } from '../hand-written.ts';
import { invalid } from '../hand-written-inputs.ts';
import type { Person } from './data.ts';
import type { Has, Others, PrintFault } from './faults.ts';

export type PrintDoor = ReturnType<typeof printDoor>;

/** Answers a request; `key`: the record's number or code in the path. */
export type On = (key: string, request: Request) => Body | null;

/** The paths of calls with a body, which is read before permissions are checked. */
const takes =
  /\/(people|session|papers|restock|presses|orders|remark|designer|items|quote|reject|schedule|finish|complain|settle|proofs|return|pay|write-off)$/;

const sessionLife = 30 * 86_400_000;

/** How people come in and are turned away. `expire`: what happens by itself before a request. */
export function printDoor(has: Has, fault: PrintFault | null, now: () => number, expire: () => void) {
  const sessions = new Map<string, { readonly person: Person; readonly until: number }>();
  let opened = 0;
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null || request.body === '' ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(has('brokenJsonIs422') ? 422 : 400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, ...keys: string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Person | null => {
    expire();
    const { method, path, token, contentType, body } = request;
    const session = sessions.get(token ?? '');
    const isKnown = session !== undefined && (now() < session.until || has('sessionsDoNotEnd'));
    if (token !== null && !isKnown && !has('unknownTokenIsNobody')) unauthorized();
    const me = isKnown ? session.person : null;
    if (method !== 'PATCH' && ((method !== 'POST' && method !== 'PUT') || !takes.test(path))) return me;
    if (body !== null && body !== '' && contentType?.includes('json') === false && !has('allTypesAreRead'))
      refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  /** Opens a session; returns its token. */
  const open = (person: Person): string => {
    opened += 1;
    const token = `w${opened}-${'o'.repeat(24)}`;
    sessions.set(token, { person, until: now() + sessionLife });
    return token;
  };
  const close = ({ token }: Request): boolean => sessions.delete(token ?? '');
  const numbered = <T extends { readonly number: number }>(all: readonly T[], number: string, sees: (one: T) => boolean): T => {
    const record = all.find((one) => String(one.number) === number) ?? missing();
    return sees(record) ? record : hidden();
  };
  /** In the path, what is no number finds nothing, whatever the body holds. */
  const checkNumber = (number: string): void => {
    if (!/^-?\d+$/.test(number)) missing();
  };

  const route = (method: string, path: string, on: On, status = method === 'DELETE' ? 204 : 200): Route => [
    method,
    new RegExp(`^/${path}$`),
    ([, key = ''], request) => [
      status === 204 && has('deletedIs200') ? 200 : status === 201 && has('createdIs200') ? 200 : status,
      on(key, request),
    ],
  ];
  const seen =
    (wanted: readonly string[], show: (me: Person, query: URLSearchParams) => Body, others: Others = {}): On =>
    (_key, request) =>
      show(enter(request, wanted, others), new URLSearchParams(request.query));
  return { forbidden, missing, hidden, allow, bodyOf, actor, enter, open, close, numbered, checkNumber, route, seen };
}
