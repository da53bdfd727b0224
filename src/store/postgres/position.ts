/** Converts a position in Postgres' log (pg_lsn, `16/B374D848`) to a number. */
export function parseLogPosition(position: string): bigint {
  const [high = '', low = ''] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The later of two positions; `a` is null if none is known. */
export const laterPosition = (a: string | null, b: string): string => (a !== null && parseLogPosition(a) > parseLogPosition(b) ? a : b);
