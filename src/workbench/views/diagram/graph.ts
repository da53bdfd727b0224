import type { Figure } from './figure.ts';

/** The mark at the end of a line: an arrow, or the cardinality of that side of a relation. */
export type EndMark = 'none' | 'arrow' | 'one' | 'maybe' | 'many';

export interface DiagramNode {
  /** Stays the same when the text changes. */
  readonly id: string;
  readonly figure: Figure;
  /** A description for screen readers. */
  readonly words: string;
  /** Whether a line can start or end here. */
  readonly from: boolean;
  readonly to: boolean;
}

export interface DiagramEdge {
  readonly id: string;
  /** Lines of one group belong to one thing in the text, so they are selected together. */
  readonly group: string;
  readonly source: string;
  readonly target: string;
  readonly label: Figure | null;
  readonly words: string;
  readonly dashed: boolean;
  readonly start: EndMark;
  readonly end: EndMark;
  /** The ends that can be moved to another node; absent: none. */
  readonly loose?: readonly End[];
}

export type End = 'source' | 'target';

/** The content of a diagram: nodes and lines without positions. */
export interface Graph {
  readonly direction: 'down' | 'right';
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Positions = ReadonlyMap<string, Point>;

/** The upper left corners of nodes, and the points of lines from source to target. */
export interface Layout {
  readonly nodes: Positions;
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point | null }>;
}
