import { partitionsOf } from '../analysis/partitions.ts';
import { commonPoint, written } from '../analysis/ranges.ts';
import { replaced } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const guardsOverlap = defineRule({
  code: 'guards-overlap',
  severity: 'warning',
  section: 4,
  summary: 'Two guards of one event that are both true for a boundary value.',
  messages: {
    both: 'When {term} is {value}, this guard and the guard of the row “{from} → {to}” above are both true, and the row above is taken. Exclude the value from one of the two: write < or >.',
  },
  check(model, report) {
    for (const { rows } of partitionsOf(model)) {
      for (const [index, { transition, range }] of rows.entries()) {
        for (const other of rows.slice(0, index)) {
          const value = commonPoint(range, other.range);
          const to = transition.to?.text;
          // Rows with the same outcome may overlap.
          if (value === null || transition.guard === null || (to === other.transition.to?.text && transition.effect === null)) continue;
          const { source } = transition.guard;
          const bounds = source.match(/[<>]=/g) ?? [];
          const from = other.transition.any ? 'any' : other.transition.from.map((name) => name.text).join(', ');
          report({
            message: 'both',
            at: transition.guard,
            fix: bounds.length === 1 ? replaced(transition.guard.span, source.replace(/([<>])=/, '$1')) : [],
            data: {
              term: range.term,
              value: written(value, [range, other.range]),
              from,
              to: other.transition.to?.text ?? from,
            },
          });
        }
      }
    }
  },
});
