import { fromBase64, toBase64 } from '../../store/snapshot/base64.ts';
import { gunzip, gzip, NotWhole, TooLarge } from '../../store/snapshot/gzip.ts';
import { sharedPrefix } from './shared-prefix.ts';

/**
 * Bytes of a text at most. A packed text can be a thousand times as long: it is not unpacked
 * further.
 */
const longest = 1_000_000;

/** Bytes of a product's data at most, unpacked. */
const longestData = 20_000_000;

/** Bytes in characters that an address may hold. */
export const packBytes = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** What a link carries: the text, packed. */
export const packText = async (text: string): Promise<string> => packBytes(await gzip(new TextEncoder().encode(text)));

type Refused = { readonly ok: false; readonly why: string };
export type Unpacked = { readonly ok: true; readonly text: string } | Refused;

/** The text that a link carries; says so when it was cut off on its way. */
export async function unpackText(packed: string): Promise<Unpacked> {
  const unpacked = await unpackBytes(packed, longest);
  if (!unpacked.ok) return unpacked;
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unpacked.bytes) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return broken('part of it was changed');
  }
}

/** The snapshot that a link carries, unpacked. */
export const unpackData = (packed: string) => unpackBytes(packed, longestData);

const broken = (why: string): Refused => ({ ok: false, why: `This link is damaged: ${why}. Ask for a new link or for the file.` });

async function unpackBytes(packed: string, most: number): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | Refused> {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(packed.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return broken('it contains invalid characters');
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return broken('it doesn’t start like a Ninefold link');
  try {
    return { ok: true, bytes: await gunzip(bytes, most) };
  } catch (error) {
    if (error instanceof TooLarge)
      return { ok: false, why: `Couldn’t open the link: what it carries is larger than ${most / 1e6} MB. Ask for the file instead.` };
    if (!(error instanceof NotWhole)) throw error;
    return broken('its end is missing or part of it was changed');
  }
}

/** The address of the workbench with a document in it; what is before the fragment stays. */
export const shareAddress = (here: { readonly origin: string; readonly pathname: string }, packed: string): string =>
  `${here.origin}${here.pathname}#/${sharedPrefix}${packed}`;

/** Some programs cut longer addresses; the file always arrives. */
export const longForMail = 8000;

/** Characters of a link's data at most: browsers take addresses of two million. */
export const longestLink = 1_000_000;

/** The packed data behind the address of a document; null: none. */
export const dataIn = (place: string): string | null => /[?&]data=([\w-]+)/.exec(place)?.[1] ?? null;

/** After the address of a document: which of its scenarios is played, by its number from 0. */
export const playQuery = (scenario: number): string => `?play=${scenario + 1}`;

/** `place`: what follows the document in an address; null: nothing is played. */
export function playedIn(place: string): number | null {
  const [, number] = /[?&]play=([1-9]\d{0,3})(?:&|$)/.exec(place) ?? [];
  return number === undefined ? null : Number(number) - 1;
}
