/** The environment as parameters, so tests and the explorer can fix it. */
export interface Platform {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  /** `count` bytes, unpredictable outside tests. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Language for sorting and messages, a BCP 47 tag. */
  readonly locale: string;
}

/**
 * The number of random bytes requested together, because a request costs about the same for any
 * length. The limit is 65,536.
 */
const piece = 4096;

/** Returns each byte once and erases it afterwards, because it may be part of a token. */
function drawn(): (count: number) => Uint8Array {
  const bytes = new Uint8Array(piece);
  let at = piece;
  return (count) => {
    if (count > piece / 8) return crypto.getRandomValues(new Uint8Array(count));
    if (at + count > piece) {
      crypto.getRandomValues(bytes);
      at = 0;
    }
    const given = bytes.slice(at, at + count);
    bytes.fill(0, at, at + count);
    at += count;
    return given;
  };
}

/** The only place that uses the real clock and the real source of randomness. */
export const systemPlatform: Platform = {
  now: () => Date.now(),
  randomBytes: drawn(),
  locale: 'en',
};

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export interface FixedPlatform extends Platform {
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** Saves time and randomness; the returned function restores them. */
  mark(): () => void;
}

/** A clock that moves only on command, and randomness that repeats: for tests and scenarios. */
export function fixedPlatform(start = Date.UTC(2026, 0, 5, 9, 0, 0), seed = 1): FixedPlatform {
  let time = start;
  let state = seed >>> 0 || 1;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
    mark() {
      const marked = { time, state };
      return () => {
        ({ time, state } = marked);
      };
    },
    randomBytes(count) {
      const bytes = new Uint8Array(count);
      for (let index = 0; index < count; index++) {
        // xorshift32 (Marsaglia 2003): enough for tests, never for secrets.
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        state >>>= 0;
        bytes[index] = state & 255;
      }
      return bytes;
    },
    locale: 'en',
  };
}

/** A UUID version 7 (RFC 9562, section 5.7) for a time in milliseconds and ten random bytes. */
export function uuidv7(milliseconds: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = milliseconds;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  for (let index = 0; index < 10; index++) bytes[6 + index] = random[index] ?? 0;
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let hex = '';
  for (const byte of bytes) hex += hexadecimal[byte] ?? '';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Creates ids that ascend in the order of the calls, even within one millisecond (RFC 9562, section
 * 6.2, method 1). `last`: the state of the last id, which each id advances; setting it back repeats
 * the same order.
 */
export function idsOf({ now, randomBytes }: Pick<Platform, 'now' | 'randomBytes'>, last = { milliseconds: 0, count: 0 }): () => string {
  return () => {
    const milliseconds = Math.max(now(), last.milliseconds);
    const count = milliseconds === last.milliseconds ? last.count + 1 : 0;
    Object.assign(last, count > 0xfff ? { milliseconds: milliseconds + 1, count: 0 } : { milliseconds, count });
    const bytes = randomBytes(10).slice();
    bytes[0] = last.count >> 8;
    bytes[1] = last.count & 0xff;
    return uuidv7(last.milliseconds, bytes);
  };
}
