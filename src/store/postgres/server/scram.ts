import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

/** How SCRAM-SHA-256 goes (RFC 5802, RFC 7677), without channel binding: what the client says first, and what to each answer of the server. */
export interface Scram {
  readonly first: string;
  /** What the client says to the server's first message; throws when that one is not what was asked for. */
  last(serverFirst: string): string;
  /** Throws when the server does not know the password either: it is not who it says. */
  verify(serverLast: string): void;
}

/** `nonce`: unpredictable printable characters without a comma. */
export function scram(password: string, nonce: string): Scram {
  const bare = `n=,r=${nonce}`;
  let expected: Buffer | null = null;
  return {
    first: `n,,${bare}`,
    last(serverFirst) {
      const { r: together = '', s: salt = '', i: iterations = '' } = attributes(serverFirst);
      if (!together.startsWith(nonce) || together === nonce)
        throw new Error('the server answers another question than was asked (SCRAM nonce)');
      const rounds = Number(iterations);
      if (salt === '' || !Number.isSafeInteger(rounds) || rounds < 1) throw new Error('the server gives no salt for the password (SCRAM)');
      // SASLprep is this for all but a few characters (Postgres documentation, “SASL Authentication”).
      const salted = pbkdf2Sync(password.normalize('NFKC'), Buffer.from(salt, 'base64'), rounds, 32, 'sha256');
      const clientKey = hmac(salted, 'Client Key');
      const storedKey = createHash('sha256').update(clientKey).digest();
      const withoutProof = `c=biws,r=${together}`;
      const said = `${bare},${serverFirst},${withoutProof}`;
      const signature = hmac(storedKey, said);
      const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
      expected = hmac(hmac(salted, 'Server Key'), said);
      return `${withoutProof},p=${proof.toString('base64')}`;
    },
    verify(serverLast) {
      const given = Buffer.from(attributes(serverLast)['v'] ?? '', 'base64');
      if (expected === null || given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Error('the server does not know the password: it is not the one that was meant (SCRAM signature)');
      }
    },
  };
}

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const attributes = (message: string): Readonly<Record<string, string>> =>
  Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
