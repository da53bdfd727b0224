import { own } from '../../../base/own.ts';
import { newSession } from '../../../engine/account/accounts.ts';
import { exampleRecords } from '../../../engine/change/seed.ts';
import { nobody } from '../../../engine/world/world.ts';
import type { Model } from '../../../model/model.ts';
import { Calls } from '../../../serve/calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../../../serve/calls/call-request.ts';
import { placeholderSecret, signatureHeaders, signatureOf } from '../../../serve/calls/signature.ts';
import { openTryProduct } from '../try-product.ts';

/**
 * A server without a network: the same code handles calls to a product in memory with the examples.
 */
export interface TryServer {
  readonly people: readonly string[];
  /** Returns a session token for an example; null: signed out. */
  tokenOf(person: string | null): string | null;
  send(request: CallRequest): CallAnswer;
  close(): void;
}

/** Returns the signatures that the document's services would send in their headers. */
function signedFor({ calls }: Model, headers: readonly string[], { body }: CallRequest): Record<string, string> {
  const secretIn = (header: string): string =>
    calls.find(({ signed }) => signed?.header.toLowerCase() === header)?.signed?.secret.text ?? '';
  return Object.fromEntries(headers.map((header) => [header, signatureOf(body ?? '', placeholderSecret(secretIn(header)) ?? '')]));
}

export function openTryServer(model: Model): TryServer {
  const opened = openTryProduct(model);
  const { product } = opened;
  const calls = new Calls(product, { secretOf: placeholderSecret });
  const headers = signatureHeaders(model);
  const tokens = new Map<string, string>();
  return {
    people: opened.people,
    tokenOf(person) {
      const known = person === null ? undefined : tokens.get(person);
      const id = person === null ? undefined : own(exampleRecords(product), person)?.id;
      if (person === null || id === undefined || model.account === null) return null;
      if (known !== undefined && product.personOf(known).account !== null) return known;
      const { token, kept } = newSession(product.world(nobody), model.account, id);
      product.store.transaction(() => product.store.saveSession(kept));
      tokens.set(person, token);
      return token;
    },
    // A person who tries a signed call acts as the service that signs it.
    send: (request) => calls.answer({ ...request, signatures: signedFor(model, headers, request) }),
    close: opened.close,
  };
}
