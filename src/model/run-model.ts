import type { Model } from './model.ts';

/** Properties that only readers of the text, checks and scenarios use. */
const onlyRead = [
  'tree',
  'people',
  'scenarios',
  'words',
  'invariants',
  'references',
  'declared',
  'misreads',
  'expressions',
  'declarations',
] as const satisfies readonly (keyof Model)[];

/** The part of a model that a running product uses. Every Model is a RunModel. */
export type RunModel = Omit<Model, (typeof onlyRead)[number]>;

/** The model without what a running product does not need. */
export function runModelOf(model: Model): RunModel {
  const kept = Object.entries(model).filter(([key]) => !onlyRead.some((one) => one === key));
  return { ...(Object.fromEntries(kept) as unknown as RunModel), actions: model.actions.filter(({ section }) => section !== 1) };
}
