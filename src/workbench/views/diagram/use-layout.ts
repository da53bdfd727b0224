import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boundsOf, fitsBetter, fitsIn } from './bounds.ts';
import type { Graph, Layout, Point, Positions } from './graph.ts';
import { createLayouter, type Layouter } from './layouter.ts';
import type { Remembered } from './remember.ts';

export interface LaidOut {
  /**
   * The graph that `layout` is of: the last one that has been laid out. Null until the first is
   * there.
   */
  readonly graph: Graph | null;
  readonly layout: Layout | null;
  readonly failure: string | null;
  /** Puts a node somewhere; the layout follows. */
  move(id: string, to: Point): void;
  /** Forgets where things were. */
  layOutAgain(): void;
}

/** In pixels of the screen. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/**
 * Lays out whatever graph there is now; what was there before stays where it was. A graph that does
 * not fit into the room goes in the other direction where more of it is seen then.
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

  // The direction stays as long as the other one does not show more.
  const [direction, setDirection] = useState(given.direction);
  const graph = useMemo(() => (given.direction === direction ? given : { ...given, direction }), [given, direction]);
  const newest = useRef(0);
  const lay = useCallback(
    (wanted: Graph, before: (direction: Graph['direction']) => Positions, space: Room | null): void => {
      if (!layouter) return;
      const turn = ++newest.current;
      const laid = async (one: Graph) => ({ graph: one, layout: await layouter.lay(one, before(one.direction)) });
      const best = async () => {
        const first = await laid(wanted);
        const box = boundsOf(first.graph, first.layout);
        if (space === null || fitsIn(box, space.width, space.height)) return first;
        const other = await laid({ ...wanted, direction: wanted.direction === 'down' ? 'right' : 'down' });
        return fitsBetter(boundsOf(other.graph, other.layout), box, space.width, space.height) ? other : first;
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

  // Another text is not yet another diagram.
  const shape = useMemo(() => shapeOf(given), [given]);
  const latest = useRef(graph);
  latest.current = graph;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts of the graph is its shape.
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

/** What decides where things are, besides the direction. */
const shapeOf = ({ nodes, edges }: Graph): string =>
  JSON.stringify([
    nodes.map(({ id, figure }) => [id, figure.width, figure.height]),
    edges.map(({ id, source, target, label }) => [id, source, target, label?.width, label?.height]),
  ]);
