import type { CallInputs, Persona, Planned } from '../plan/planned.ts';
import type { Fill, Plan } from '../plan/situations.ts';

/** The most records that are created to try a rule about a count. */
export const mostFilled = 30;

/** The maximum number of requests that a fill needs. */
const costOf = ({ node, times }: Fill): number => (times === undefined ? 2 * mostFilled : (times + 1) * (node.path.length + 1));

interface LateParts {
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  /** The entity of accounts; undefined if the document has none. */
  readonly account: string | undefined;
  readonly budget: number;
}

/**
 * Decides which requests come last, because they break the plan for all that follow, and reserves
 * budget for them.
 */
export class Late {
  readonly #parts: LateParts;

  constructor(parts: LateParts) {
    this.#parts = parts;
  }

  /** Whether the request, if accepted, would permanently change a person who cannot be replaced. */
  isLate({ call, persona, mutation, handles }: Planned): boolean {
    const { people, inputs, account } = this.#parts;
    if (persona === null || mutation === null || call.method === 'GET') return false;
    if (!inputs.of(call).some(({ field }) => field?.entity === account)) return false;
    const about = [...handles.values()].flatMap((one) => (one.kind === 'account' ? one.persona : []));
    return (about.length > 0 ? about : [persona]).some((place) => people[place]?.signedUp !== true);
  }

  /** Whether the sender signed up in this run. */
  isOwn({ persona }: Planned): boolean {
    return persona !== null && this.#parts.people[persona]?.signedUp === true;
  }

  /** Whether the late requests need the rest of the budget; at most a quarter is reserved. */
  isTime({ nodes, fills }: Plan, sent: number): boolean {
    const { budget } = this.#parts;
    if (sent < (budget * 3) / 4) return false;
    const late = [...nodes.values()].flatMap(({ checks }) => checks.filter((one) => this.isLate(one))).length;
    return sent + late * 6 + fills.reduce((sum, fill) => sum + costOf(fill), 0) >= budget;
  }
}
