/** An sRGB colour, each component from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Parses `#rgb` or `#rrggbb`; returns null for anything else. */
export function readColour(text: string): Colour | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1);
  if (parts === undefined) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / 255);
  return [red, green, blue];
}

export const writeColour = (colour: Colour): string =>
  `#${colour
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

const luminance = ([red, green, blue]: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness (0 to 1) and two colour axes (Björn Ottosson, Oklab, 2020). */
type Lab = readonly [lightness: number, a: number, b: number];

function toLab(colour: Colour): Lab {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Lab): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, gamma(part))));
  return parts as unknown as Colour;
}

/** Blends two colours in a perceptually uniform space; `share` (0 to 1) is the part of `to`. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [a, b] = [toLab(from), toLab(to)];
  return fromLab([0, 1, 2].map((at) => (a[at] ?? 0) + ((b[at] ?? 0) - (a[at] ?? 0)) * share) as unknown as Lab);
}

/** Returns the same hue, lighter by `by` (darker if negative). */
export const lighter = (colour: Colour, by: number): Colour => {
  const [lightness, a, b] = toLab(colour);
  return fromLab([Math.min(1, Math.max(0, lightness + by)), a, b]);
};

const white: Colour = [1, 1, 1];
const black: Colour = [0, 0, 0];

/**
 * Returns the nearest colour of the same hue that has enough contrast on all `grounds`, by making
 * it lighter or darker. Falls back to white or black.
 */
export function readableOn(colour: Colour, grounds: readonly Colour[], least = 4.5): Colour {
  const worst = (one: Colour): number => Math.min(...grounds.map((ground) => contrast(one, ground)));
  if (worst(colour) >= least) return colour;
  const way = worst(white) > worst(black) ? 0.01 : -0.01;
  let now = colour;
  for (let step = 0; step < 100 && worst(now) < least; step++) now = lighter(now, way);
  return worst(now) >= least ? now : way > 0 ? white : black;
}
