import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Colour, contrast, mix, readableOn, readColour, writeColour } from '../look/colour.ts';
import { noTheme, readTheme, themeStyles, themeWarnings } from '../look/theme.ts';
import { iconPng, iconSvg, litSquares } from './icon.ts';

const colour = (text: string): Colour => readColour(text) as Colour;
const anyColour = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

describe('colours', () => {
  it('have the contrast ratios that WCAG defines', () => {
    expect(contrast(colour('#fff'), colour('#000'))).toBeCloseTo(21, 5);
    // The usual example of a grey that just passes on white.
    expect(contrast(colour('#767676'), colour('#ffffff'))).toBeCloseTo(4.54, 2);
  });

  it('are mixed within the displayable range, and a share of 0 or 1 returns an end', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (a, b) => {
        expect(writeColour(mix(a, b, 0))).toBe(writeColour(a));
        expect(writeColour(mix(a, b, 0.5))).toMatch(/^#[\da-f]{6}$/);
      }),
    );
  });

  it('can be made readable on any background', () => {
    fc.assert(fc.property(anyColour, anyColour, (a, ground) => contrast(readableOn(a, [ground]), ground) >= 4.5 - 1e-9));
  });
});

describe('a theme', () => {
  it('reports its mistakes and suggests what may be meant', () => {
    const read = readTheme('{"acent": "#123", "radius": 99, "font": "x; } body { display: none", "text": "#000"}');
    expect(read.ok ? [] : read.problems).toEqual([
      'a theme has no “acent”. Did you mean “accent”?',
      'radius must be a number of pixels from 0 to 24',
      'text needs a value for each theme: {"light": "#…", "dark": "#…"}',
      expect.stringContaining('font must be a list of font families'),
    ]);
    expect(readTheme('{')).toMatchObject({ ok: false });
    expect(readTheme('[]')).toMatchObject({ ok: false });
  });

  it('warns about unreadable colours and gives their contrast', () => {
    const theme = {
      ...noTheme,
      accent: { light: colour('#ffd400'), dark: colour('#ffd400') },
      text: { light: colour('#999999'), dark: colour('#ffffff') },
    };
    const warnings = themeWarnings(theme).join('\n');
    expect(warnings).toContain('in the light theme, text #999999 has a contrast of 2.8:1');
    expect(warnings).toContain('in the light theme, the accent #ffd400 has a contrast of 1.4:1');
    expect(warnings).not.toContain('dark theme');
  });

  it('keeps text on and in the accent readable for every accent', () => {
    fc.assert(
      fc.property(anyColour, (accent) => {
        const styles = themeStyles({ ...noTheme, accent: { light: accent, dark: accent } }, null);
        for (const block of styles.split('}\n').filter((one) => one.includes('--accent:'))) {
          const value = (name: string): Colour => colour(new RegExp(`${name}: (#[\\da-f]{6})`).exec(block)?.[1] ?? '');
          const ground = block.includes("'dark'") ? colour('#17191e') : colour('#ffffff');
          expect(contrast(value('--on-accent'), value('--accent'))).toBeGreaterThan(4.4);
          expect(contrast(value('--accent-text'), ground)).toBeGreaterThan(4.4);
          expect(contrast(value('--accent-text'), value('--accent-soft'))).toBeGreaterThan(4.4);
        }
      }),
    );
  });

  it('that is empty changes nothing', () => {
    expect(themeStyles(noTheme, null)).toBe('');
  });
});

describe('an icon', () => {
  it('is the same for the same name, and lights two to five of six bits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const lit = litSquares(name);
        expect(lit).toEqual(litSquares(name));
        const half = lit.filter((isLit, index) => isLit && index % 3 !== 2).length;
        expect(half).toBeGreaterThanOrEqual(2);
        expect(half).toBeLessThanOrEqual(5);
        for (const row of [0, 3, 6]) expect(lit[row]).toBe(lit[row + 2]);
      }),
    );
  });

  it('is a PNG with the expected pixels, and an SVG of the same squares', () => {
    /** The pixels of a PNG without filters. */
    const pixelsOf = (png: Uint8Array, size: number): ((x: number, y: number) => readonly number[]) => {
      const bytes = Buffer.from(png);
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      const length = bytes.readUInt32BE(33);
      expect(bytes.subarray(37, 41).toString()).toBe('IDAT');
      const rows = inflateSync(bytes.subarray(41, 41 + length));
      expect(rows.length).toBe(size * (size * 4 + 1));
      return (x, y) => [...rows.subarray(y * (size * 4 + 1) + 1 + x * 4).subarray(0, 4)];
    };
    const [accent, white, mixed] = [
      [0x41, 0x50, 0xc4, 255],
      [255, 255, 255, 255],
      [111, 131, 216, 255],
    ];
    // A maskable icon fills its edges with the accent.
    expect(pixelsOf(iconPng('Helpdesk', '#4150c4', 16, true), 16)(0, 0)).toEqual(accent);
    const plain = pixelsOf(iconPng('Helpdesk', '#4150c4', 64, false), 64);
    expect(plain(0, 0)[3]).toBe(0);
    expect(plain(32, 1)).toEqual(accent);
    // The middles of the nine squares.
    const middles = [18, 31, 45].flatMap((y) => [18, 31, 45].map((x) => plain(x, y)));
    expect(middles).toEqual(litSquares('Helpdesk').map((isLit) => (isLit ? white : mixed)));
    expect(iconSvg('Helpdesk', '#4150c4').match(/<rect/g)).toHaveLength(10);
  });
});
