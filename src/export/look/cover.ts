import { type Colour, mix, readColour, writeColour } from './colour.ts';

/** FNV-1a over the name's code points, 32 bits. */
export function hashOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

const white: Colour = [1, 1, 1];
const black: Colour = [0, 0, 0];

const columns = 8;
const rows = 10;
const edge = 100;

/** SVG paths of the tile shapes, with the tile's corner at 0 0. */
const forms: readonly string[] = [
  `M0 0H${edge}V${edge}H0Z`,
  `M0 0H${edge}A${edge} ${edge} 0 0 1 0 ${edge}Z`,
  `M${edge} 0V${edge}A${edge} ${edge} 0 0 1 0 0Z`,
  `M${edge} ${edge}H0A${edge} ${edge} 0 0 1 ${edge} 0Z`,
  `M0 ${edge}V0A${edge} ${edge} 0 0 1 ${edge} ${edge}Z`,
  `M${edge / 2} 20a30 30 0 1 1 0 60a30 30 0 1 1 0-60Z`,
];

/**
 * Draws the cover of a product whose theme has none: tiles in shades of the accent, selected by the
 * name. The same name and accent always give the same picture.
 */
export function coverSvg(name: string, accent: string): string {
  const ground = readColour(accent) as Colour;
  const shades = [
    mix(ground, white, 0.1),
    mix(ground, white, 0.2),
    mix(ground, white, 0.34),
    mix(ground, black, 0.14),
    mix(ground, black, 0.28),
  ];
  let state = hashOfName(name) || 1;
  /** Returns a pseudorandom integer below `end` (xorshift). */
  const next = (end: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % end;
  };
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const shade = shades[next(shades.length)] as Colour;
    const form = forms[next(forms.length)];
    // A third of the tiles stays empty, so that the pattern does not look crowded.
    if (next(3) === 0) return '';
    const [x, y] = [(index % columns) * edge, Math.floor(index / columns) * edge];
    return `<path transform="translate(${x} ${y})" d="${form}" fill="${writeColour(shade)}"/>`;
  });
  const [width, height] = [columns * edge, rows * edge];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><rect width="${width}" height="${height}" fill="${writeColour(mix(ground, black, 0.08))}"/>${tiles.join('')}</svg>\n`;
}
