import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { Trace } from '../steps/trace.ts';

/** A finding in the shape of `check`, with the shortest way to it if there is one. */
export interface ExplorerFinding extends Finding {
  readonly trace: Trace | null;
}

/** What each code reports, for the reference and for `explain`. */
export const explorerCodes = {
  'state-never-reached': 'A state that no record ever has, guards and permissions included.',
  'transition-never-taken': 'A row of section 4 that no person can ever take.',
  'guard-never-holds': 'A guard that is false whenever the row is tried.',
  'guard-contradicts-permission': 'A row whose guard is true only for people whom section 6 refuses.',
  'effect-always-refused': 'A row whose effect, or a rule, refuses every attempt.',
  'timer-never-fires': 'A timer that comes due and never fires.',
  'error-never-raised': 'An error that no step is refused with.',
  'value-never-used': 'A value of an enum field that no record ever has.',
  'screen-never-reached': 'A screen that no person can ever open, or that nothing shown to anyone leads to.',
  'stuck-record': 'A record in a state that is not final and that it can never leave.',
  'scenario-contradicted': 'A row of a scenario that the rest of the document does not allow, with what happens instead.',
  escalation: 'A person can get around section 6 by changing a value.',
  'invariant-broken': 'An `always` or `never` row of section 5 that some steps break.',
  'may-never-follow': 'A `leads to` row of section 5 whose second condition may never become true.',
  'no-way-to-final': 'A record that can go on for ever and can never reach a final state.',
} as const satisfies Readonly<Record<string, string>>;

export type ExplorerCode = keyof typeof explorerCodes;

export function finding(code: ExplorerCode, section: number, span: Span, message: string, trace: Trace | null = null): ExplorerFinding {
  return { code, severity: 'warning', section, span, message, fixes: [], trace };
}
