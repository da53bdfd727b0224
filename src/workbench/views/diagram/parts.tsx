import { type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react';
import styles from './diagram.module.css';
import { EndGrips } from './end-grips.tsx';
import { FigureSvg } from './figure-svg.tsx';
import type { DiagramEdge, DiagramNode, End, Point } from './graph.ts';
import { ends, linePath, markPath } from './line.ts';

export type FlowNode = Node<{ readonly node: DiagramNode; readonly direction: 'down' | 'right'; readonly hint: string | null }, 'figure'>;
export type FlowEdge = Edge<
  {
    readonly edge: DiagramEdge;
    readonly points: readonly Point[];
    readonly label: Point | null;
    readonly chosen: boolean;
    readonly reattach: ((end: End, node: string) => void) | null;
  },
  'line'
>;

/** A node: its figure, a handle to start a line, and a drop target over its whole area. */
export function NodePart({ data: { node, direction, hint } }: NodeProps<FlowNode>) {
  const connecting = useConnection((connection) => connection.inProgress);
  return (
    <>
      <FigureSvg figure={node.figure} />
      <Handle
        type="target"
        position={Position.Left}
        isConnectableStart={false}
        isConnectable={node.to}
        className={styles['target'] ?? ''}
        data-open={(connecting && node.to) || undefined}
      />
      <Handle
        type="source"
        position={direction === 'down' ? Position.Right : Position.Bottom}
        isConnectableEnd={false}
        isConnectable={node.from && hint !== null}
        className={styles['source'] ?? ''}
        title={hint ?? undefined}
        hidden={!node.from || hint === null}
      />
    </>
  );
}

/** A line with its label, at the positions of the layout. */
export function LinePart({ data }: EdgeProps<FlowEdge>) {
  if (!data) return null;
  const { edge, points, label, chosen, reattach } = data;
  const path = linePath(points);
  const tips = ends(points);
  const marks = tips ? [markPath(edge.start, ...tips.start), markPath(edge.end, ...tips.end)] : [];
  return (
    <g className={styles['line']} data-chosen={chosen || undefined}>
      <path d={path} className={styles['hit']} />
      <path d={path} className={styles['stroke']} strokeDasharray={edge.dashed ? '5 4' : undefined} />
      {marks.map((mark, index) =>
        mark ? <path key={index === 0 ? 'start' : 'end'} d={mark.d} className={mark.filled ? styles['tip'] : styles['stroke']} /> : null,
      )}
      {edge.label && label ? (
        <g transform={`translate(${label.x} ${label.y})`}>
          <rect className={styles['label']} width={edge.label.width} height={edge.label.height} rx={4} />
          <FigureSvg figure={edge.label} bare />
        </g>
      ) : null}
      {chosen && reattach && edge.loose ? <EndGrips points={points} loose={edge.loose} onReattach={reattach} /> : null}
    </g>
  );
}
