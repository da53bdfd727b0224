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

interface Box {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly corner: number;
}

/** Returns the distance of a point from a rounded box (negative inside), in the box's units. */
function outside(x: number, y: number, { left, top, size, corner }: Box): number {
  const half = size / 2;
  const dx = Math.abs(x - left - half) - half + corner;
  const dy = Math.abs(y - top - half) - half + corner;
  return Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** Draws the icon as PNG. `maskable`: filled to its edges, for systems that crop it. */
export function iconPng(name: string, accent: string, pixels: number, maskable: boolean): Uint8Array {
  const look = maskable ? masked : plain;
  const { ground, lit, unlit } = coloursOf(accent);
  const { size, at } = squaresOf(look);
  const unit = 100 / pixels;
  const rgba = new Uint8Array(pixels * pixels * 4);
  rgba.set([...ground.map((part) => Math.round(part * 255)), 255]);
  for (let filled = 4; filled < rgba.length; filled *= 2) rgba.copyWithin(filled, 0, filled);

  /**
   * Visits the pixels that a box reaches. Anti-aliasing: an edge covers as much of a pixel as its
   * distance from the pixel's centre implies.
   */
  const cover = (box: Box, paint: (offset: number, share: number) => void): void => {
    const first = (from: number): number => Math.max(0, Math.floor(from / unit) - 1);
    const end = (from: number): number => Math.min(pixels, Math.ceil((from + box.size) / unit) + 1);
    for (let y = first(box.top); y < end(box.top); y++)
      for (let x = first(box.left); x < end(box.left); x++) {
        const share = Math.min(1, Math.max(0, 0.5 - outside((x + 0.5) * unit, (y + 0.5) * unit, box) / unit));
        paint((y * pixels + x) * 4, share);
      }
  };
  for (const [index, isLit] of litSquares(name).entries()) {
    const colour = isLit ? lit : unlit;
    const part = (of: 0 | 1 | 2, share: number): number => Math.round((ground[of] + (colour[of] - ground[of]) * share) * 255);
    cover({ left: at(index % 3), top: at(Math.floor(index / 3)), size, corner: size / 4 }, (offset, share) => {
      if (share === 0) return;
      rgba[offset] = part(0, share);
      rgba[offset + 1] = part(1, share);
      rgba[offset + 2] = part(2, share);
    });
  }
  const whole = { left: 0, top: 0, size: 100, corner: look.corner };
  if (look.corner > 0) cover(whole, (offset, share) => (rgba[offset + 3] = Math.round(share * 255)));
  return png(pixels, rgba);
}
