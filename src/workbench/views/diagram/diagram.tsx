import '@xyflow/react/dist/base.css';
import { type Connection, type FinalConnectionState, type NodeChange, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Callout } from '../../../ui/display/callout.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { boundsOf, panIntoView, viewOf } from './bounds.ts';
import styles from './diagram.module.css';
import { DiagramBar } from './diagram-bar.tsx';
import type { DiagramEdge, End, Graph, Layout, Point } from './graph.ts';
import { nearest } from './nearest.ts';
import { type FlowEdge, type FlowNode, LinePart, NodePart } from './parts.tsx';
import type { Remembered } from './remember.ts';
import { type Room, useLayout } from './use-layout.ts';

/** The selection in a diagram: a node by its id, or a line by its group. */
export type Chosen = { readonly kind: 'node' | 'edge'; readonly id: string } | null;

export interface DiagramProps {
  readonly graph: Graph;
  readonly memory: Remembered;
  /** The subject of the diagram; also the file name of exported pictures. */
  readonly title: string;
  readonly chosen: Chosen;
  /** With the mouse, `at` is the position inside the node's figure. */
  readonly onChoose: (chosen: Chosen, at?: Point) => void;
  /**
   * Called when a line was drawn; `to` is null if it ended outside any node. Null: drawing is
   * disabled.
   */
  readonly onDraw: ((from: string, to: string | null) => void) | null;
  /** Called when an end of a line was moved to another node. Absent: the ends are fixed. */
  readonly onReattach?: (edge: DiagramEdge, end: End, node: string) => void;
  /** What drawing a line does: `Drag to another state: a transition`. */
  readonly drawHint: string;
  /** Handles a key on the focused node or line; returns true if it was handled. */
  readonly onKey: (on: NonNullable<Chosen>, key: string) => boolean;
  readonly onFailure: (message: string) => void;
}

const nodeTypes = { figure: NodePart };
const edgeTypes = { line: LinePart };

/** A graph that can be viewed, navigated, and extended by drawing lines. */
export function Diagram(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ graph: fresh, memory, title, chosen, onChoose, onDraw, onReattach, drawHint, onKey, onFailure }: DiagramProps) {
  const given = useSame(fresh);
  const box = useRef<HTMLDivElement>(null);
  const { graph, layout, failure, move, layOutAgain } = useLayout(given, memory, useRoom(box));
  const [dragged, setDragged] = useState<{ readonly id: string; readonly at: Point } | null>(null);
  const flow = useReactFlow<FlowNode, FlowEdge>();

  // The whole diagram is one tab stop: the node that was visited last, initially the first one.
  const [visited, setVisited] = useState<string | null>(null);
  const current = graph?.nodes.some(({ id }) => id === visited) ? visited : graph?.nodes[0]?.id;
  const hint = onDraw === null ? null : drawHint;
  const nodes = useMemo(
    (): FlowNode[] =>
      (graph?.nodes ?? []).flatMap((node) => {
        const at = dragged?.id === node.id ? dragged.at : layout?.nodes.get(node.id);
        if (!at || !graph) return [];
        const { width, height } = node.figure;
        const isChosen = chosen?.kind === 'node' && chosen.id === node.id;
        return [
          {
            id: node.id,
            type: 'figure',
            position: at,
            width,
            height,
            // Setting the size avoids a new measurement on each analysis, which would remove the
            // lines, and the focus with them, until it is done.
            measured: { width, height },
            data: { node, direction: graph.direction, hint },
            selected: isChosen,
            ariaLabel: node.words,
            domAttributes: { 'aria-roledescription': undefined, 'aria-current': isChosen, tabIndex: node.id === current ? 0 : -1 },
          } satisfies FlowNode,
        ];
      }),
    [graph, layout, dragged, chosen, hint, current],
  );
  // Views create a new function on each render, which must not redraw the lines.
  const reattached = useRef(onReattach);
  reattached.current = onReattach;
  const canReattach = onReattach !== undefined;
  const edges = useMemo(
    (): FlowEdge[] =>
      (graph?.edges ?? []).flatMap((edge) => {
        const place = layout?.edges.get(edge.id);
        if (!place) return [];
        const isChosen = chosen?.kind === 'edge' && chosen.id === edge.group;
        // The lines of a dragged node are routed again when it is dropped.
        const loose = dragged !== null && (edge.source === dragged.id || edge.target === dragged.id);
        return [
          {
            id: edge.id,
            type: 'line',
            source: edge.source,
            target: edge.target,
            hidden: loose,
            data: {
              edge,
              ...place,
              chosen: isChosen,
              reattach: canReattach ? (end, node) => node !== edge[end] && reattached.current?.(edge, end, node) : null,
            },
            zIndex: isChosen ? 1 : 0,
            ariaLabel: edge.words,
            // By keyboard, lines are reached through the nodes that they connect.
            domAttributes: { 'aria-roledescription': undefined, 'aria-current': isChosen, tabIndex: -1 },
          } satisfies FlowEdge,
        ];
      }),
    [graph, layout, dragged, chosen, canReattach],
  );

  const partOf = ({ kind, id: wanted }: NonNullable<Chosen>): Pick<Graph, 'nodes' | 'edges'> => ({
    nodes: (graph?.nodes ?? []).filter(({ id }) => kind === 'node' && id === wanted),
    edges: (graph?.edges ?? []).filter(({ group }) => kind === 'edge' && group === wanted),
  });
  const showAll = (all = false): void => {
    const pane = box.current?.getBoundingClientRect();
    if (!pane || !graph || !layout) return;
    const part = chosen && partOf(chosen);
    void flow.setViewport(viewOf(boundsOf(graph, layout), pane.width, pane.height, part && boundsOf(part, layout), graph.direction, all));
  };
  /** Scrolls a part into view without changing the scale. */
  const bringIn = (chosenPart: NonNullable<Chosen>): void => {
    const pane = box.current?.getBoundingClientRect();
    const part = partOf(chosenPart);
    if (!pane || !layout || part.nodes.length + part.edges.length === 0) return;
    void flow.setViewport(panIntoView(flow.getViewport(), boundsOf(part, layout), pane.width, pane.height));
  };
  const showChosen = (): void => {
    if (chosen !== null) bringIn(chosen);
  };
  const touched = useKeptInSight(box, layout, showAll, showChosen);
  const latestChosen = useRef(showChosen);
  latestChosen.current = showChosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes.
  useEffect(() => latestChosen.current(), [chosen?.kind, chosen?.id]);

  const onNodesChange = (changes: readonly NodeChange<FlowNode>[]): void => {
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue;
      if (change.dragging) setDragged({ id: change.id, at: change.position });
    }
  };
  const drawn = (_: unknown, { fromNode, toNode, isValid, pointer }: FinalConnectionState): void => {
    if (!fromNode || !onDraw) return;
    if (toNode && isValid) onDraw(fromNode.id, toNode.id);
    else if (!toNode && pointer) onDraw(fromNode.id, null);
  };
  const visit = ({ target }: FocusEvent<HTMLElement>): void => {
    const id = target.closest('.react-flow__node')?.getAttribute('data-id');
    if (!id) return;
    setVisited(id);
    // With the mouse, the node is visible already.
    if (target.matches(':focus-visible')) bringIn({ kind: 'node', id });
  };
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const on = focused(event.target, edges);
    if (event.defaultPrevented || on === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') onChoose(on);
    else if (event.key.startsWith('Arrow')) {
      const next = on.kind === 'node' && layout && graph ? nearest(graph, layout.nodes, on.id, event.key) : null;
      if (next === null) return;
      box.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(next)}"]`)?.focus();
    } else if (!onKey(on, event.key)) return;
    event.preventDefault();
  };

  if (failure !== null) {
    return (
      <div className={styles['failed']}>
        <Callout tone="danger" title="Couldn’t lay out the diagram">
          <p>That is a mistake in Ninefold, not in the document; the text is safe. ({failure})</p>
        </Callout>
      </div>
    );
  }
  return (
    // The keys belong to the nodes and lines inside.
    <div className={styles['box']} ref={box} onKeyDown={keys} onFocus={visit} data-diagram={layout ? 'ready' : 'waiting'}>
      {layout === null ? (
        <div className={styles['waiting']}>
          <Skeleton lines={6} />
        </div>
      ) : null}
      <ReactFlow<FlowNode, FlowEdge>
        aria-label={title}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onMoveStart={(event) => {
          // Null: the move was not made by a person.
          if (event) touched.current = true;
        }}
        onNodeDragStop={(_, node) => {
          move(node.id, node.position);
          setDragged(null);
        }}
        onNodeClick={({ clientX, clientY }, { id, position }) => {
          const at = flow.screenToFlowPosition({ x: clientX, y: clientY });
          onChoose({ kind: 'node', id }, { x: at.x - position.x, y: at.y - position.y });
        }}
        onEdgeClick={(_, { data }) => data && onChoose({ kind: 'edge', id: data.edge.group })}
        onPaneClick={() => onChoose(null)}
        onConnect={(_: Connection) => undefined}
        onConnectEnd={drawn}
        connectOnClick={false}
        connectionRadius={12}
        nodeDragThreshold={4}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={0.2}
        maxZoom={2}
        proOptions={{ hideAttribution: true }}
      />
      {graph && layout ? (
        <DiagramBar
          graph={graph}
          layout={layout}
          title={title}
          onFit={() => {
            touched.current = false;
            showAll(true);
          }}
          onZoom={(by) => void (by > 0 ? flow.zoomIn() : flow.zoomOut())}
          onArrange={() => {
            touched.current = false;
            layOutAgain();
          }}
          onFailure={onFailure}
        />
      ) : null}
    </div>
  );
}

/** Returns the node or line that has the focus. */
function focused(target: EventTarget, edges: readonly FlowEdge[]): NonNullable<Chosen> | null {
  if (!(target instanceof Element)) return null;
  const node = target.closest('.react-flow__node')?.getAttribute('data-id');
  if (node) return { kind: 'node', id: node };
  const edge = target.closest('.react-flow__edge')?.getAttribute('data-id');
  const group = edges.find(({ id }) => id === edge)?.data?.edge.group;
  return group === undefined ? null : { kind: 'edge', id: group };
}

/**
 * Shows the whole diagram at first and, until the user moves the view, after each change and each
 * resize; from then on only the selected part, if a resize has hidden it. Returns the ref that
 * records a move.
 */
function useKeptInSight(
  box: { readonly current: HTMLDivElement | null },
  layout: Layout | null,
  showAll: () => void,
  showChosen: () => void,
) {
  const touched = useRef(false);
  const latest = useRef({ showAll, showChosen });
  latest.current = { showAll, showChosen };
  useEffect(() => {
    const element = box.current;
    if (!element || !layout) return;
    const look = (): void => {
      if (!touched.current) latest.current.showAll();
    };
    look();
    const observer = new ResizeObserver(() => (touched.current ? latest.current.showChosen() : look()));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, layout]);
  return touched;
}

/**
 * Returns the space for a diagram, rounded in steps, so that dragging a divider does not trigger a
 * layout for each pixel; null: not known yet.
 */
function useRoom(box: { readonly current: HTMLDivElement | null }): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Measure the whole view: the panel for the selected part takes some of it, which must not
    // change the direction.
    const pane = element.closest<HTMLElement>('[data-views]') ?? element;
    const look = (): void => {
      const whole = pane.getBoundingClientRect();
      const stepped = (size: number): number => Math.floor(size / step) * step;
      const [width, height] = [stepped(whole.width), stepped(whole.bottom - element.getBoundingClientRect().top)];
      // A hidden pane has no size.
      if (width > 0 && height > 0) setRoom((now) => (now?.width === width && now.height === height ? now : { width, height }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(pane);
    return () => observer.disconnect();
  }, [box]);
  return room;
}

/** In pixels. */
const step = 40;

/**
 * Returns the same object as long as the graph is equal: most edits of the text do not change it,
 * and then nothing is redrawn.
 */
function useSame(graph: Graph): Graph {
  const written = useMemo(() => JSON.stringify(graph), [graph]);
  const last = useRef({ written, graph });
  if (last.current.written !== written) last.current = { written, graph };
  return last.current.graph;
}
