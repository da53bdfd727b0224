import type { Planned } from './planned.ts';

/** What is known of a request that was sent after certain others. */
export interface TriedStep {
  /** Undefined while it has not been sent. */
  isAccepted?: boolean;
  /** The outcome, if it was the last of a way. */
  words?: string | null;
  /** The requests that were sent next, by their keys. */
  readonly next: Map<string, TriedStep>;
}

/** The start of all ways. */
export const noStep = (): TriedStep => ({ isAccepted: true, next: new Map() });

/** A text that is equal for requests that send the same. */
export const stepKey = ({ call, persona, handles, picks, numbers, mutation, wait }: Planned): string =>
  JSON.stringify([call.name.text, persona, [...handles], [...picks], [...(numbers ?? [])], mutation, wait]);

/** The request after `from`, whether it has been sent there or not. */
export function stepAfter(from: TriedStep, planned: Planned): TriedStep {
  const key = stepKey(planned);
  const known = from.next.get(key) ?? { next: new Map() };
  from.next.set(key, known);
  return known;
}

/** The requests one after the other, after `from`. */
export function stepsAfter(from: TriedStep, way: readonly Planned[]): readonly TriedStep[] {
  let at = from;
  return way.map((planned) => (at = stepAfter(at, planned)));
}
