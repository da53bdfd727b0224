import type { Span } from '../../base/span.ts';

/** Does a place lie within one of these? Asked often of many: sorted once, found by halving. */
export function coveredBy(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  // How far the spans up to each one reach.
  let reach = 0;
  const reaches = sorted.map(({ to }) => (reach = Math.max(reach, to)));
  return ({ from, to }) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] as Span).from <= from) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (reaches[low - 1] ?? 0) >= to;
  };
}
