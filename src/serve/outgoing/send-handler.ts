import { answered, gaveUp, isTemporary, readSent, type SentRequest, sendKind } from '../../engine/services/sent.ts';
import type { Json } from '../../expression/values/json.ts';
import type { Service } from '../../model/ast/services.ts';
import type { SecretOf } from '../calls/signature.ts';
import type { JobHandler, JobResult } from '../engine/job-runner.ts';
import { privateAddresses } from './private-addresses.ts';
import { NotAllowed, type OutgoingAnswer, type OutgoingRequest, sendRequest } from './request.ts';

export interface SendParts {
  /** The service of that name in the document; null: it has none. */
  readonly service: (name: string) => Service | null;
  readonly secretOf: SecretOf;
  readonly allowPrivate: boolean;
}

/** Bytes of an answer. */
const mostAnswered = 1_000_000;

/**
 * Sends requests to services. Each carries the id of its job as Idempotency-Key in every attempt,
 * so that a service does it once; the event that the answer triggers happens in the transaction
 * that ends the job.
 */
export function sendHandler(parts: SendParts): JobHandler {
  const isPrivate = privateAddresses();
  return {
    kind: sendKind,
    async attempt(job, signal) {
      const sent = readSent(job);
      const request = outgoing(parts, sent, job.id);
      if (typeof request === 'string') return { status: 'failed', error: request };
      try {
        const answer = await sendRequest(request, { isPrivate, allowPrivate: parts.allowPrivate, most: mostAnswered, signal });
        return resultOf(sent, answer);
      } catch (error) {
        return { status: error instanceof NotAllowed ? 'failed' : 'again', error: error instanceof Error ? error.message : String(error) };
      }
    },
    gaveUp: (run, job, error) => gaveUp(run, readSent(job), error),
  };
}

/** The request, or why there can be none. */
function outgoing(
  { service: find, secretOf }: SendParts,
  { service: name, request, body }: SentRequest,
  key: string,
): OutgoingRequest | string {
  const service = find(name);
  if (service === null || service.address === null) return `the document has no address of ${name}`;
  const secret = service.secret === null ? null : secretOf(service.secret.text);
  if (service.secret !== null && !secret) return `${service.secret.text} is not set`;
  const [method = '', path = ''] = request.split(' ', 2);
  const url = new URL(service.address + path);
  const base = new URL(`${service.address}/`);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return `“${request}” leads to another place than ${name}`;
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      'idempotency-key': key,
      'user-agent': 'ninefold',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: body === null ? null : JSON.stringify(body),
  };
}

function resultOf(sent: SentRequest, { status, text, contentType }: OutgoingAnswer): JobResult {
  if (isTemporary(status)) return { status: 'again', error: `${sent.service} answered ${status}` };
  if (status < 200 || (status >= 300 && status < 400))
    return { status: 'failed', error: `${sent.service} answered ${status}: redirects are not followed` };
  return {
    status: 'done',
    note: `answered ${status}`,
    effect: (run) => answered(run, sent, { status, body: bodyOf(text, contentType) }),
  };
}

/** JSON, or the text where it is none. */
function bodyOf(text: string, contentType: string): Json {
  if (text === '') return null;
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
