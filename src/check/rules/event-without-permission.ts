import { anybodyMay } from '../analysis/access.ts';
import { firstNamed } from '../analysis/transitions.ts';
import { defineRule } from '../rule.ts';

export const eventWithoutPermission = defineRule({
  code: 'event-without-permission',
  severity: 'warning',
  section: 4,
  summary: 'An event that no role may trigger.',
  messages: {
    nobody:
      'No role may do “{event}”: section 6 has no row that grants “{entity}: {event}”, and what no row grants is refused. Add the row.',
  },
  check(model, report) {
    if (model.permissions === null || model.permissions.length === 0) return;
    const triggered = new Set(
      model.machines.flatMap(({ transitions }) =>
        transitions.flatMap(({ effect }) => (effect?.steps ?? []).flatMap((step) => (step.kind === 'event' ? [step.event.text] : []))),
      ),
    );
    for (const machine of model.machines) {
      for (const name of firstNamed(machine)) {
        const event = name.text;
        // An event that only effects trigger may be refused to everybody.
        if (!triggered.has(event) && !anybodyMay(model, machine.entity, event))
          report({ message: 'nobody', at: name, data: { event, entity: machine.entity } });
      }
    }
  },
});
