/** What the world outside gives: parameters, so that tests and the explorer can fix them. */
export interface Platform {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  /** `count` bytes, unpredictable outside tests. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Language for sorting and messages, a BCP 47 tag. */
  readonly locale: string;
}

/** The only place that touches the real clock and the real source of randomness. */
export const systemPlatform: Platform = {
  now: () => Date.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  locale: 'en',
};

/** A clock that stands still until told, and randomness that repeats: for tests and scenarios. */
export function fixedPlatform(start = Date.UTC(2026, 0, 5, 9, 0, 0), seed = 1): Platform & { advance(milliseconds: number): void } {
  let time = start;
  let state = seed >>> 0 || 1;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
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
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
