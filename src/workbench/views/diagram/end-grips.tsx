import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useState } from 'react';
import styles from './diagram.module.css';
import type { End, Point } from './graph.ts';
import { linePath } from './line.ts';

/**
 * Handles at the ends of a selected line; dragging one to another node reconnects the line. For the
 * keyboard, the panel does the same.
 */
export function EndGrips({
  points,
  loose,
  onReattach,
}: {
  readonly points: readonly Point[];
  readonly loose: readonly End[];
  readonly onReattach: (end: End, node: string) => void;
}) {
  const flow = useReactFlow();
  const [dragged, setDragged] = useState<{ readonly end: End; readonly at: Point } | null>(null);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const at: Readonly<Record<End, Point>> = { source: first, target: last };
  const follow = (end: End, event: PointerEvent): void =>
    setDragged({ end, at: flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false }) });
  const drop = (end: End, event: PointerEvent): void => {
    setDragged(null);
    const node = nodeAt(event.clientX, event.clientY);
    if (node !== null) onReattach(end, node);
  };
  const other = dragged && at[dragged.end === 'source' ? 'target' : 'source'];
  return (
    <>
      {dragged && other ? <path d={linePath([other, dragged.at])} className={styles['loose']} /> : null}
      {loose.map((end) => {
        const { x, y } = dragged?.end === end ? dragged.at : at[end];
        return (
          <circle
            key={end}
            cx={x}
            cy={y}
            r={6}
            className={`nodrag nopan ${styles['grip']}`}
            data-grip={end}
            onPointerDown={(event) => {
              event.stopPropagation();
              event.currentTarget.setPointerCapture(event.pointerId);
              follow(end, event);
            }}
            onPointerMove={(event) => {
              if (dragged) follow(end, event);
            }}
            onPointerUp={(event) => {
              if (dragged) drop(end, event);
            }}
            onPointerCancel={() => setDragged(null)}
          >
            <title>{end === 'source' ? 'Drag to change the source' : 'Drag to change the target'}</title>
          </circle>
        );
      })}
    </>
  );
}

/** Returns the node at a position in the window. */
function nodeAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('.react-flow__node')?.getAttribute('data-id');
    if (id) return id;
  }
  return null;
}
