import type { Graph, Point, Positions } from './graph.ts';

/** Returns the node that an arrow key leads to, or null if there is none. */
export function nearest(graph: Graph, places: Positions, from: string, key: string): string | null {
  const step: Point | undefined = {
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
  }[key];
  const middle = (id: string): Point | null => {
    const at = places.get(id);
    const figure = graph.nodes.find((node) => node.id === id)?.figure;
    return at && figure ? { x: at.x + figure.width / 2, y: at.y + figure.height / 2 } : null;
  };
  const here = middle(from);
  if (step === undefined || here === null) return null;
  let best: { readonly id: string; readonly cost: number } | null = null;
  for (const { id } of graph.nodes) {
    const there = middle(id);
    if (id === from || there === null) continue;
    const ahead = (there.x - here.x) * step.x + (there.y - here.y) * step.y;
    const aside = Math.abs((there.x - here.x) * step.y) + Math.abs((there.y - here.y) * step.x);
    if (ahead <= 1) continue;
    // Prefer nodes straight ahead to nearer ones off to the side.
    const cost = ahead + 2 * aside;
    if (best === null || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}
