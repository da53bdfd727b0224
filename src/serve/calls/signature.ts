import { isSameText, keyedHash } from '../../engine/account/hasher.ts';
import type { Signature } from '../../model/ast/services.ts';
import type { Model } from '../../model/model.ts';

/** Returns the value of a secret that section 9 names; null if it is not set. */
export type SecretOf = (name: string) => string | null;

/** Replaces real secrets where no other system takes part: in the workbench and in verification. */
export const placeholderSecret: SecretOf = (name) => `stand-in for ${name}`;

/** The header fields that may contain a call's signature, in lower case. */
export const signatureHeaders = ({ calls }: Pick<Model, 'calls'>): readonly string[] => [
  ...new Set(calls.flatMap(({ signed }) => (signed === null || signed.header === '' ? [] : [signed.header.toLowerCase()]))),
];

/** The signature of a body as sent in the header: HMAC-SHA-256 in hex. */
export const signatureOf = (body: string, secret: string): string => keyedHash(secret, body);

/**
 * Whether the signature proves that the sender knows the secret. Compares in constant time. The
 * algorithm may come first, as many services write it: `sha256=…`.
 */
export function isSigned(signed: Signature, body: string, header: string | undefined, secretOf: SecretOf): boolean {
  const secret = signed.secret.text === '' ? null : secretOf(signed.secret.text);
  const given = plainSignature(header);
  return secret !== null && secret !== '' && given !== null && isSameText(given, signatureOf(body, secret));
}

/** The signature as lower-case hex; null if the header contains none. */
export const plainSignature = (header: string | undefined): string | null =>
  /^\s*(?:sha256=)?([\da-f]{64})\s*$/i.exec(header ?? '')?.[1]?.toLowerCase() ?? null;
