import type { FileSpace } from '../../engine/change/files.ts';
import type { Patience } from './arriving.ts';
import type { Quota } from './quota.ts';

/** How a product is served; every value has a default. */
export interface HttpSettings {
  /** Largest body, in bytes. */
  readonly bodyLimit: number;
  /** Largest file that a form may send, in bytes. */
  readonly fileLimit: number;
  /**
   * Changes per minute of a session, or of a network without one; a read counts a quarter, a
   * sign-in ten. 0: no limit.
   */
  readonly requestsPerMinute: number;
  /** Event streams (`/~/events`) open at the same time. */
  readonly streams: Quota;
  /** Bytes of files that are sent within an hour. */
  readonly uploads: Quota;
  /** Bytes of files that are kept. */
  readonly fileSpace: FileSpace;
  /** Uploads in progress; without a file store, each is held in memory. */
  readonly uploadsAtOnce: Quota;
  /** False: wrong passwords are not slowed down (test runs). */
  readonly throttled: boolean;
  /** Longest answer, in milliseconds; also for how long a body may arrive. */
  readonly timeout: number;
  /** A body of which nothing arrives for so many milliseconds is refused with 408. */
  readonly stall: number;
  /** Origins whose pages may call: `https://app.example.com`, or `*` (then without cookies). */
  readonly corsOrigins: readonly string[];
  /** The host names that are answered, without ports; null: any. */
  readonly hosts: readonly string[] | null;
  /**
   * Number of proxies in front of this server: that many entries of X-Forwarded-For are trusted.
   */
  readonly proxies: number;
}

export const megabyte = 1_000_000;
/** How long a body is waited for. */
export const patienceOf = ({ stall, timeout }: HttpSettings): Patience => ({ stall, whole: timeout });

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
