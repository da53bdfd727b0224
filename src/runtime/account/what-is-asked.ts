import type { Outcome, Refusal } from '../../engine/outcome.ts';

/** What a command is refused without: current password or code; null: neither. */
export function whatIsAsked(outcome: Outcome): NonNullable<Refusal['asks']> | null {
  const [first, ...more] = outcome.ok ? [] : outcome.refusals;
  return first?.asks !== undefined && more.every(({ asks }) => asks === first.asks) ? first.asks : null;
}
