import type { Outcome, Refusal } from '../../engine/outcome.ts';

/** The proof that a refused command needs: current password or code. Null if it needs neither. */
export function requiredProof(outcome: Outcome): NonNullable<Refusal['asks']> | null {
  const [first, ...more] = outcome.ok ? [] : outcome.refusals;
  return first?.asks !== undefined && more.every(({ asks }) => asks === first.asks) ? first.asks : null;
}
