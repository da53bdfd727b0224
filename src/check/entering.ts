import type { Machine, Transition } from '../model/facts/states.ts';

/**
 * The fields that are surely filled in when a record is in the states that a row leaves: every row that leads to one of them sets the
 * field, and a record does not begin there.
 */
export function filledIn(machine: Machine, { from, any }: Transition): ReadonlySet<string> {
  if (any || from.length === 0) return new Set();
  const states = new Set(from.map(({ text }) => text));
  if (machine.start !== null && states.has(machine.start.text)) return new Set();
  const entering = machine.transitions.filter((row) => row.to !== null && states.has(row.to.text));
  const [first, ...rest] = entering.map(fieldsFilledBy);
  return new Set([...(first ?? [])].filter((field) => rest.every((others) => others.has(field))));
}

/** The fields that a row sets to something: what it asks for, and what its effect assigns. */
function fieldsFilledBy({ trigger, effect }: Transition): ReadonlySet<string> {
  const found = new Set<string>();
  if (trigger.kind === 'event') for (const { field } of trigger.parameters) if (field !== null) found.add(field);
  for (const step of effect?.steps ?? []) {
    if (step.kind !== 'assign') continue;
    if (step.value.node?.kind === 'literal' && step.value.node.value === null) found.delete(step.field.text);
    else found.add(step.field.text);
  }
  return found;
}
