import { lookup as resolve } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { boundedText } from '../bounded-text.ts';
import type { IsPrivate } from './private-addresses.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if there is no body. */
  readonly body: string | null;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface OutgoingLimits {
  readonly isPrivate: IsPrivate;
  /** Allows private addresses, and for these also requests without TLS. */
  readonly allowPrivate: boolean;
  /** The longest response, in bytes. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** Thrown for a request that must not be sent; retrying is pointless. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/**
 * Sends one request and reads its response. Redirects are not followed. The address is checked
 * after the name is resolved, and the connection uses that address, so a name that resolves
 * differently a moment later does no harm. Rejects with NotAllowed, or with the error of the
 * connection.
 */
export function sendRequest({ method, url, headers, body }: OutgoingRequest, limits: OutgoingLimits): Promise<OutgoingAnswer> {
  const { hostname, protocol } = url;
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0) {
    const why = refusedAddress(literal, url, limits);
    if (why !== null) return Promise.reject(why);
  }
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
    lookup: checkedLookup(url, limits),
    signal: limits.signal,
    agent: false,
  };
  return new Promise((done, failed) => {
    const answered = (answer: IncomingMessage): void => {
      readAnswer(answer, limits.most).then(done, (error: unknown) => {
        sent.destroy();
        failed(error);
      });
    };
    const sent: ClientRequest = protocol === 'https:' ? httpsRequest(url, options, answered) : httpRequest(url, options, answered);
    sent.on('error', failed);
    sent.end(body ?? undefined);
  });
}

function refusedAddress(address: string, { protocol }: URL, { isPrivate, allowPrivate }: OutgoingLimits): NotAllowed | null {
  const inside = isPrivate(address);
  if (inside && !allowPrivate)
    return new NotAllowed(`${address} is a private address. Pass --allow-private if the service is meant to be there`);
  return !inside && protocol !== 'https:' ? new NotAllowed('a service on the internet needs an https:// address') : null;
}

/** Resolves a name; fails if any of its addresses is not allowed. */
const checkedLookup =
  (url: URL, limits: OutgoingLimits): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return answer(error, []);
      const wrong = found.map(({ address }) => refusedAddress(address, url, limits)).find((why) => why !== null);
      const [first] = found;
      if (wrong !== undefined) return answer(wrong, []);
      if (first === undefined) return answer(new Error(`${hostname} has no address`), []);
      return options.all === true ? answer(null, found) : answer(null, first.address, first.family);
    });
  };

async function readAnswer(answer: IncomingMessage, most: number): Promise<OutgoingAnswer> {
  const text = await boundedText(answer, most);
  if (text === null) throw new Error(`the answer is longer than ${most} bytes`);
  return {
    status: answer.statusCode ?? 0,
    contentType: answer.headers['content-type'] ?? '',
    text,
  };
}
