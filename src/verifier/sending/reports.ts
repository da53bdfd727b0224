import { type Finding, neededFor } from '../answers/finding.ts';
import type { Exchange, SideBySide } from '../answers/side-by-side.ts';
import type { Planned } from '../plan/planned.ts';
import type { Place } from './ways.ts';

/** The requests that reproduce an answer, after those that lead to the situation. */
export interface Again {
  readonly planned: Planned;
  /** The read that shows the mistake; null if the answer itself does. */
  readonly read: Planned | null;
  readonly before?: readonly Planned[];
}

interface ReportsParts {
  readonly side: SideBySide;
  /** Called after each new finding, before it is reproduced with fewer requests. */
  readonly found?: ((finding: Finding) => void) | undefined;
  /** Sends the requests of a finding again; null if they do not show it. */
  readonly shownAgain: (place: Place, again: Again) => Promise<Pick<Finding, 'exchange' | 'sequence'> | null>;
}

/** The findings of a run, one for each cause. */
export class Reports {
  readonly #parts: ReportsParts;
  readonly #findings = new Map<string, Finding>();

  constructor(parts: ReportsParts) {
    this.#parts = parts;
  }

  all(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** Notes a fault; the first of its cause is reproduced with as few requests as possible. */
  async report(
    exchange: Exchange,
    place: Place | null,
    again: Again | null,
    after: Exchange | null = null,
    confirmed = place === null,
  ): Promise<void> {
    const { side, found, shownAgain } = this.#parts;
    const own = isValueFirst(exchange, again) ? 'value first' : `${exchange.attempt.call.name.text} ${exchange.fault?.cause}`;
    const cause = after === null || this.#findings.has(own) ? own : `${exchange.timer?.from ?? after.attempt.call.name.text} then ${own}`;
    const known = this.#findings.get(cause);
    if (known !== undefined) {
      known.more++;
      return;
    }
    const finding: Finding = {
      cause,
      exchange,
      sequence: neededFor(side.exchanges, [...(place?.since ?? []), exchange]),
      confirmed,
      more: 0,
    };
    this.#findings.set(cause, finding);
    found?.(finding);
    const shown = again === null || place === null ? null : await shownAgain(place, again);
    if (shown !== null) this.#findings.set(cause, { ...finding, ...shown, confirmed: true, more: finding.more });
  }
}

/**
 * Whether a value is refused that the state or the sender should have been refused for: services
 * that check values first do so in all calls.
 */
function isValueFirst({ attempt, expected, actual }: Exchange, again: Again | null): boolean {
  const isWrongValue = again?.read === null && again.planned.mutation?.kind === 'input';
  const hasEvent = attempt.call.does?.steps.some(({ kind }) => kind === 'event') === true;
  return isWrongValue && hasEvent && [403, 409].includes(expected.status) && 'status' in actual && [400, 422].includes(actual.status);
}
