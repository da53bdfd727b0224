import type { Span } from '../../base/span.ts';

/**
 * Returns a function that tells whether a place lies within one of the spans. Sorts them once, so
 * that each lookup is a binary search.
 */
export function spanMatcher(spans: readonly Span[]): (place: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  // For each span, the furthest end among it and all earlier ones.
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
