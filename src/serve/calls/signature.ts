import { isSameText, keyedHash } from '../../engine/account/hasher.ts';
import type { Signature } from '../../model/ast/services.ts';
import type { Model } from '../../model/model.ts';

/** The value of a secret by its name in section 9; null: there is none. */
export type SecretOf = (name: string) => string | null;

/** The value used for a secret where no other system takes part: workbench, verification. */
export const standInSecret: SecretOf = (name) => `stand-in for ${name}`;

/** The header fields, in lower case, in which calls of the document are signed. */
export const signatureHeaders = ({ calls }: Pick<Model, 'calls'>): readonly string[] => [
  ...new Set(calls.flatMap(({ signed }) => (signed === null || signed.header === '' ? [] : [signed.header.toLowerCase()]))),
];

/** The signature of a body, as its header holds it: SHA-256 HMAC in hex. */
export const signatureOf = (body: string, secret: string): string => keyedHash(secret, body);

/**
 * Whether the sender knew the secret. Takes the same time wherever a wrong signature differs. Many
 * services write the algorithm before it: `sha256=…`.
 */
export function isSigned(signed: Signature, body: string, header: string | undefined, secretOf: SecretOf): boolean {
  const secret = signed.secret.text === '' ? null : secretOf(signed.secret.text);
  const given = plainSignature(header);
  return secret !== null && secret !== '' && given !== null && isSameText(given, signatureOf(body, secret));
}

/** The signature in hex; null: it is none. */
export const plainSignature = (header: string | undefined): string | null =>
  /^\s*(?:sha256=)?([\da-f]{64})\s*$/i.exec(header ?? '')?.[1]?.toLowerCase() ?? null;
