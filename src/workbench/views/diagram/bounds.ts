import type { Graph, Layout, Point } from './graph.ts';

export interface Bounds extends Point {
  readonly width: number;
  readonly height: number;
}

/** Returns the smallest box around nodes, lines and labels. */
export function boundsOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>, layout: Layout): Bounds {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const take = ({ x, y }: Point, width = 0, height = 0): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const { id, figure } of nodes) {
    const at = layout.nodes.get(id);
    if (at) take(at, figure.width, figure.height);
  }
  for (const { id, label } of edges) {
    const place = layout.edges.get(id);
    for (const point of place?.points ?? []) take(point);
    if (label && place?.label) take(place.label, label.width, label.height);
  }
  return left > right ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Around the diagram, in screen pixels. */
const margin = 24;
/** Space for the toolbars at the upper and lower edges. */
const bars = 36;

/**
 * Labels are 12 pixels high, and at least 11 on the screen unless the whole diagram was requested.
 */
const readable = 11 / 12;

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Returns the largest scale, at most 1, at which the whole box fits into a pane. */
function wholeIn(box: Bounds, width: number, height: number): number {
  const room = roomIn(width, height);
  return Math.min(1, room.width / Math.max(1, box.width), room.height / Math.max(1, box.height));
}

const roomIn = (width: number, height: number) => ({
  width: Math.max(1, width - 2 * margin),
  height: Math.max(1, height - 2 * (margin + bars)),
});

/** True if the whole box fits into a pane at a readable size. */
export const fitsIn = (box: Bounds, width: number, height: number): boolean => wholeIn(box, width, height) >= readable;

/** True if a pane shows one box at a clearly larger scale than another. */
export const isLargerFit = (one: Bounds, other: Bounds, width: number, height: number): boolean =>
  wholeIn(one, width, height) > 1.1 * wholeIn(other, width, height);

/**
 * Returns a view that shows the whole box centred in a pane, at a scale of at most 1. If that is
 * too small to read, shows the area around the chosen part, else the start of the diagram. `all`:
 * shows the whole box, however small.
 */
export function viewOf(
  box: Bounds,
  width: number,
  height: number,
  chosen: Bounds | null,
  direction: Graph['direction'],
  all = false,
): View {
  const room = roomIn(width, height);
  const whole = Math.max(0.2, wholeIn(box, width, height));
  const zoom = all ? whole : Math.max(whole, readable);
  const along = (from: number, size: number, space: number, want: number): number => {
    const seen = space / zoom;
    // If the box is larger than the pane, don't show more empty space than necessary.
    return seen >= size ? from + size / 2 : Math.min(Math.max(want, from + seen / 2), from + size - seen / 2);
  };
  // Without a chosen part, show the start of the box: the middle of its first edge.
  const middle = chosen ?? (direction === 'down' ? { ...box, height: 0 } : { ...box, width: 0 });
  const x = along(box.x, box.width, room.width, middle.x + middle.width / 2);
  const y = along(box.y, box.height, room.height, middle.y + middle.height / 2);
  return { x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom };
}

/**
 * Moves the view just far enough that a box is inside the pane; if the box is too large, shows its
 * start.
 */
export function panIntoView({ x, y, zoom }: View, box: Bounds, width: number, height: number): View {
  const along = (shift: number, from: number, size: number, space: number): number => {
    const [low, high] = [margin - from * zoom, space - margin - (from + size) * zoom];
    return low > high ? low : Math.min(Math.max(shift, low), high);
  };
  return { x: along(x, box.x, box.width, width), y: along(y, box.y, box.height, height), zoom };
}
