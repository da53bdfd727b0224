import { isTemporary, readSent, type SentRequest, sendKind, triggerAnswer, triggerFailure } from '../../engine/services/sent.ts';
import type { Json } from '../../expression/values/json.ts';
import type { Service } from '../../model/ast/services.ts';
import type { SecretOf } from '../calls/signature.ts';
import type { JobHandler, JobResult } from '../engine/job-runner.ts';
import { privateAddresses } from './private-addresses.ts';
import { NotAllowed, type OutgoingAnswer, type OutgoingRequest, sendRequest } from './request.ts';

export interface SendParts {
  /** Finds a service of the document by name; null if there is none. */
  readonly service: (name: string) => Service | null;
  readonly secretOf: SecretOf;
  readonly allowPrivate: boolean;
}

/** The longest response, in bytes. */
const mostAnswered = 1_000_000;

/**
 * Sends requests to services. Every attempt has the id of the job as its Idempotency-Key, so that
 * the service acts once. The event that the response triggers happens in the transaction that ends
 * the job.
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
    gaveUp: (run, job, error) => triggerFailure(run, readSent(job), error),
  };
}

/** The request, or why it is impossible. */
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
    effect: (run) => triggerAnswer(run, sent, { status, body: bodyOf(text, contentType) }),
  };
}

/** The body parsed as JSON, or as text if it is not JSON. */
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
