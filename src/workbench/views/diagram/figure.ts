/**
 * A colour of the design: a token (`--text`), or a hue in degrees at one of the design's three
 * strengths.
 */
export type Paint = `--${string}` | { readonly hue: number; readonly as: 'dot' | 'text' | 'bg' } | 'none';

/**
 * A piece of a drawing; lengths in pixels, from the figure's upper left corner. A text's y is its
 * baseline.
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

/** A node or a label as it is drawn, on the screen and in an exported file alike. */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** How wide a text is, in pixels. */
export type Measure = (text: string, size: TextSize, weight: Weight) => number;

/** For what draws nothing: an average letter. */
export const roughMeasure: Measure = (text, size, weight) => text.length * size * (weight > 400 ? 0.56 : 0.53);

/** A text with as many letters as fit, `…` for the rest. */
export function fitted(text: string, most: number, size: TextSize, weight: Weight, measure: Measure): string {
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

/** The paint as CSS writes it. */
export function cssPaint(paint: Paint): string {
  if (typeof paint === 'string') return paint === 'none' ? 'none' : `var(${paint})`;
  return `oklch(var(--tint-${paint.as}-l) var(--tint-${paint.as}-c) ${paint.hue}deg)`;
}
