import type { FileSpace } from '../../engine/change/files.ts';
import type { BodyTimeouts } from './arrival-timeout.ts';
import type { Quota } from './quota.ts';

/** Settings of the HTTP server; each has a default. */
export interface HttpSettings {
  /** The largest request body, in bytes. */
  readonly bodyLimit: number;
  /** The largest file that may be uploaded, in bytes. */
  readonly fileLimit: number;
  /**
   * Changes per minute of a session, or of a network without one; a read counts a quarter, a
   * sign-in ten. 0: no limit.
   */
  readonly requestsPerMinute: number;
  /** Event streams (`/~/events`) open at the same time. */
  readonly streams: Quota;
  /** Bytes of uploads per hour. */
  readonly uploads: Quota;
  /** Bytes of stored files. */
  readonly fileSpace: FileSpace;
  /** Uploads in progress; without a file store, each is held in memory. */
  readonly uploadsAtOnce: Quota;
  /** False: wrong passwords do not cause waiting times (for test runs). */
  readonly throttled: boolean;
  /** The longest time for a response, and for a body to arrive, in milliseconds. */
  readonly timeout: number;
  /** A body of which nothing arrives for this many milliseconds is refused with 408. */
  readonly stall: number;
  /** Origins whose pages may send requests: `https://app.example.com`, or `*` (without cookies). */
  readonly corsOrigins: readonly string[];
  /** The host names that are answered, without ports; null: any. */
  readonly hosts: readonly string[] | null;
  /** The number of proxies in front; this many entries of X-Forwarded-For are trusted. */
  readonly proxies: number;
}

export const megabyte = 1_000_000;
/** How long to wait for a request body. */
export const bodyTimeouts = ({ stall, timeout }: HttpSettings): BodyTimeouts => ({ stall, whole: timeout });

export const defaultSettings: HttpSettings = {
  bodyLimit: 1_000_000,
  fileLimit: 20 * megabyte,
  requestsPerMinute: 1200,
  streams: { session: 20, address: 200, all: 5000 },
  uploads: { session: 500 * megabyte, address: 2000 * megabyte, all: 20_000 * megabyte },
  fileSpace: { person: 0, all: 0 },
  uploadsAtOnce: { session: 4, address: 8, all: 64 },
  throttled: true,
  timeout: 30_000,
  stall: 10_000,
  corsOrigins: [],
  hosts: null,
  proxies: 0,
};
