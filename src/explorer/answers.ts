import type { Machine, Transition } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';

/**
 * Is the row taken when another service answers, or does not? No service answers in a small world.
 */
export function isAnswer(model: Model, { entity }: Machine, { trigger }: Transition): boolean {
  if (trigger.kind !== 'event') return false;
  const name = trigger.name.text;
  return model.actions.some(
    ({ action, self }) =>
      self === entity &&
      action.steps.some(
        (step) => step.kind === 'send' && step.event !== null && (name === step.event.text || name === `${step.event.text} failed`),
      ),
  );
}
