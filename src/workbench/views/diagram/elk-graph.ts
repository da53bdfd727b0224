import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Graph, Layout, Point, Positions } from './graph.ts';

const options = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.separateConnectedComponents': 'false',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeEdge': '16',
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.feedbackEdges': 'true',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

/**
 * Keeps the rows, their order, and the direction of back edges as given by the positions;
 * everything else is computed.
 */
const asBefore = {
  'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
  'elk.layered.layering.strategy': 'INTERACTIVE',
  'elk.layered.crossingMinimization.semiInteractive': 'true',
};

/**
 * Converts the graph for the Eclipse Layout Kernel (https://eclipse.dev/elk/reference). Without
 * positions, everything is laid out afresh.
 */
export function toElk(graph: Graph, places: Positions | null): ElkNode {
  return {
    id: 'graph',
    layoutOptions: { ...options, 'elk.direction': graph.direction === 'down' ? 'DOWN' : 'RIGHT', ...(places ? asBefore : {}) },
    children: graph.nodes.map(({ id, figure: { width, height } }) => {
      const place = places?.get(id);
      return place ? { id, width, height, ...place, layoutOptions: { 'elk.position': `(${place.x},${place.y})` } } : { id, width, height };
    }),
    edges: graph.edges.map(({ id, source, target, label }) => ({
      id,
      sources: [source],
      targets: [target],
      labels: label === null ? [] : [{ text: id, width: label.width, height: label.height }],
    })),
  };
}

/** Converts the result, shifted so that existing nodes keep their positions as far as possible. */
export function fromElk(result: ElkNode, before: Positions | null): Layout {
  const children = result.children ?? [];
  const moves = children.flatMap(({ id, x = 0, y = 0 }) => {
    const old = before?.get(id);
    return old ? [{ x: old.x - x, y: old.y - y }] : [];
  });
  const shift = { x: median(moves.map(({ x }) => x)), y: median(moves.map(({ y }) => y)) };
  const moved = ({ x, y }: Point): Point => ({ x: Math.round(x + shift.x), y: Math.round(y + shift.y) });
  return {
    nodes: new Map(children.map(({ id, x = 0, y = 0 }) => [id, moved({ x, y })])),
    edges: new Map(
      (result.edges ?? []).map(({ id, sections = [], labels = [] }) => {
        const [label] = labels;
        return [
          id,
          {
            points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]).map(moved),
            label: label === undefined ? null : moved({ x: label.x ?? 0, y: label.y ?? 0 }),
          },
        ];
      }),
    ),
  };
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
