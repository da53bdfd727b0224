import type { Machine, Transition } from '../../model/ast/states.ts';

/**
 * Returns, as a noun phrase, what a state diagram cannot show of a row of section 4. Returns null
 * if the row is a change of state by an event or a timer.
 */
export function statesIn(machine: Machine, transition: Transition): string | null {
  const { trigger } = transition;
  const about = machine.field === '' ? machine.entity : `${machine.entity}.${machine.field}`;
  if (transition.refuses) return `The refusal of “${trigger.kind === 'event' ? trigger.name.text : trigger.kind}” of ${about}`;
  switch (trigger.kind) {
    case 'event':
      return machine.states.length === 0 ? `The event “${trigger.name.text}” of ${about}` : null;
    case 'after':
      return machine.states.length === 0 ? `The timer of ${about}` : null;
    case 'delete':
      return `When a ${machine.entity} may be deleted`;
    case 'create':
      return transition.guard === null && transition.effect === null ? null : `What is done when a ${machine.entity} is created`;
    case 'changed':
      return `What follows a change of ${about}`;
    case 'every':
      return `The calendar event “${trigger.text}” of ${about}`;
    case 'at':
      return `The timer “at ${trigger.moment.source}” of ${about}`;
    case 'unknown':
      return `The event “${trigger.text}” of ${about}`;
  }
}

/** The name of a row in the text of a loss. */
export const wordsOf = ({ trigger }: Transition): string => (trigger.kind === 'event' ? trigger.name.text : trigger.kind);

/** The kinds of facts that a state diagram cannot express. */
export const otherThanStates = [
  ...(['people', 'scenarios', 'screens', 'entities', 'examples', 'rules', 'invariants', 'roles', 'account', 'permissions'] as const),
  ...(['calls', 'views', 'services', 'errors', 'messages', 'constants'] as const),
];
