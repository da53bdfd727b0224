import { defineRule } from '../rule.ts';

export const twoStarts = defineRule({
  code: 'two-starts',
  severity: 'error',
  section: 4,
  summary: 'A table of transitions with more than one start.',
  messages: {
    second:
      '{entity}.{field} has a second start. A new record can begin in one state only, and the first row says which. Take one of the two rows out, or give this one a From.',
  },
  check(model, report) {
    for (const { entity, field, start, transitions } of model.machines) {
      const starts = transitions.filter(
        ({ from, any, trigger }) => from.length === 0 && !any && trigger.kind === 'unknown' && trigger.text === '',
      );
      for (const row of starts) {
        if (row.to !== null && start !== null && row.to.span.from !== start.span.from)
          report({ message: 'second', at: row.to, data: { entity, field } });
      }
    }
  },
});
