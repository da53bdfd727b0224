import type { Json } from '../../expression/values/json.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { CallRequest } from '../../serve/calls/call-request.ts';
import { placeholderSecret, type SecretOf, signatureOf } from '../../serve/calls/signature.ts';
import { type Bodies, filled, type Ref, type Template } from './template.ts';

export interface Request extends CallRequest {
  /** Sets the clock to this moment, in milliseconds since the epoch, and does nothing else. */
  readonly moment?: number;
}

/** A body that is sent unchanged. */
export interface RawBody {
  readonly text: string;
  readonly contentType: string;
}

/** A request whose values may refer to earlier answers. */
export interface Attempt {
  readonly call: Call;
  /** Null: none is sent. A string is sent unchanged. */
  readonly token: Ref | string | null;
  readonly route: ReadonlyMap<string, Template>;
  readonly query: readonly (readonly [string, Template])[];
  /** Undefined if there is none. */
  readonly body: Template | undefined;
  readonly raw?: RawBody;
  /** For a signed call; absent: it is signed correctly. */
  readonly signature?: 'missing' | 'wrong';
  /** Sets the clock instead of sending anything: milliseconds since the epoch. */
  readonly moment?: number;
  /** Whether the sender signed up in this run, so that no other client changes their account. */
  readonly isOwn?: boolean;
  /** A description: `Ana: POST /api/tickets with a blank subject`. */
  readonly words: string;
}

/** The request for one side, with the values of its answers. Throws NotAnswered. */
export function requestOf(attempt: Attempt, bodies: Bodies): Request {
  const text = (template: Template): string => {
    const value = filled(template, bodies);
    return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const path = attempt.call.path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? encodeURIComponent(text(attempt.route.get(segment.slice(1)) ?? '')) : segment))
    .join('/');
  const query = attempt.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`).join('&');
  const json: Json | undefined = attempt.body === undefined ? undefined : filled(attempt.body, bodies);
  const body = attempt.raw?.text ?? (json === undefined ? null : JSON.stringify(json));
  return {
    method: attempt.call.method,
    path,
    query,
    token: attempt.token === null ? null : text(attempt.token),
    contentType: body === null ? null : (attempt.raw?.contentType ?? 'application/json'),
    body,
    ...(attempt.moment === undefined ? {} : { moment: attempt.moment }),
  };
}

/** Adds the signature if the call is signed. `secretOf`: the secrets of the side that answers. */
export function signedRequest({ call: { signed }, signature }: Attempt, request: Request, secretOf: SecretOf): Request {
  const secret = signed === null ? null : secretOf(signed.secret.text);
  if (signed === null || secret === null || signature === 'missing') return request;
  const made = signature === 'wrong' ? '0'.repeat(64) : signatureOf(request.body ?? '', secret);
  return { ...request, signatures: { [signed.header.toLowerCase()]: made } };
}

/** The request for an oracle, signed with stand-in secrets. Throws NotAnswered. */
export const askedOf = (attempt: Attempt, bodies: Bodies): Request => signedRequest(attempt, requestOf(attempt, bodies), placeholderSecret);
