import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boundsOf, fitsIn, isLargerFit } from './bounds.ts';
import type { Graph, Layout, Point, Positions } from './graph.ts';
import { createLayouter, type Layouter } from './layouter.ts';
import type { Remembered } from './remember.ts';

export interface LaidOut {
  /**
   * The last graph that has been laid out, to which `layout` belongs; null until the first layout
   * is ready.
   */
  readonly graph: Graph | null;
  readonly layout: Layout | null;
  readonly failure: string | null;
  /** Moves a node; the layout adapts. */
  move(id: string, to: Point): void;
  /** Forgets all positions and lays out afresh. */
  layOutAgain(): void;
}

/** In screen pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/**
 * Lays out the current graph; existing nodes keep their positions. A graph that does not fit into
 * the room uses the other direction if that shows more of it.
 */
export function useLayout(given: Graph, memory: Remembered, room: Room | null): LaidOut {
  const [shown, setShown] = useState<{ readonly graph: Graph; readonly layout: Layout } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [layouter, setLayouter] = useState<Layouter | null>(null);
  useEffect(() => {
    const made = createLayouter();
    setLayouter(made);
    return () => made.end();
  }, []);

  // The direction stays unless the other one shows more.
  const [direction, setDirection] = useState(given.direction);
  const graph = useMemo(() => (given.direction === direction ? given : { ...given, direction }), [given, direction]);
  const newest = useRef(0);
  const lay = useCallback(
    (wanted: Graph, before: (direction: Graph['direction']) => Positions, space: Room | null): void => {
      if (!layouter) return;
      const turn = ++newest.current;
      const withLayout = async (one: Graph) => ({ graph: one, layout: await layouter.lay(one, before(one.direction)) });
      const best = async () => {
        const first = await withLayout(wanted);
        const box = boundsOf(first.graph, first.layout);
        if (space === null || fitsIn(box, space.width, space.height)) return first;
        const other = await withLayout({ ...wanted, direction: wanted.direction === 'down' ? 'right' : 'down' });
        return isLargerFit(boundsOf(other.graph, other.layout), box, space.width, space.height) ? other : first;
      };
      best().then(
        (found) => {
          if (turn !== newest.current) return;
          memory.set(found.graph.direction, found.layout.nodes);
          setFailure(null);
          setDirection(found.graph.direction);
          setShown(found);
        },
        (error: unknown) => {
          if (turn === newest.current) setFailure(error instanceof Error ? error.message : String(error));
        },
      );
    },
    [layouter, memory],
  );

  // A changed text does not necessarily change the diagram.
  const shape = useMemo(() => shapeOf(given), [given]);
  const latest = useRef(graph);
  latest.current = graph;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the shape of the graph matters.
  useEffect(() => lay(latest.current, memory.get, room), [lay, memory, shape, room]);

  return {
    ...(shown === null
      ? { graph: null, layout: null }
      : shown.graph !== graph && shapeOf(shown.graph) === shape
        ? { graph, layout: shown.layout }
        : shown),
    failure,
    move: (id, to) => lay(latest.current, (of) => new Map(memory.get(of)).set(id, to), null),
    layOutAgain: () => lay(latest.current, () => new Map(), room),
  };
}

/** Everything that determines the layout, except the direction. */
const shapeOf = ({ nodes, edges }: Graph): string =>
  JSON.stringify([
    nodes.map(({ id, figure }) => [id, figure.width, figure.height]),
    edges.map(({ id, source, target, label }) => [id, source, target, label?.width, label?.height]),
  ]);
