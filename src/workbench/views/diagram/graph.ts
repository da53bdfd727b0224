import type { Figure } from './figure.ts';

/**
 * What is at the end of a line: an arrow, or how many there can be on that side of a relation.
 */
export type EndMark = 'none' | 'arrow' | 'one' | 'maybe' | 'many';

export interface DiagramNode {
  /** The same thing keeps its id when the text changes. */
  readonly id: string;
  readonly figure: Figure;
  /** For who cannot see it. */
  readonly words: string;
  /** May a line be drawn from here, and to here? */
  readonly from: boolean;
  readonly to: boolean;
}

export interface DiagramEdge {
  readonly id: string;
  /** Lines of one group are one thing in the text: they are chosen together. */
  readonly group: string;
  readonly source: string;
  readonly target: string;
  readonly label: Figure | null;
  readonly words: string;
  readonly dashed: boolean;
  readonly start: EndMark;
  readonly end: EndMark;
  /** Which ends can be taken to another node; none when left out. */
  readonly loose?: readonly End[];
}

export type End = 'source' | 'target';

/** What a diagram shows: nodes and lines, without their places. */
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

/**
 * Where everything is; upper left corners, and the corners of lines from the source to the target.
 */
export interface Layout {
  readonly nodes: Positions;
  readonly edges: ReadonlyMap<string, { readonly points: readonly Point[]; readonly label: Point | null }>;
}
