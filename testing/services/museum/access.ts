import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, refuse } from '../hand-written.ts';
import { invalid } from '../hand-written-inputs.ts';
import type { Contact } from './data.ts';
import type { MuseumFault, Others } from './faults.ts';

/** The paths of calls with a body, which is read before permissions are checked. */
const takes = /\/(contacts|session|works|deaccession|reports|loans|treatments|exhibitions|decline|transports|treatments\/[^/]+\/finish)$/;

/** Who sends a request, what it holds, and how it is refused. `sessions`: contacts by token. */
export function museumAccess(sessions: ReadonlyMap<string, Contact>, fault: MuseumFault | null) {
  const has = (one: MuseumFault): boolean => fault === one;
  const unauthorized = (): never => refuse(has('signedOutIsForbidden') ? 403 : 401, 'UNAUTHORIZED');
  const forbidden = (): never => refuse(403, 'FORBIDDEN');
  const missing = (): never => refuse(has('missingIs400') ? 400 : 404, 'NOT_FOUND');
  const hidden = (): never => (has('hiddenIsForbidden') ? forbidden() : refuse(404, 'NOT_FOUND'));
  const allow = (isAllowed: boolean): void => {
    if (!isAllowed) forbidden();
  };
  const parsed = (request: Request): unknown => {
    const json = request.body === null ? {} : jsonIn(request.body);
    if (json === undefined) return has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED');
    return json;
  };
  const bodyOf = (request: Request, ...keys: string[]): Body => {
    const json = parsed(request);
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!keys.includes(key)) invalid();
    return json as Body;
  };
  /** The acting person; null if signed out. */
  const actor = (request: Request): Contact | null => {
    const { method, path, token } = request;
    const me = token === null ? null : (sessions.get(token) ?? (has('endedSessionsAreVisitors') ? null : unauthorized()));
    if (method === 'PATCH' || (method === 'POST' && takes.test(path))) parsed(request);
    return me;
  };
  const enter = (request: Request, wanted: readonly string[], others: Others = {}): Contact => {
    const me = actor(request) ?? unauthorized();
    allow(wanted.includes(me.role) || (fault !== null && others[fault] === me.role));
    return me;
  };
  return { forbidden, missing, hidden, allow, bodyOf, actor, enter };
}
