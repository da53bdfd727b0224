import { fromBase64, toBase64 } from '../../store/snapshot/base64.ts';
import { gunzip, gzip, TooLarge } from '../../store/snapshot/gzip.ts';
import { sharedPrefix } from './shared-prefix.ts';

/**
 * Bytes of a text at most. A packed text can be a thousand times as long: it is not unpacked
 * further.
 */
const longest = 1_000_000;

/** What a link carries: the text, packed, in characters that an address may hold. */
export async function packText(text: string): Promise<string> {
  const packed = await gzip(new TextEncoder().encode(text));
  return toBase64(packed).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export type Unpacked = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** The text that a link carries; says so when it was cut off on its way. */
export async function unpackText(packed: string): Promise<Unpacked> {
  const broken = (why: string): Unpacked => ({ ok: false, why: `This link is damaged: ${why}. Ask for a new link or for the file.` });
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(packed.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return broken('it contains invalid characters');
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return broken('it doesn’t start like a Ninefold link');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await gunzip(bytes, longest));
    return { ok: true, text };
  } catch (error) {
    if (error instanceof TooLarge)
      return { ok: false, why: 'Couldn’t open the link: its document is larger than 1 MB. Ask for the file instead.' };
    // What gunzip and the decoder throw has one reason: the bytes are not those that were packed.
    return broken('its end is missing or part of it was changed');
  }
}

/** The address of the workbench with a document in it; what is before the fragment stays. */
export const shareAddress = (here: { readonly origin: string; readonly pathname: string }, packed: string): string =>
  `${here.origin}${here.pathname}#/${sharedPrefix}${packed}`;

/** Some programs cut longer addresses; the file always arrives. */
export const longForMail = 8000;

/** After the address of a document: which of its scenarios is played, by its number from 0. */
export const playQuery = (scenario: number): string => `?play=${scenario + 1}`;

/** `place`: what follows the document in an address; null: nothing is played. */
export function playedIn(place: string): number | null {
  const [, number] = /[?&]play=([1-9]\d{0,3})(?:&|$)/.exec(place) ?? [];
  return number === undefined ? null : Number(number) - 1;
}
