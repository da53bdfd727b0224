import type { CallInputs, Persona, Planned } from './planned.ts';
import type { Fill, Plan } from './situations.ts';

/** A rule about a count is tried by making so many records at most. */
export const mostFilled = 30;

/** The most requests that it takes. */
const costOf = ({ node, times }: Fill): number => (times === undefined ? 2 * mostFilled : (times + 1) * (node.path.length + 1));

interface LateParts {
  readonly people: readonly Persona[];
  readonly inputs: CallInputs;
  /** The entity of accounts; undefined: there are none. */
  readonly account: string | undefined;
  readonly budget: number;
}

/** What comes last, because nothing that follows it is as planned, and what is kept for it. */
export class Late {
  readonly #parts: LateParts;

  constructor(parts: LateParts) {
    this.#parts = parts;
  }

  /** If it is not refused, someone whom no other can replace is changed for good. */
  isLate({ call, persona, twist, handles }: Planned): boolean {
    const { people, inputs, account } = this.#parts;
    if (persona === null || twist === null || call.method === 'GET') return false;
    if (!inputs.of(call).some(({ field }) => field?.entity === account)) return false;
    const about = [...handles.values()].flatMap((one) => (one.kind === 'account' ? one.persona : []));
    return (about.length > 0 ? about : [persona]).some((place) => people[place]?.signedUp !== true);
  }

  /** Is it sent by someone who has signed up in this run? */
  isOwn({ persona }: Planned): boolean {
    return persona !== null && this.#parts.people[persona]?.signedUp === true;
  }

  /** A quarter of the budget at most is kept for it. */
  isTime({ nodes, fills }: Plan, sent: number): boolean {
    const { budget } = this.#parts;
    if (sent < (budget * 3) / 4) return false;
    const late = [...nodes.values()].flatMap(({ checks }) => checks.filter((one) => this.isLate(one))).length;
    return sent + late * 6 + fills.reduce((sum, fill) => sum + costOf(fill), 0) >= budget;
  }
}
