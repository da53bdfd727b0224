import type { Step } from '../../expression/action.ts';
import type { Model } from '../../model/model.ts';

/** A step `tell`, and the entity of the record that its action runs on. */
export interface TellStep {
  readonly step: Extract<Step, { kind: 'tell' }>;
  readonly about: string;
}

export const tellSteps = (model: Model): TellStep[] =>
  model.actions.flatMap(({ action, self }) =>
    action.steps.flatMap((step): TellStep[] => (step.kind === 'tell' && self !== null ? [{ step, about: self }] : [])),
  );
