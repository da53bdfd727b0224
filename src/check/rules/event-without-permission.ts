import type { Step } from '../../expression/action.ts';
import { anyRoleMay, rowsFor } from '../analysis/access.ts';
import { firstNamed } from '../analysis/transitions.ts';
import { missingRow } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

export const eventWithoutPermission = defineRule({
  code: 'event-without-permission',
  severity: 'warning',
  section: 4,
  summary: 'An event that no role may trigger.',
  messages: {
    nobody:
      'No role may trigger “{event}”: section 6 has no row that grants “{entity}: {event}”, and everything not granted is refused. Add the row.',
    refused:
      'No role may trigger “{event}”: section 6 refuses “{entity}: {event}” to all of them, and no effect triggers it. Grant it to a role, trigger it in an effect, or remove it.',
  },
  check(model, report) {
    if (model.permissions === null || model.permissions.length === 0) return;
    const effects = model.machines.flatMap(({ transitions }) => transitions.flatMap(({ effect }) => effect?.steps ?? []));
    // Signed calls, like effects, have the product's authority.
    const signed = model.calls.flatMap(({ signed, does }) => (signed === null ? [] : (does?.steps ?? [])));
    const triggered = new Set([...effects, ...signed].flatMap(triggeredBy));
    for (const machine of model.machines) {
      for (const name of firstNamed(machine)) {
        const event = name.text;
        // An event triggered only by effects, answers or signed calls may be refused to everyone.
        if (triggered.has(event) || anyRoleMay(model, machine.entity, event)) continue;
        const isRefused = rowsFor(model, machine.entity, event).length > 0;
        report({
          message: isRefused ? 'refused' : 'nobody',
          at: name,
          fix: isRefused ? [] : missingRow(model, machine.entity, event, event),
          data: { event, entity: machine.entity },
        });
      }
    }
  },
});

/** The events that a step triggers, immediately or after a service's answer. */
export function triggeredBy(step: Step): readonly string[] {
  if (step.kind === 'event') return [step.event.text];
  return step.kind === 'send' && step.event !== null ? [step.event.text, `${step.event.text} failed`] : [];
}
