import { assumedAt, assumptionFixes } from '../analysis/assumed.ts';
import { defineRule } from '../rule.ts';

export const missingStart = defineRule({
  code: 'missing-start',
  severity: 'error',
  section: 4,
  summary: 'A table of transitions without an initial state.',
  messages: {
    assumed:
      '{entity}.{field} has no start: no row has an empty From. Until one does, a new {entity} begins in “{state}”. Add the row “| | | {state} |”.',
    empty: '{entity}.{field} has no start and no states. Add a row with an empty From, an empty Event and the first state under To.',
  },
  check(model, report) {
    for (const { entity, field, start, states, heading } of model.machines) {
      if (start !== null || field === '') continue;
      const first = states[0];
      const fix = assumptionFixes(assumedAt(model, 4, heading));
      if (first === undefined) report({ message: 'empty', at: heading, data: { entity, field } });
      else report({ message: 'assumed', at: heading, fix, data: { entity, field, state: first.name } });
    }
  },
});
