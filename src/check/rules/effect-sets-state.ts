import { removeStep } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const effectSetsState = defineRule({
  code: 'effect-sets-state',
  severity: 'error',
  section: 4,
  summary: 'An effect that sets the state directly.',
  messages: {
    state: 'An effect may not set “{field}”: the column To sets the state. Write the state under To, or trigger an event: `EVENT self`.',
    computed: 'An effect cannot set “{field}”: it is computed from other fields each time it is read. Set those fields.',
  },
  check(model, report, survey) {
    for (const machine of model.machines) {
      for (const { effect } of machine.transitions) {
        for (const step of effect?.steps ?? []) {
          if (step.kind !== 'assign') continue;
          const field = survey.entity(machine.entity)?.byName.get(step.field.text);
          if (field?.type.kind === 'state')
            report({
              message: 'state',
              at: step.field,
              fix: removeStep(model, effect, step),
              data: { field: step.field.text },
            });
          else if (field !== undefined && field.computed !== null)
            report({
              message: 'computed',
              at: step.field,
              fix: removeStep(model, effect, step),
              data: { field: step.field.text },
            });
        }
      }
    }
  },
});
