import type { Fix } from '../../base/finding.ts';
import type { Machine, Trigger } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import { writeCell } from '../asking/write.ts';
import { defineRule } from '../rule.ts';

export const finalStateWithExit = defineRule({
  code: 'final-state-with-exit',
  severity: 'warning',
  section: 4,
  summary: 'A state that is marked as final but has a way out.',
  messages: {
    leaves:
      '“{state}” is marked as final, but {trigger} leads from it to “{to}”. Remove the word “final” from the description, or “{state}” from this row.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const { from, to, trigger } of machine.transitions) {
        for (const name of from) {
          if (to === null || to.text === name.text || !machine.states.some((state) => state.name === name.text && state.final)) continue;
          report({
            message: 'leaves',
            at: name,
            fix: notFinal(model, machine, name.text),
            data: { state: name.text, to: to.text, trigger: triggerWords(trigger) },
          });
        }
      }
    }
  },
});

const triggerWords = (trigger: Trigger): string =>
  trigger.kind === 'event' || trigger.kind === 'delete' ? `“${trigger.name.text}”` : trigger.kind === 'unknown' ? 'this row' : 'time';

/** Removes the word “final” from the rows that lead to a state. */
function notFinal(model: Model, { transitions }: Machine, state: string): readonly Fix[] {
  const edits = transitions
    .filter(({ to, description }) => to?.text === state && /\bfinal\b/i.test(description))
    .flatMap(({ span, description }) =>
      writeCell(model, span, 'Description', description.replace(/[;,]?\s*\bfinal\b/i, '').replace(/^[;,]\s*/, '')),
    );
  return edits.length === 0 ? [] : [{ title: `Do not mark “${state}” as final`, edits }];
}
