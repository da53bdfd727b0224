/** Converts a position in Postgres' log (pg_lsn, `16/B374D848`) to a number. */
export function placeInLog(position: string): bigint {
  const [high = '', low = ''] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The later of two positions; `a` is null if none is known. */
export const furthest = (a: string | null, b: string): string => (a !== null && placeInLog(a) > placeInLog(b) ? a : b);
