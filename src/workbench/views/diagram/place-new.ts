import type { Graph, Point, Positions } from './graph.ts';

/**
 * The distance of new nodes in pixels. Only their order matters, because the layout adjusts the
 * space.
 */
const step = 120;

/**
 * Returns the earlier positions of the nodes, with estimates for new ones: after the nodes that
 * lead to them, or before those they lead to. If one node disappeared and one appeared, it was
 * renamed and keeps the position. Returns null if nothing is known; then everything is laid out
 * afresh.
 */
export function placeNew(graph: Graph, before: Positions): Positions | null {
  const known = graph.nodes.filter(({ id }) => before.has(id));
  if (known.length === 0) return null;
  const places = new Map<string, Point>(known.map(({ id }) => [id, before.get(id) as Point]));
  const fresh = graph.nodes.filter(({ id }) => !before.has(id));
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const removed = [...before.keys()].filter((id) => !ids.has(id));
  const [renamed] = fresh;
  const [old] = removed;
  if (fresh.length === 1 && removed.length === 1 && renamed !== undefined && old !== undefined) {
    return places.set(renamed.id, before.get(old) as Point);
  }
  // Each placed node may be the neighbour of another new one.
  let waiting = fresh.map(({ id }) => id);
  while (waiting.length > 0) {
    const placed = waiting.filter((id) => {
      const place = beside(graph, places, id);
      if (place !== null) places.set(id, place);
      return place !== null;
    });
    if (placed.length === 0) break;
    waiting = waiting.filter((id) => !placed.includes(id));
  }
  // Nodes without neighbours go to the end of the first row.
  for (const id of waiting) places.set(id, atTheEnd(graph, places));
  return places;
}

function beside(graph: Graph, places: Positions, id: string): Point | null {
  for (const edge of graph.edges) {
    if (edge.source === edge.target) continue;
    const leading = edge.target === id ? places.get(edge.source) : undefined;
    if (leading !== undefined) return layerAfter(graph, places, leading, 1);
    const following = edge.source === id ? places.get(edge.target) : undefined;
    if (following !== undefined) return layerAfter(graph, places, following, -1);
  }
  return null;
}

/**
 * Returns the position at the end of the next row after (or before) a node, or in a new row if
 * there is none.
 */
function layerAfter(graph: Graph, places: Positions, from: Point, by: 1 | -1): Point {
  const down = graph.direction === 'down';
  const along = (point: Point): number => (down ? point.y : point.x);
  const across = (point: Point): number => (down ? point.x : point.y);
  const beyond = [...places.values()].filter((point) => (along(point) - along(from)) * by > 1);
  const next = beyond.length === 0 ? along(from) + by * step : by > 0 ? Math.min(...beyond.map(along)) : Math.max(...beyond.map(along));
  const there = [...places.values()].filter((point) => Math.abs(along(point) - next) <= 1);
  const end = there.length === 0 ? across(from) : Math.max(...there.map(across)) + step;
  return down ? { x: end, y: next } : { x: next, y: end };
}

function atTheEnd(graph: Graph, places: Positions): Point {
  const down = graph.direction === 'down';
  const points = [...places.values()];
  const first = Math.min(...points.map(({ x, y }) => (down ? y : x)));
  const there = points.filter(({ x, y }) => Math.abs((down ? y : x) - first) <= 1);
  const end = Math.max(...there.map(({ x, y }) => (down ? x : y))) + 2 * step;
  return down ? { x: end, y: first } : { x: first, y: end };
}
