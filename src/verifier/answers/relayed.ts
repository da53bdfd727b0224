import type { Json } from '../../expression/values/json.ts';
import type { Answered, Implementation, NoAnswer } from './implementation.ts';
import { parsed } from './judge.ts';
import type { Request } from './request.ts';

/* Requests that a browser sends through the command (`ninefold verify --relay`). */

/** The path of a relay’s address. `secret`: 32 hexadecimal digits. */
export const relayPath = (secret: string): string => `/relay/${secret}`;

/** Whether a URL has the form that `ninefold verify --relay` prints. */
export const isRelay = ({ pathname }: { readonly pathname: string }): boolean => /^\/relay\/[0-9a-f]{32}$/.test(pathname);

/** The timeout in milliseconds; the relay itself waits 10 seconds for the service. */
const patience = 20_000;

/** Sends requests to the service behind a relay. Throws if the relay itself fails. */
export function relayedImplementation(address: URL): Implementation {
  return {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async send({ method, path, query, token, contentType, body }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method, path, query, token, contentType, body }),
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      if (!answer.ok) throw new Error(`The relay answered ${answer.status}.`);
      return (await answer.json()) as Answered | NoAnswer;
    },
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** The characters that are allowed in a header or a request line. */
const oneLine = /^[ -~]*$/;

/** Reads the body of a relayed request; null if it is invalid. */
export function relayedRequest(text: string): Request | null {
  const json = parsed(text);
  if (json === undefined || json === null || typeof json !== 'object' || Array.isArray(json)) return null;
  const given = new Map(Object.entries(json as { readonly [key: string]: Json }));
  const method = given.get('method');
  const path = given.get('path');
  const query = given.get('query');
  if (typeof method !== 'string' || !methods.has(method)) return null;
  if (typeof path !== 'string' || !/^\/[!-~]*$/.test(path) || /[?#\\]/.test(path)) return null;
  if (typeof query !== 'string' || !/^[!-~]*$/.test(query) || query.includes('#')) return null;
  const token = textOrNull(given.get('token'));
  const contentType = textOrNull(given.get('contentType'));
  const body = textOrNull(given.get('body'));
  if (token === undefined || contentType === undefined || body === undefined) return null;
  if (!oneLine.test(token ?? '') || !oneLine.test(contentType ?? '')) return null;
  return { method, path, query, token, contentType, body };
}

/** Undefined if it is neither a text nor null. */
const textOrNull = (value: Json | undefined): string | null | undefined =>
  value === null || typeof value === 'string' ? value : undefined;
