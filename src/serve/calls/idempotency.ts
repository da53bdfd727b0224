import { sha256Text } from '../../engine/account/hasher.ts';
import type { Product } from '../../engine/product.ts';
import type { CallAnswer, CallRequest } from './call-request.ts';
import { errorAnswer } from './error-answer.ts';

/** How long a response is replayed, in milliseconds. Clients that lost it retry soon. */
const keptFor = 86_400_000;

/** The same for signed calls, in milliseconds; services repeat deliveries for days. */
export const deliveryRetention = 30 * keptFor;

/**
 * Carries out a request once, although it may arrive twice because the first response was lost:
 * draft-ietf-httpapi-idempotency-key-header. The response is stored in the transaction of the
 * request, so a second request, in this process or another, waits and gets the same response. A
 * refused request changed nothing and runs again. What is stored reveals no secret: the caller's
 * token is removed from the response, and the digest does not reveal the request. `keepFor`: how
 * long to replay, at least `keptFor`.
 */
export function answerOnce(
  product: Product,
  request: CallRequest,
  idempotencyKey: string,
  answer: () => CallAnswer,
  keepFor = keptFor,
): CallAnswer {
  const { store, platform } = product;
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    const message = 'An Idempotency-Key must be 1 to 255 visible ASCII characters.';
    return errorAnswer(product, request, [{ error: 'INVALID', status: 400, message, field: 'Idempotency-Key' }]);
  }
  // Keys belong to one caller and one path, so no caller gets another's response.
  const key = sha256Text(JSON.stringify([request.token, request.path, idempotencyKey]));
  const fingerprint = sha256Text(JSON.stringify([request.token, idempotencyKey, request.query, request.contentType, request.body]));
  const now = platform.now();
  return product.together(() => {
    const kept = store.keptAnswer(key);
    if (kept !== null && kept.at > now - keptFor) {
      if (kept.fingerprint !== fingerprint) {
        const message = 'This Idempotency-Key was already used for a different request. Use a new one.';
        return errorAnswer(product, request, [{ error: 'IDEMPOTENCY_KEY_REUSED', status: 422, message, field: 'Idempotency-Key' }]);
      }
      return {
        status: kept.status,
        headers: { ...kept.headers, 'idempotent-replayed': 'true' },
        body: exchanged(kept.body, tokenMark, request.token),
      };
    }
    const given = answer();
    if (given.status < 400) {
      store.keepAnswer(
        { key, fingerprint, at: now + keepFor - keptFor, ...given, body: exchanged(given.body, request.token, tokenMark) },
        now - keptFor,
      );
    }
    return given;
  });
}

/**
 * The placeholder for the caller's token in a stored response; JSON text cannot contain this
 * character unescaped.
 */
const tokenMark = '\u0001';

const exchanged = (body: string | null, from: string | null, to: string | null): string | null =>
  body === null || !from || to === null ? body : body.replaceAll(from, () => to);
