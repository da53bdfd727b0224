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
export function nearestOf(nodes: Iterable<Node>): Node | undefined {
  const far = ({ path }: Node): number => path.flatMap(({ call }) => createdBy(call)).length * 100 + path.length;
  let nearest: Node | undefined;
  for (const node of nodes) if (nearest === undefined || far(node) < far(nearest)) nearest = node;
  return nearest;
}
