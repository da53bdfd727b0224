import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { invalid } from '../hand-written-inputs.ts';
import type { Person } from './data.ts';
import type { OrchardFault, Others } from './faults.ts';

/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(people|session|fruits|price|harvest|orders|lines|confirm|decline|tours|complaints|accept|reject)$/;

/** Lets requests in, and reads their bodies. `sessions`: who has signed in, by token. */
export function orchardDoor(sessions: ReadonlyMap<string, Person>, fault: OrchardFault | null) {
  const has = (one: OrchardFault): boolean => fault === one;
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(has('forbiddenIs401') ? 401 : 403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
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
    const { method, path, token, contentType, body } = request;
    const me = token === null ? null : (sessions.get(token) ?? (has('unknownTokenIsNobody') ? null : unauthorized()));
    if (method !== 'PATCH' && (method !== 'POST' || !takes.test(path))) return me;
    if (body !== null && contentType?.includes('json') === false && !has('allTypesAreRead')) refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    parsed(request);
    return me;
  };
  /** `others`: the roles that faults let in too. */
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Person => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  return { forbidden, missing, hidden, allow, bodyOf, actor, enter };
}
