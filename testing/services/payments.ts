import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';

export interface Charge {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
}

export interface PaymentStandIn {
  /** The address that the document names. */
  readonly url: string;
  /** What was charged, once per Idempotency-Key. */
  readonly charges: readonly Charge[];
  readonly refunds: readonly string[];
  /** Requests that arrived, with those that were rejected or lost. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/**
 * A payment service as real ones behave: it knows a repeated request by its Idempotency-Key, and
 * answers it as before. Of the first attempts one in five is rejected before anything happens, and
 * one in seven loses its answer after the charge. `pending`: charges of these references are
 * confirmed later.
 */
export async function paymentStandIn(key: string, pending: (reference: string) => boolean): Promise<PaymentStandIn> {
  const charges: Charge[] = [];
  const refunds: string[] = [];
  const answers = new Map<string, { readonly status: number; readonly body: unknown }>();
  const seen = new Set<string>();
  let requests = 0;
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      requests++;
      const id = String(request.headers['idempotency-key']);
      const say = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (request.headers.authorization !== `Bearer ${key}`) return say(401, { error: 'unknown key' });
      const isFirst = !seen.has(id);
      seen.add(id);
      if (isFirst && seen.size % 5 === 0) return say(503, { error: 'try again' });
      let answer = answers.get(id);
      if (answer === undefined) {
        const body = JSON.parse(text) as { readonly reference?: string; readonly amount: number };
        const refunded = /^\/v1\/charges\/([^/]+)\/refunds$/.exec(request.url ?? '')?.[1];
        if (refunded !== undefined) {
          refunds.push(refunded);
          answer = { status: 201, body: { id: `re_${refunds.length}` } };
        } else {
          const charge = { id: `ch_${charges.length + 1}`, reference: String(body.reference), amount: body.amount };
          charges.push(charge);
          answer = { status: 201, body: { id: charge.id, status: pending(charge.reference) ? 'pending' : 'succeeded' } };
        }
        answers.set(id, answer);
      }
      if (isFirst && seen.size % 7 === 0) return response.destroy();
      return say(answer.status, answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    charges,
    refunds,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The header that signs a body. */
export const signature = (body: string, secret: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
