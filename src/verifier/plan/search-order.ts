import type { Planned } from './planned.ts';
import { createdBy, type Node } from './situations.ts';

/**
 * Whether a way ends by creating a second record beside a first that went further. What can be done
 * with the first alone is known, so only requests about both are new.
 */
export function isBesideMore(path: readonly Planned[]): boolean {
  const last = path.at(-1);
  const before = path.slice(0, -1).flatMap(({ call }) => createdBy(call));
  return last !== undefined && path.length > 2 && last.handles.size === 0 && createdBy(last.call).some((one) => before.includes(one));
}

/** The situation with the fewest created records, and among those the shortest way. */
function nearestOf(nodes: Iterable<Node>): Node | undefined {
  const far = ({ path }: Node): number => path.flatMap(({ call }) => createdBy(call)).length * 100 + path.length;
  let nearest: Node | undefined;
  for (const node of nodes) if (nearest === undefined || far(node) < far(nearest)) nearest = node;
  return nearest;
}

/**
 * The situations of a plan that are not expanded yet. A way that shows something new is likely to
 * lead to more, so it comes before the others.
 */
export class Frontier {
  readonly #first = new Set<Node>();
  readonly #next: Set<Node>;
  readonly #later = new Set<Node>();
  /** The calls and states that some situation has led to. */
  readonly #led = new Set<string>();

  constructor(start: Iterable<Node>) {
    this.#next = new Set(start);
  }

  /** Whether a situation is left that is the first to lead to a call or a state. */
  get hasFirst(): boolean {
    return this.#first.size > 0;
  }

  get isEmpty(): boolean {
    return this.#first.size + this.#next.size + this.#later.size === 0;
  }

  /** `leads`: the call that leads to the situation, and the states of its records. */
  add(node: Node, leads: readonly string[], isNew: boolean): void {
    const isFirst = leads.some((one) => !this.#led.has(one));
    (isFirst ? this.#first : isNew ? this.#next : this.#later).add(node);
    for (const one of leads) this.#led.add(one);
  }

  /** Notes that another way to the situation shows something new. */
  promote(node: Node): void {
    if (this.#later.delete(node)) this.#next.add(node);
  }

  /** The nearest of the most promising situations. */
  get best(): Node | undefined {
    return nearestOf(this.#first) ?? nearestOf(this.#next) ?? nearestOf(this.#later);
  }

  delete(node: Node): void {
    for (const open of [this.#first, this.#next, this.#later]) open.delete(node);
  }
}
