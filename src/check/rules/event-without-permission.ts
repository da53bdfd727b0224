import { anybodyMay } from '../access.ts';
import { defineRule } from '../rule.ts';

export const eventWithoutPermission = defineRule({
  code: 'event-without-permission',
  severity: 'warning',
  section: 4,
  summary: 'An event that nobody may trigger.',
  messages: {
    nobody:
      'Nobody may do “{event}”: section 6 has no row that grants “{entity}: {event}”, and what no row grants is refused. Add the row.',
  },
  check(model, report) {
    if (model.permissions === null || model.permissions.length === 0) return;
    const triggered = new Set(
      model.machines.flatMap(({ transitions }) =>
        transitions.flatMap(({ effect }) => (effect?.steps ?? []).flatMap((step) => (step.kind === 'event' ? [step.event.text] : []))),
      ),
    );
    for (const machine of model.machines) {
      const seen = new Set<string>();
      for (const { trigger } of machine.transitions) {
        if (trigger.kind !== 'event' || seen.has(trigger.name.text)) continue;
        const event = trigger.name.text;
        seen.add(event);
        // An event that only effects trigger may be refused to everybody.
        if (!triggered.has(event) && !anybodyMay(model, machine.entity, event))
          report({ message: 'nobody', at: trigger.name, data: { event, entity: machine.entity } });
      }
    }
  },
});
