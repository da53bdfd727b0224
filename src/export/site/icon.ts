import { type Colour, contrast, mix, readColour } from '../look/colour.ts';
import { hashOfName } from '../look/cover.ts';
import { png } from './png.ts';

/* A product's icon: nine squares, some of them lit, depending on the name. Without any artwork,
   different products look different, and the same name looks the same everywhere. */

/** Returns which of the nine squares are lit, row by row. Left and right are symmetric. */
export function litSquares(name: string): readonly boolean[] {
  const hash = hashOfName(name);
  // Two to five of six bits are lit: with none the icon would be blank, and with all of them many
  // products would share one icon.
  let bits = hash % 64;
  const count = (): number => [0, 1, 2, 3, 4, 5].filter((bit) => bits & (1 << bit)).length;
  for (let turn = 1; count() < 2 || count() > 5; turn++) bits = (hash + turn * 7) % 64;
  return Array.from({ length: 9 }, (_, index) => {
    const column = index % 3;
    return (bits & (1 << (Math.floor(index / 3) * 2 + (column === 1 ? 1 : 0)))) !== 0;
  });
}

interface Look {
  /** As a percentage of the icon's size. */
  readonly edge: number;
  readonly corner: number;
}

/** Leaves a margin, because phones crop icons to their own shape. */
const masked: Look = { edge: 27, corner: 0 };
const plain: Look = { edge: 20, corner: 22 };

const gap = 4;

const squaresOf = ({ edge }: Look): { readonly size: number; readonly at: (index: number) => number } => {
  const size = (100 - 2 * edge - 2 * gap) / 3;
  return { size, at: (index) => edge + index * (size + gap) };
};

const white: Colour = [1, 1, 1];
const dark: Colour = [0.06, 0.07, 0.09];

function coloursOf(accent: string): { readonly ground: Colour; readonly lit: Colour; readonly unlit: Colour } {
  const ground = readColour(accent) as Colour;
  const lit = contrast(white, ground) >= 3 ? white : dark;
  return { ground, lit, unlit: mix(ground, lit, 0.28) };
}

const css = (colour: Colour): string => `rgb(${colour.map((part) => Math.round(part * 255)).join(' ')})`;

/** Draws the icon as SVG, which scales to every size. */
export function iconSvg(name: string, accent: string): string {
  const { ground, lit, unlit } = coloursOf(accent);
  const { size, at } = squaresOf(plain);
  const squares = litSquares(name).map((isLit, index) => {
    const place = `x="${at(index % 3)}" y="${at(Math.floor(index / 3))}" width="${size}" height="${size}" rx="${size / 4}"`;
    return `<rect ${place} fill="${css(isLit ? lit : unlit)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${plain.corner}" fill="${css(ground)}"/>${squares.join('')}</svg>\n`;
}

/** Returns the distance of a point from a rounded box (negative inside), in the box's units. */
function outside(x: number, y: number, box: { left: number; top: number; size: number; corner: number }): number {
  const half = box.size / 2;
  const dx = Math.abs(x - box.left - half) - half + box.corner;
  const dy = Math.abs(y - box.top - half) - half + box.corner;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - box.corner;
}

/** Draws the icon as PNG. `maskable`: filled to its edges, for systems that crop it. */
export function iconPng(name: string, accent: string, pixels: number, maskable: boolean): Uint8Array {
  const look = maskable ? masked : plain;
  const { ground, lit, unlit } = coloursOf(accent);
  const { size, at } = squaresOf(look);
  const squares = litSquares(name).map((isLit, index) => ({
    colour: isLit ? lit : unlit,
    box: { left: at(index % 3), top: at(Math.floor(index / 3)), size, corner: size / 4 },
  }));
  const unit = 100 / pixels;
  // Anti-aliasing: an edge covers as much of a pixel as its distance from the pixel's centre
  // implies.
  const covered = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance / unit));
  const reaches = (place: number, from: number): boolean => place > from - unit / 2 && place < from + size + unit / 2;
  return png(pixels, (px, py) => {
    const [x, y] = [(px + 0.5) * unit, (py + 0.5) * unit];
    const whole = look.corner === 0 ? 1 : covered(outside(x, y, { left: 0, top: 0, size: 100, corner: look.corner }));
    let colour = ground;
    for (const square of squares) {
      if (!reaches(x, square.box.left) || !reaches(y, square.box.top)) continue;
      const share = covered(outside(x, y, square.box));
      if (share > 0) colour = colour.map((part, index) => part + ((square.colour[index] ?? 0) - part) * share) as unknown as Colour;
    }
    const [red, green, blue] = colour.map((part) => Math.round(part * 255)) as [number, number, number];
    return [red, green, blue, Math.round(whole * 255)];
  });
}
