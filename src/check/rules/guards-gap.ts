import { partitionsOf } from '../partitions.ts';
import { missingPoint, type Range, written } from '../ranges.ts';
import { defineRule } from '../rule.ts';

export const guardsGap = defineRule({
  code: 'guards-gap',
  severity: 'warning',
  section: 4,
  summary: 'Guards of one event that leave out a single value between them.',
  messages: {
    none: 'When {term} is {value}, no row of “{event}” is possible: this guard and the one of the row above leave out just that value. Write <= or >= in one of the two.',
  },
  check(model, report) {
    for (const { event, rows, alone } of partitionsOf(model)) {
      if (!alone) continue;
      for (const [index, { transition, range }] of rows.entries()) {
        for (const other of rows.slice(0, index)) {
          const value = missingPoint(range, other.range);
          if (value === null || transition.guard === null || rows.some((row) => holds(row.range, value))) continue;
          const said = written(value, [range, other.range]);
          report({ message: 'none', at: transition.guard, data: { term: range.term, value: said, event } });
        }
      }
    }
  },
});

const holds = ({ low, lowOpen, high, highOpen }: Range, value: number): boolean =>
  (value > low || (value === low && !lowOpen)) && (value < high || (value === high && !highOpen));
