import { sha256Text } from '../../engine/account/hasher.ts';
import type { Product } from '../../engine/product.ts';
import type { CallAnswer, CallRequest } from './call-request.ts';
import { errorAnswer } from './error-answer.ts';

/** Milliseconds for which an answer is given again: whoever lost it asks again soon. */
const keptFor = 86_400_000;

/**
 * A request that may come twice (the first answer was lost on its way) is done once: draft-ietf-httpapi-idempotency-key-header. The answer is kept in the
 * transaction that did it, so whoever comes second, in this process or another, waits for it and gets it again. What was refused did nothing and is
 * asked again. Nothing that is kept tells a secret: the caller's own token is left out of the answer, and whoever reads the database cannot guess the request from its digest.
 */
export function answeredOnce(product: Product, request: CallRequest, idempotencyKey: string, answer: () => CallAnswer): CallAnswer {
  const { store, platform } = product;
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    const message = 'An Idempotency-Key must be 1 to 255 visible ASCII characters.';
    return errorAnswer(product, [{ error: 'INVALID', status: 400, message, field: 'Idempotency-Key' }]);
  }
  // Of one caller and one address: nobody gets what somebody else was answered.
  const key = sha256Text(JSON.stringify([request.token, request.path, idempotencyKey]));
  const fingerprint = sha256Text(JSON.stringify([request.token, idempotencyKey, request.query, request.contentType, request.body]));
  const now = platform.now();
  return store.transaction(() => {
    const kept = store.keptAnswer(key);
    if (kept !== null && kept.at > now - keptFor) {
      if (kept.fingerprint !== fingerprint) {
        const message = 'This Idempotency-Key was already used for a different request. Use a new one.';
        return errorAnswer(product, [{ error: 'IDEMPOTENCY_KEY_REUSED', status: 422, message, field: 'Idempotency-Key' }]);
      }
      return {
        status: kept.status,
        headers: { ...kept.headers, 'idempotent-replayed': 'true' },
        body: exchanged(kept.body, tokenMark, request.token),
      };
    }
    const given = answer();
    if (given.status < 400) {
      store.keepAnswer({ key, fingerprint, at: now, ...given, body: exchanged(given.body, request.token, tokenMark) }, now - keptFor);
    }
    return given;
  });
}

/** Stands for the caller's token in a kept answer; a character that JSON writes otherwise. */
const tokenMark = '\u0001';

const exchanged = (body: string | null, from: string | null, to: string | null): string | null =>
  body === null || !from || to === null ? body : body.replaceAll(from, () => to);
