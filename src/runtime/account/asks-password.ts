import type { Outcome } from '../../engine/outcome.ts';

/** Whether a command is refused until the person gives their current password. */
export const asksPassword = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.refusals.length > 0 && outcome.refusals.every(({ asks }) => asks === 'current-password');
