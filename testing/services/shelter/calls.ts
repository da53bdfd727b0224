import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, jsonIn, type Route, refuse } from '../hand-written.ts';
import { invalid } from '../hand-written-inputs.ts';
import { alsoFor, notFor, rolesOf } from './access.ts';
import type { Person, Role } from './data.ts';
import type { Has, ShelterFault } from './faults.ts';

/** A request that is let in: the person acting, the key in its path, its body and its query. */
export interface Call {
  readonly me: Person | null;
  readonly key: string;
  readonly body: Body;
  readonly query: URLSearchParams;
  readonly token: string | null;
}

/** What a call answers; null for no body. */
export type Handle = (call: Call) => Body | null;

/** The keys that the body of each call may have (null: it has no body), and what it does. */
export type Handles = ReadonlyMap<string, readonly [takes: readonly string[] | null, handle: Handle]>;

/** How the routes find out who is acting, and refuse. */
interface Gate {
  readonly me: (token: string | null) => Person | null;
  readonly seek: (me: Person | null, tag: string) => unknown;
  readonly unauthorized: () => never;
  readonly missing: () => never;
  readonly allow: (isAllowed: boolean) => void;
}

/** The routes of the calls. What each refuses before its own steps is refused here, in order. */
export function shelterRoutes(handles: Handles, gate: Gate, fault: ShelterFault | null): readonly Route[] {
  const has: Has = (one) => fault === one;
  const parsed = (request: Request): unknown => {
    if (request.body === null) return {};
    if (request.contentType !== null && !/json/.test(request.contentType)) return refuse(415, 'UNSUPPORTED_MEDIA_TYPE');
    const json = jsonIn(request.body);
    return json === undefined ? (has('brokenJsonIsEmpty') ? {} : refuse(400, 'MALFORMED')) : json;
  };
  const bodyOf = (json: unknown, takes: readonly string[]): Body => {
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return invalid();
    if (!has('unknownKeysAreIgnored')) for (const key of Object.keys(json)) if (!takes.includes(key)) invalid();
    return json as Body;
  };
  const enter = (name: string, me: Person | null): void => {
    const roles = rolesOf.get(name) ?? null;
    if (roles === null) return;
    const { role } = me ?? gate.unauthorized();
    const isCall = (entry: readonly [string, Role] | undefined): boolean => entry !== undefined && entry[0] === name && entry[1] === role;
    const isLet = roles.includes(role) && !(fault !== null && isCall(notFor[fault]));
    gate.allow(isLet || (fault !== null && isCall(alsoFor[fault])));
  };
  const created = /^POST (people|animals|donations|.*:tag\/(applications|placements|treatments|donations)|.*\/visits)$/;
  const statusOf = (name: string): number => {
    if (name.startsWith('DELETE')) return has('deletedIs200') ? 200 : 204;
    if ((name === 'POST animals' && has('animalIs200')) || (name === 'POST people' && has('signUpIs200'))) return 200;
    return created.test(name) && !(name.endsWith('visits') && has('visitIs200')) ? 201 : 200;
  };
  return [...handles].map(([name, [takes, handle]]): Route => {
    const [method = '', path = ''] = name.split(' ');
    const pattern = new RegExp(`^/${path.replace(/:\w+/, '([^/]+)')}$`);
    return [
      method,
      pattern,
      ([, key = ''], request) => {
        const me = gate.me(request.token);
        const json = takes === null ? {} : parsed(request);
        if (has('recordBeforeRole') && path.includes(':tag')) gate.seek(me, key);
        enter(name, me);
        if (path.includes(':number') && !/^-?\d+$/.test(key)) gate.missing();
        const body = takes === null ? {} : bodyOf(json, takes);
        return [statusOf(name), handle({ me, key, body, query: new URLSearchParams(request.query), token: request.token })];
      },
    ];
  });
}
