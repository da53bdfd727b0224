/** A design colour: a token (`--text`), or a hue in degrees in one of three strengths. */
export type Paint = `--${string}` | { readonly hue: number; readonly as: 'dot' | 'text' | 'bg' } | 'none';

/**
 * A shape; lengths in pixels from the figure's upper left corner. The y of a text is its baseline.
 */
export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly fill: Paint;
      readonly line: Paint;
      readonly dashed?: boolean;
    }
  | { readonly kind: 'circle'; readonly x: number; readonly y: number; readonly radius: number; readonly fill: Paint; readonly line: Paint }
  | { readonly kind: 'path'; readonly d: string; readonly fill: Paint; readonly line: Paint; readonly dashed?: boolean }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly size: TextSize;
      readonly weight: Weight;
      readonly paint: Paint;
      readonly anchor?: 'start' | 'middle' | 'end';
    };

export type TextSize = 12 | 14;
export type Weight = 400 | 500 | 600;

/** A drawn node or label, the same on the screen and in an exported file. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** Returns the width of a text in pixels. */
export type Measure = (text: string, size: TextSize, weight: Weight) => number;

/** Estimates the width by average letters, for code that runs without a canvas. */
export const estimatedWidth: Measure = (text, size, weight) => text.length * size * (weight > 400 ? 0.56 : 0.53);

/** Truncates a text to the width, with `…` for the rest. */
export function truncateToWidth(text: string, most: number, size: TextSize, weight: Weight, measure: Measure): string {
  if (measure(text, size, weight) <= most) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(`${text.slice(0, middle).trimEnd()}…`, size, weight) <= most) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).trimEnd()}…`;
}

/** Returns the paint as CSS. */
export function cssPaint(paint: Paint): string {
  if (typeof paint === 'string') return paint === 'none' ? 'none' : `var(${paint})`;
  return `oklch(var(--tint-${paint.as}-l) var(--tint-${paint.as}-c) ${paint.hue}deg)`;
}
