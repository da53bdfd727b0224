import type { Step } from '../../expression/action.ts';
import type { Model } from '../../model/model.ts';

/** A step `tell`, and the entity of the record that its action runs on. */
export interface Telling {
  readonly step: Extract<Step, { kind: 'tell' }>;
  readonly about: string;
}

export const tellings = (model: Model): Telling[] =>
  model.actions.flatMap(({ action, self }) =>
    action.steps.flatMap((step): Telling[] => (step.kind === 'tell' && self !== null ? [{ step, about: self }] : [])),
  );
