import { callName } from '../adapter/adapter.ts';
import type { Exchange } from '../answers/side-by-side.ts';
import type { Planned } from '../plan/planned.ts';
import type { Made, Move, Node, Plan } from '../plan/situations.ts';
import { passesTime } from '../plan/waits.ts';

/** Where the requests have led: the created records, and the node of the plan. */
export interface Place {
  readonly made: Made;
  readonly node: Node;
  /** The exchanges since the start of the way. */
  readonly since: readonly Exchange[];
}

const nameOf = ({ call, wait }: Planned): string => (wait === undefined ? callName(call) : call.name.text);

const leadsOn = ({ planned: { rank = 0 } }: Move): boolean => rank < 0;

interface PutOff {
  readonly node: Node;
  readonly rank: number;
  readonly check?: Planned;
  readonly move?: Move;
}

interface Open {
  readonly checks: Planned[];
  readonly moves: Move[];
}

/**
 * The requests left to try in the planned situations. The most informative ones are open first, in
 * all situations; the rest is put off.
 */
export class Left {
  readonly #open = new Map<Node, Open>();
  /** How many requests of each node were added here; more may be planned later. */
  readonly #taken = new Map<Node, { checks: number; moves: number }>();
  readonly #putOff: PutOff[] = [];
  readonly #ready: Iterator<Node>;
  readonly #isChosen: (planned: Planned) => boolean;
  #rank = 0;
  /** Whether the requests of ways on which time passes are open, or the others; null: both. */
  #passes: boolean | null = null;

  /** `ready`: the situations, planned as they are taken. `isChosen`: which checks to include. */
  constructor(ready: Iterator<Node>, isChosen: (planned: Planned) => boolean) {
    this.#ready = ready;
    this.#isChosen = isChosen;
  }

  /** Opens only requests of ways on which time passes, or only the others; null: both. */
  only(passes: boolean | null): void {
    this.#passes = passes;
    this.#rank = 0;
    for (const [node, { checks, moves }] of this.#open) {
      for (const check of checks.splice(0)) this.#putOff.push({ node, rank: check.rank ?? 0, check });
      for (const move of moves.splice(0)) this.#putOff.push({ node, rank: move.planned.rank ?? 0, move });
    }
    this.#openUp();
  }

  #isOpenNow({ node, move }: PutOff): boolean {
    return this.#passes === null || this.#passes === passesTime([...node.path, ...(move === undefined ? [] : [move.planned])]);
  }

  /** Plans one more situation; false if all are planned. */
  plansOneMore(): boolean {
    const { value: node, done } = this.#ready.next();
    if (done === true) return false;
    const taken = this.#taken.get(node) ?? { checks: 0, moves: 0 };
    if (!this.#open.has(node)) this.#open.set(node, { checks: [], moves: [] });
    for (const check of node.checks.slice(taken.checks))
      if (this.#isChosen(check)) this.#putOff.push({ node, rank: check.rank ?? 0, check });
    for (const move of node.moves.slice(taken.moves))
      if (move.isNew && !move.lasts) this.#putOff.push({ node, rank: move.planned.rank ?? 0, move });
    this.#taken.set(node, { checks: node.checks.length, moves: node.moves.length });
    this.#openUp();
    return true;
  }

  /** Opens the most informative requests that were put off; false if there are none. */
  widens(): boolean {
    const ranks = this.#putOff.filter((one) => this.#isOpenNow(one)).map(({ rank }) => rank);
    if (ranks.length === 0) return false;
    this.#rank = Math.min(...ranks);
    this.#openUp();
    return true;
  }

  #openUp(): void {
    const putOff = this.#putOff.splice(0);
    for (const one of putOff) {
      const open = this.#open.get(one.node) as Open;
      if (one.rank > this.#rank || !this.#isOpenNow(one)) this.#putOff.push(one);
      else if (one.check !== undefined) open.checks.push(one.check);
      else if (one.move !== undefined)
        open.moves.splice(leadsOn(one.move) ? open.moves.filter(leadsOn).length : open.moves.length, 0, one.move);
    }
  }

  /** The open requests of a situation; undefined if it has not been planned. */
  of(node: Node): Open | undefined {
    return this.#open.get(node);
  }

  /** The calls that were not tried everywhere, each with the shortest way to such a situation. */
  untried(): readonly string[] {
    this.only(null);
    while (this.widens());
    const ways = new Map<string, Set<Node>>();
    for (const [node, { checks, moves }] of this.#open)
      for (const planned of [...checks, ...moves.map((move) => move.planned)])
        ways.set(nameOf(planned), (ways.get(nameOf(planned)) ?? new Set()).add(node));
    return [...ways].map(([name, nodes]) => {
      const [nearest] = [...nodes].sort((one, other) => one.path.length - other.path.length);
      const after = nearest?.path.map(nameOf).join(', ') || 'nothing';
      const others = nodes.size - 1;
      return `${name} after ${after}${others === 0 ? '' : `, and in ${others} ${others === 1 ? 'other situation' : 'other situations'}`}`;
    });
  }

  isOpen(node: Node | undefined): boolean {
    const open = node === undefined ? undefined : this.#open.get(node);
    return open !== undefined && open.checks.length + open.moves.length > 0;
  }

  /** Whether a request of a scenario is open in a situation. */
  isOfScenario(node: Node): boolean {
    return this.#open.get(node)?.moves.some(leadsOn) === true;
  }

  /** Whether a situation has open requests, or may have some because it is not planned yet. */
  mayBeOpen(node: Node | undefined): boolean {
    return node !== undefined && (!this.#open.has(node) || this.isOpen(node));
  }
}

/** The shortest way over known moves to a situation with open requests; null if there is none. */
export function wayTo(from: Node, nodes: Plan['nodes'], left: Left): readonly Move[] | null {
  const seen = new Set([from.key]);
  const ways: { readonly node: Node; readonly way: readonly Move[] }[] = [{ node: from, way: [] }];
  for (const { node, way } of ways) {
    if (way.length > 0 && left.isOpen(node)) return way;
    for (const move of node.moves) {
      const next = move.lasts ? undefined : nodes.get(move.to);
      if (next === undefined || seen.has(move.to)) continue;
      seen.add(move.to);
      ways.push({ node: next, way: [...way, move] });
    }
  }
  return null;
}
