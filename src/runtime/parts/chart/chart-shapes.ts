/** The geometry of charts: scales, lines and slices, in the units of an SVG's view box. */

/**
 * Round values from 0 or below to above the greatest, at most `count` + 1; whole numbers if all
 * `values` are.
 */
export function ticks(values: readonly number[], count = 4): number[] {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const span = top - bottom;
  if (span === 0) return [0, 1];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const step = values.every(Number.isInteger) ? Math.max(1, round) : round;
  const found: number[] = [];
  for (let at = Math.floor(bottom / step); at <= Math.ceil(top / step); at++) found.push(Number((at * step).toPrecision(12)));
  return found;
}

/** The position of a value between two others, from 0 to 1. */
export const fraction = (value: number, low: number, high: number): number => (high === low ? 0 : (value - low) / (high - low));

/**
 * The path of a slice of the unit circle around (0, 0), between two fractions of the whole (0 to
 * 1), clockwise from the top.
 */
export function slicePath(from: number, to: number, inner = 0.6): string {
  const at = (share: number, radius: number): string => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${(Math.cos(angle) * radius).toFixed(4)} ${(Math.sin(angle) * radius).toFixed(4)}`;
  };
  // A full circle cannot be a single arc, because its ends would coincide.
  const end = to - from >= 0.9999 ? from + 0.9999 : to;
  const large = end - from > 0.5 ? 1 : 0;
  return `M ${at(from, 1)} A 1 1 0 ${large} 1 ${at(end, 1)} L ${at(end, inner)} A ${inner} ${inner} 0 ${large} 0 ${at(from, inner)} Z`;
}
