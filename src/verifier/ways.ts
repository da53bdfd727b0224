import type { Planned } from './planned.ts';
import type { Exchange } from './side-by-side.ts';
import type { Made, Move, Node, Plan } from './situations.ts';

/** Where the requests have led: the records made, and the node of the plan that this is. */
export interface Place {
  readonly made: Made;
  readonly node: Node;
  /** The exchanges since nothing was made. */
  readonly since: readonly Exchange[];
}

interface Open {
  readonly checks: Planned[];
  readonly moves: Move[];
}

/**
 * What is still to be tried in the situations that have been planned. What shows most is open
 * first, in all of them; the rest is put off.
 */
export class Left {
  readonly #open = new Map<Node, Open>();
  /** By node, how much of it has been taken: more may be planned later. */
  readonly #taken = new Map<Node, { checks: number; moves: number }>();
  readonly #putOff: { readonly node: Node; readonly rank: number; readonly check?: Planned; readonly move?: Move }[] = [];
  readonly #ready: Iterator<Node>;
  readonly #isChosen: (planned: Planned) => boolean;
  #rank = 0;

  /** `ready`: the situations, planned as they are taken. `isChosen`: other checks are left out. */
  constructor(ready: Iterator<Node>, isChosen: (planned: Planned) => boolean) {
    this.#ready = ready;
    this.#isChosen = isChosen;
  }

  /** False: all are planned. */
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

  /** Opens what shows the most of what has been put off; false: nothing has. */
  widens(): boolean {
    if (this.#putOff.length === 0) return false;
    this.#rank = Math.min(...this.#putOff.map(({ rank }) => rank));
    this.#openUp();
    return true;
  }

  #openUp(): void {
    const putOff = this.#putOff.splice(0);
    for (const one of putOff) {
      const open = this.#open.get(one.node) as Open;
      if (one.rank > this.#rank) this.#putOff.push(one);
      else if (one.check !== undefined) open.checks.push(one.check);
      else if (one.move !== undefined) open.moves.push(one.move);
    }
  }

  /** Undefined: it has not been planned. */
  of(node: Node): Open | undefined {
    return this.#open.get(node);
  }

  /** What has not been tried, also what was put off. */
  all(): Iterable<readonly [Node, Open]> {
    while (this.widens());
    return this.#open;
  }

  isOpen(node: Node | undefined): boolean {
    const open = node === undefined ? undefined : this.#open.get(node);
    return open !== undefined && open.checks.length + open.moves.length > 0;
  }

  /** Nothing is known about a situation that has not been planned. */
  mayBeOpen(node: Node | undefined): boolean {
    return node !== undefined && (!this.#open.has(node) || this.isOpen(node));
  }
}

/** The shortest way over known moves to a situation in which something is left; null: none. */
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
