import type { Context } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { TokenHeader } from '../calls/token-header.ts';
import { networkOf } from './client-address.ts';
import type { AppEnvironment } from './environment.ts';
import { problemResponse } from './problem.ts';
import type { ProvedSessions } from './proved-sessions.ts';
import { tokenOf } from './token.ts';

/** Upper limits per session, per network address, and in total. 0: no limit. */
export interface Quota {
  readonly session: number;
  readonly address: number;
  readonly all: number;
}

/** The client: the token of a proved session, if any, and a network address. */
export interface QuotaClient {
  readonly session: string | null;
  readonly address: string;
}

/** The client of a request, for quotas. */
export const quotaClient = (context: Context<AppEnvironment>, header: TokenHeader, sessions: ProvedSessions): QuotaClient => {
  const token = tokenOf(context, header);
  return { session: token !== null && sessions.has(token) ? token : null, address: networkOf(context.get('client')) };
};

type Part = keyof Quota;

const words: Readonly<Record<Part, string>> = { session: 'for one session', address: 'for one network address', all: 'in total' };

/**
 * The response for an exceeded quota: 429 if this client is over its limit, 503 if all clients
 * together are. `seconds`: time until a retry may succeed.
 */
export const quotaExceeded = (part: Part, what: string, seconds: number): Response =>
  problemResponse(part === 'all' ? 503 : 429, part === 'all' ? 'UNAVAILABLE' : 'TOO_MANY_REQUESTS', `${what} ${words[part]}.`, {
    'retry-after': String(Math.max(1, Math.ceil(seconds))),
  });

/** The limits that apply, the narrowest first, each with the key it is counted under. */
function parts(quota: Quota, { session, address }: QuotaClient): readonly (readonly [part: Part, key: string])[] {
  const all: readonly (readonly [Part, string | null])[] = [
    ['session', session],
    ['address', address],
    ['all', ''],
  ];
  return all.flatMap(([part, key]) => (key === null || quota[part] === 0 ? [] : [[part, `${part} ${key}`] as const]));
}

/** Bounds how many things are open at the same time, in this process alone. */
export class OpenQuota {
  readonly #quota: Quota;
  readonly #open = new Map<string, number>();

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  /** Opens one more and returns the function that closes it, or returns the part that is full. */
  take(asker: QuotaClient): (() => void) | Part {
    const counted = parts(this.#quota, asker);
    for (const [part, key] of counted) if ((this.#open.get(key) ?? 0) >= this.#quota[part]) return part;
    for (const [, key] of counted) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let closed = false;
    return () => {
      if (closed) return;
      closed = true;
      for (const [, key] of counted) {
        const left = (this.#open.get(key) ?? 1) - 1;
        if (left === 0) this.#open.delete(key);
        else this.#open.set(key, left);
      }
    };
  }
}

/** Bounds what is spent within `duration` seconds, in this process alone. */
export class CostQuota {
  readonly #quota: Quota;
  readonly #limiters: Readonly<Record<Part, RateLimiterMemory>>;

  constructor(quota: Quota, duration: number) {
    this.#quota = quota;
    const limiter = (part: Part): RateLimiterMemory => new RateLimiterMemory({ points: quota[part], duration });
    this.#limiters = { session: limiter('session'), address: limiter('address'), all: limiter('all') };
  }

  /**
   * Takes this many points (0: only checks), or returns which part is used up and for how many
   * seconds.
   */
  async spend(asker: QuotaClient, points: number): Promise<{ readonly part: Part; readonly seconds: number } | null> {
    for (const [part, key] of parts(this.#quota, asker)) {
      const limiter = this.#limiters[part];
      const before = await limiter.get(key);
      if (before !== null && before.remainingPoints <= 0) return { part, seconds: before.msBeforeNext / 1000 };
      if (points === 0) continue;
      try {
        await limiter.consume(key, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return { part, seconds: error.msBeforeNext / 1000 };
      }
    }
    return null;
  }
}
