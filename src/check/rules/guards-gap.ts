import { type Partition, partitionsOf } from '../analysis/partitions.ts';
import { missingPoint, type Range, written } from '../analysis/ranges.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const guardsGap = defineRule({
  code: 'guards-gap',
  severity: 'warning',
  section: 4,
  summary: 'Guards of one event that leave a gap between their values.',
  messages: {
    none: 'When {term} is {value}, no row of “{event}” is possible: this guard and the guard of the row above both exclude that value. Write <= or >= in one of the two.',
    between:
      'When {term} is between {low} and {high}, no row of “{event}” is possible, and none of them names an error. Close the gap, or name an error of section 8 in the first row.',
  },
  check(model, report) {
    for (const { event, rows, alone } of partitionsOf(model)) {
      if (!alone) continue;
      for (const [index, { transition, range }] of rows.entries()) {
        for (const other of rows.slice(0, index)) {
          const value = missingPoint(range, other.range);
          if (value === null || transition.guard === null || rows.some((row) => holds(row.range, value))) continue;
          const uncovered = written(value, [range, other.range]);
          const { source, span } = transition.guard;
          const fix = source.match(/[<>]/g)?.length === 1 ? replaced(span, source.replace(/[<>](?!=)/, '$&=')) : [];
          report({ message: 'none', at: transition.guard, fix, data: { term: range.term, value: uncovered, event } });
        }
      }
      const gap = widestGap(rows);
      if (gap !== null && gap.above.transition.guard !== null) {
        const ranges = [gap.below.range, gap.above.range];
        const data = {
          term: gap.below.range.term,
          low: written(gap.below.range.high, ranges),
          high: written(gap.above.range.low, ranges),
          event,
        };
        report({ message: 'between', at: gap.above.transition.guard, data });
      }
    }
  },
});

const holds = ({ low, lowOpen, high, highOpen }: Range, value: number): boolean =>
  (value > low || (value === low && !lowOpen)) && (value < high || (value === high && !highOpen));

type PartRow = Partition['rows'][number];

/**
 * The first gap of several values between rows that otherwise cover all values from smallest to
 * largest. Null if a row names an error, since the error may be meant for the gap.
 */
function widestGap(rows: readonly PartRow[]): { readonly below: PartRow; readonly above: PartRow } | null {
  if (rows.some(({ transition }) => transition.error !== null && !transition.refuses)) return null;
  const sorted = [...rows].sort((a, b) => a.range.low - b.range.low);
  let [below] = sorted;
  if (below === undefined || below.range.low !== Number.NEGATIVE_INFINITY) return null;
  if (!rows.some(({ range }) => range.high === Number.POSITIVE_INFINITY)) return null;
  for (const above of sorted.slice(1)) {
    const step = above.range.whole ? 1 : 0;
    if (above.range.low > below.range.high + step && missingPoint(above.range, below.range) === null) return { below, above };
    if (above.range.high > below.range.high) below = above;
  }
  return null;
}
