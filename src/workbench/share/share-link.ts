import { fromBase64, toBase64 } from '../../store/snapshot/base64.ts';
import { DamagedArchive, gunzip, gzip, TooLarge } from '../../store/snapshot/gzip.ts';
import { sharedPrefix } from './shared-prefix.ts';

/**
 * The maximum size of a text in bytes. Unpacking stops there, because a packed text can expand a
 * thousandfold.
 */
const longest = 1_000_000;

/** The maximum size of a product's data in bytes, unpacked. */
const longestData = 20_000_000;

/** Encodes bytes with characters that are valid in a URL. */
export const packBytes = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Packs a text for a link. */
export const packText = async (text: string): Promise<string> => packBytes(await gzip(new TextEncoder().encode(text)));

type Refused = { readonly ok: false; readonly why: string };
export type UnpackResult = { readonly ok: true; readonly text: string } | Refused;

/** Unpacks the text of a link; the result says so if the link was truncated. */
export async function unpackText(packed: string): Promise<UnpackResult> {
  const unpacked = await unpackBytes(packed, longest);
  if (!unpacked.ok) return unpacked;
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(unpacked.bytes) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return broken('part of it was changed');
  }
}

/** Unpacks the snapshot of a link. */
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
    if (!(error instanceof DamagedArchive)) throw error;
    return broken('its end is missing or part of it was changed');
  }
}

/** Returns the URL of the workbench with a packed document in the fragment. */
export const shareAddress = (here: { readonly origin: string; readonly pathname: string }, packed: string): string =>
  `${here.origin}${here.pathname}#/${sharedPrefix}${packed}`;

/** Some mail programs cut longer URLs; sending a file always works. */
export const maxMailLength = 8000;

/** The maximum length of a link's data in characters; browsers accept URLs of two million. */
export const longestLink = 1_000_000;

/** Returns the packed data after the document in an address; null if there is none. */
export const dataIn = (place: string): string | null => /[?&]data=([\w-]+)/.exec(place)?.[1] ?? null;

/** Returns the query that plays a scenario, by its zero-based index. */
export const playQuery = (scenario: number): string => `?play=${scenario + 1}`;

/**
 * Returns the zero-based index of the scenario to play; null: none. `place` is the part of the
 * address after the document.
 */
export function scenarioInAddress(place: string): number | null {
  const [, number] = /[?&]play=([1-9]\d{0,3})(?:&|$)/.exec(place) ?? [];
  return number === undefined ? null : Number(number) - 1;
}
