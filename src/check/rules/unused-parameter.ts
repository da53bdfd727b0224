import { expressionsOfStep } from '../analysis/survey.ts';
import { defineRule } from '../rule.ts';

export const unusedParameter = defineRule({
  code: 'unused-parameter',
  severity: 'warning',
  section: 4,
  summary: 'A parameter of an event that nothing reads.',
  messages: {
    unused:
      '“{name}” is asked for and then forgotten: neither the guard nor the effect of this row reads it, and it is no field of {entity}. Use it, or do not ask for it.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const { trigger, guard, effect } of machine.transitions) {
        if (trigger.kind !== 'event') continue;
        const read = new Set([
          ...(guard?.reads.bound ?? []),
          ...(effect?.steps ?? []).flatMap(expressionsOfStep).flatMap((expression) => expression.reads.bound),
        ]);
        const readable = effect === null || effect.problems.length === 0;
        for (const { name, field } of trigger.parameters) {
          if (field === null && readable && !read.has(name.text))
            report({ message: 'unused', at: name, data: { name: name.text, entity: machine.entity } });
        }
      }
    }
  },
});
