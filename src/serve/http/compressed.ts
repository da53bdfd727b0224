import { promisify } from 'node:util';
import { deflate, deflateSync, gzip, gzipSync } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { parseAccept } from 'hono/utils/accept';

/** A shorter body, in bytes, does not gain what it costs. */
const threshold = 1024;

/** Below this size, in bytes, compressing takes less time than handing it to another thread. */
const atOnce = 32 * 1024;

const ways = {
  gzip: { now: gzipSync, later: promisify(gzip) },
  deflate: { now: deflateSync, later: promisify(deflate) },
};

/** For what is not a call's answer. */
export const compressed: MiddlewareHandler = compress({ threshold });

export interface Packed {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Of the body, in bytes. */
  readonly length: number;
  /** Null: uncompressed. */
  readonly encoding: keyof typeof ways | null;
  /** Another caller may get it otherwise: caches must know. */
  readonly varies: boolean;
}

/**
 * Compresses text for the client's `accept-encoding`. Uses zlib directly: for a page of a list it
 * takes a fifth of the time of a standard CompressionStream.
 */
export function packed(text: string, accepted: string | undefined): Packed | Promise<Packed> {
  const length = Buffer.byteLength(text);
  if (length < threshold) return { body: text, length, encoding: null, varies: false };
  const encoding = accepted === undefined ? null : bestEncoding(accepted);
  if (encoding === null) return { body: text, length, encoding, varies: true };
  const { now, later } = ways[encoding];
  const done = (body: Uint8Array): Packed => ({ body: body as Uint8Array<ArrayBuffer>, length: body.length, encoding, varies: true });
  return length <= atOnce ? done(now(text)) : later(text).then(done);
}

/** RFC 9110, section 12.5.3; of those equally welcome, gzip. */
function bestEncoding(accepted: string): keyof typeof ways | null {
  const said = parseAccept(accepted);
  const others = said.find(({ type }) => type === '*')?.q ?? 0;
  const welcome = (name: string): number => said.find(({ type }) => type.toLowerCase() === name)?.q ?? others;
  const [zipped, deflated] = [welcome('gzip'), welcome('deflate')];
  if (zipped === 0 && deflated === 0) return null;
  return deflated > zipped ? 'deflate' : 'gzip';
}
