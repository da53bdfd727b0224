import { isConditional } from '../../expression/action.ts';
import type { Expression } from '../../expression/expression.ts';
import { removeStep } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const effectWritesTwice = defineRule({
  code: 'effect-writes-twice',
  severity: 'warning',
  section: 4,
  summary: 'An effect that sets one field twice.',
  messages: {
    twice: 'This effect sets “{field}” a second time, so the value from the first step is lost. Keep one of the two.',
    swap: 'The steps of an effect run in order: “{field}” already has its new value when “{other}” is set from it, so both end up the same. Save the old value in an earlier step, or set only one of the two.',
  },
  check(model, report) {
    for (const { action } of model.actions) {
      const seen = new Set<string>();
      const copied = new Map<string, string>();
      for (const step of action.steps) {
        // A conditional assignment may be overwritten on purpose.
        if (step.kind !== 'assign' || isConditional(step)) continue;
        // A value computed from the first one needs both assignments.
        if (seen.has(step.field.text) && !step.value.reads.self.includes(step.field.text))
          report({ message: 'twice', at: step.field, fix: removeStep(model, action, step), data: { field: step.field.text } });
        seen.add(step.field.text);
        // `a = b; b = a` was meant to swap the values.
        const [own, from] = [step.field.text, plainField(step.value)];
        if (from !== null && copied.get(from) === own) report({ message: 'swap', at: step.value, data: { field: from, other: own } });
        if (from !== null) copied.set(own, from);
        else copied.delete(own);
      }
    }
  },
});

/** The field that a value consists of; null if it is any other expression. */
function plainField({ node }: Expression): string | null {
  if (node?.kind === 'name') return node.resolution.kind === 'self-field' ? node.name : null;
  return node?.kind === 'select' && node.operand.kind === 'name' && node.operand.name === 'self' && !node.test ? node.field : null;
}
