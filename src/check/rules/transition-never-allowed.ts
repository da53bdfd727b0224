import { mayBeAllowed } from '../analysis/access.ts';
import { granted } from '../permission-fixes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const transitionNeverAllowed = defineRule({
  code: 'transition-never-allowed',
  severity: 'warning',
  section: 4,
  summary: 'A row for a role that section 6 refuses.',
  messages: {
    refused: 'This row lets “{role}” trigger “{event}”, but section 6 does not: “{entity}: {event}” is no for {role}. Make the two agree.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const { trigger, roles } of machine.transitions) {
        if (trigger.kind !== 'event' && trigger.kind !== 'delete') continue;
        const event = trigger.name.text;
        for (const role of roles) {
          if (!mayBeAllowed(model, role.text, machine.entity, event)) {
            const out = removeItem(model, role.span, `Remove ${role.text} from this row`);
            const fix = [...out, ...granted(model, role.text, machine.entity, event)];
            report({ message: 'refused', at: role, fix, data: { role: role.text, event, entity: machine.entity } });
          }
        }
      }
    }
  },
});
