import type { EndMark, Point } from './graph.ts';

const radius = 6;

/** Returns an SVG path through points, with rounded corners. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  for (const [index, corner] of rest.entries()) {
    const before = points[index] ?? first;
    const after = rest[index + 1];
    if (after === undefined) {
      path += `L${corner.x} ${corner.y}`;
      continue;
    }
    const short = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const [a, b] = [towards(corner, before, short), towards(corner, after, short)];
    path += `L${a.x} ${a.y}Q${corner.x} ${corner.y} ${b.x} ${b.y}`;
  }
  return path;
}

/**
 * Returns the mark at the end of a line that comes from `from`: a path, and whether it is filled.
 */
export function markPath(mark: EndMark, end: Point, from: Point): { readonly d: string; readonly filled: boolean } | null {
  if (mark === 'none') return null;
  const length = distance(from, end) || 1;
  const along = { x: (end.x - from.x) / length, y: (end.y - from.y) / length };
  const at = (back: number, aside: number): string =>
    `${round(end.x - along.x * back - along.y * aside)} ${round(end.y - along.y * back + along.x * aside)}`;
  const bar = (back: number): string => `M${at(back, -6)}L${at(back, 6)}`;
  const ring = `M${at(10, 0)}A4 4 0 1 1 ${at(18, 0)}A4 4 0 1 1 ${at(10, 0)}Z`;
  switch (mark) {
    case 'arrow':
      return { d: `M${at(0, 0)}L${at(9, -4.5)}L${at(9, 4.5)}Z`, filled: true };
    case 'one':
      return { d: bar(8), filled: false };
    case 'maybe':
      return { d: `${bar(6)}${ring}`, filled: false };
    case 'many':
      return { d: `M${at(10, 0)}L${at(0, -6)}M${at(10, 0)}L${at(0, 6)}`, filled: false };
  }
}

/** Returns the first and last segments of a line, each from its end inwards. */
export function ends(points: readonly Point[]): { readonly start: [Point, Point]; readonly end: [Point, Point] } | null {
  const [first, second] = points;
  const last = points.at(-1);
  const beforeLast = points.at(-2);
  return first && second && last && beforeLast ? { start: [first, second], end: [last, beforeLast] } : null;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const round = (value: number): number => Math.round(value * 10) / 10;

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to) || 1;
  return { x: round(from.x + ((to.x - from.x) / length) * by), y: round(from.y + ((to.y - from.y) / length) * by) };
}
