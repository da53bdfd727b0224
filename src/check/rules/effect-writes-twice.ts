import { defineRule } from '../rule.ts';

export const effectWritesTwice = defineRule({
  code: 'effect-writes-twice',
  severity: 'warning',
  section: 4,
  summary: 'An effect that sets one field twice.',
  messages: {
    twice: 'This effect sets “{field}” a second time, so what the first step wrote is lost. Keep one of the two.',
  },
  check(model, report) {
    for (const { action } of model.actions) {
      const seen = new Set<string>();
      for (const step of action.steps) {
        if (step.kind !== 'assign') continue;
        // A value that is worked out from the first one needs both.
        if (seen.has(step.field.text) && !step.value.reads.self.includes(step.field.text))
          report({ message: 'twice', at: step.field, data: { field: step.field.text } });
        seen.add(step.field.text);
      }
    }
  },
});
