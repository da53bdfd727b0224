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

/** What is still to be tried. */
export type Left = Map<Node, { readonly checks: Planned[]; readonly moves: Move[] }>;

export function isOpen(left: Left, node: Node | undefined): boolean {
  const open = node === undefined ? undefined : left.get(node);
  return open !== undefined && open.checks.length + open.moves.length > 0;
}

/** The shortest way over known moves to a situation in which something is left; null: none. */
export function wayTo(from: Node, nodes: Plan['nodes'], left: Left): readonly Move[] | null {
  const seen = new Set([from.key]);
  const ways: { readonly node: Node; readonly way: readonly Move[] }[] = [{ node: from, way: [] }];
  for (const { node, way } of ways) {
    if (way.length > 0 && isOpen(left, node)) return way;
    for (const move of node.moves) {
      const next = nodes.get(move.to);
      if (next === undefined || seen.has(move.to)) continue;
      seen.add(move.to);
      ways.push({ node: next, way: [...way, move] });
    }
  }
  return null;
}
