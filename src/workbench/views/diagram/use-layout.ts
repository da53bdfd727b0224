import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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

/** Lays out whatever graph there is now; what was there before stays where it was. */
export function useLayout(graph: Graph, memory: Remembered): LaidOut {
  const [shown, setShown] = useState<{ readonly graph: Graph; readonly layout: Layout } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [layouter, setLayouter] = useState<Layouter | null>(null);
  useEffect(() => {
    const made = createLayouter();
    setLayouter(made);
    return () => made.end();
  }, []);

  const newest = useRef(0);
  const lay = useCallback(
    (wanted: Graph, before: Positions): void => {
      if (!layouter) return;
      const turn = ++newest.current;
      layouter.lay(wanted, before).then(
        (layout) => {
          if (turn !== newest.current) return;
          memory.set(wanted.direction, layout.nodes);
          setFailure(null);
          setShown({ graph: wanted, layout });
        },
        (error: unknown) => {
          if (turn === newest.current) setFailure(error instanceof Error ? error.message : String(error));
        },
      );
    },
    [layouter, memory],
  );

  // Another text is not yet another diagram.
  const shape = useMemo(() => shapeOf(graph), [graph]);
  const latest = useRef(graph);
  latest.current = graph;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts of the graph is its shape.
  useEffect(() => lay(latest.current, memory.get(latest.current.direction)), [lay, memory, shape]);

  return {
    ...(shown === null
      ? { graph: null, layout: null }
      : shown.graph !== graph && shapeOf(shown.graph) === shape
        ? { graph, layout: shown.layout }
        : shown),
    failure,
    move: (id, to) => lay(latest.current, new Map(memory.get(latest.current.direction)).set(id, to)),
    layOutAgain: () => lay(latest.current, new Map()),
  };
}

/** What decides where things are. */
const shapeOf = ({ direction, nodes, edges }: Graph): string =>
  JSON.stringify([
    direction,
    nodes.map(({ id, figure }) => [id, figure.width, figure.height]),
    edges.map(({ id, source, target, label }) => [id, source, target, label?.width, label?.height]),
  ]);
