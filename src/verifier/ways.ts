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

/** What is still to be tried in the situations that have been planned. */
export class Left {
  readonly #open = new Map<Node, Open>();
  readonly #ready: Iterator<Node>;
  readonly #isChosen: (planned: Planned) => boolean;

  /** `ready`: the situations, planned as they are taken. `isChosen`: other checks are left out. */
  constructor(ready: Iterator<Node>, isChosen: (planned: Planned) => boolean) {
    this.#ready = ready;
    this.#isChosen = isChosen;
  }

  /** False: all are planned. */
  plansOneMore(): boolean {
    const { value: node, done } = this.#ready.next();
    if (done === true) return false;
    this.#open.set(node, { checks: node.checks.filter(this.#isChosen), moves: node.moves.filter(({ isNew, lasts }) => isNew && !lasts) });
    return true;
  }

  /** Undefined: it has not been planned. */
  of(node: Node): Open | undefined {
    return this.#open.get(node);
  }

  all(): Iterable<readonly [Node, Open]> {
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
