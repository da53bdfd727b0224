import { saysNotShown } from '../analysis/open-sections.ts';
import { tellSteps } from '../analysis/tell-steps.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const messageNeverTold = defineRule({
  code: 'message-never-told',
  severity: 'warning',
  section: 8,
  summary: 'A message that no effect sends.',
  messages: {
    never: '{name} is never sent. Write “tell {name}” in the Effect of the event that it announces, or delete the row.',
  },
  check(model, report) {
    if (saysNotShown(model, 4)) return;
    const sent = new Set(tellSteps(model).map(({ step }) => step.message.text));
    for (const { name } of model.messages)
      if (!sent.has(name.text))
        report({ message: 'never', at: name, fix: rowDeleted(model, 'Message', name.span), data: { name: name.text } });
  },
});
