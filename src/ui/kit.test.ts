import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { initials } from './display/avatar.tsx';
import { distinctHues, finalHue, hueOf, hueOfMeaning } from './display/hue.ts';
import { isPlain } from './display/markdown.tsx';
import { addSteps } from './form/number-field.tsx';
import { placeBeside } from './overlay/place-beside.ts';

describe('UI kit helpers', () => {
  it('initials are at most two letters', () => {
    expect(initials('Ana Díaz')).toBe('AD');
    expect(initials('bo')).toBe('B');
    expect(initials('mia.rossi@example.com')).toBe('MC');
    expect(initials('😀 x')).toBe('😀X');
    expect(initials(' ')).toBe('');
  });

  it('each meaning has its own hue, and neutral has none', () => {
    const hues = (['neutral', 'info', 'progress', 'success', 'warning', 'danger'] as const).map(hueOfMeaning);
    expect(hues[0]).toBeNull();
    expect(hues[3]).toBe(finalHue);
    expect(new Set(hues).size).toBe(6);
  });

  it('the same text always has the same hue', () => {
    expect(hueOf('Ana')).toBe(hueOf('Ana'));
  });

  it('hues of texts that are shown together differ', () => {
    const rooms = ['Lounge', 'Court 3', 'Squash court'];
    expect(new Set(rooms.map(hueOf)).size).toBe(1);
    const hues = distinctHues(rooms);
    expect(new Set(hues.values()).size).toBe(3);
    expect(hues).toEqual(distinctHues(rooms.toReversed()));
    expect(distinctHues(Array.from({ length: 20 }, (_, index) => `Room ${index}`)).size).toBe(20);
  });

  it('number steps are exact', () => {
    expect(addSteps('0.1', 1)).toBe('1.1');
    expect(addSteps('12345678901234567890.05', -1)).toBe('12345678901234567889.05');
    expect(addSteps('0.5', -1)).toBe('-0.5');
    expect(addSteps('', 1)).toBe('1');
    expect(addSteps('x', -10)).toBe('-10');
  });

  it('a tooltip stays in its area and flips to the other side where there is no room', () => {
    const area = { left: 100, top: 0, width: 300, height: 300 };
    const size = { width: 80, height: 20 };
    const box = (left: number, top: number) => ({ left, top, width: 20, height: 20 });
    expect(placeBeside(box(200, 100), size, area, 'top')).toEqual({ left: 70, top: 74 });
    expect(placeBeside(box(200, 5), size, area, 'top')).toEqual({ left: 70, top: 31 });
    expect(placeBeside(box(100, 100), size, area, 'top').left).toBe(8);
  });

  it('plain text needs no parser, but Markdown does', () => {
    for (const text of ['Boiler is cold.', 'Two\nlines', 'a - b', '5 > 3 is not plain'.slice(0, 1)]) expect(isPlain(text)).toBe(true);
    for (const text of ['**x**', '- a', '1. a', 'see https://x.y', 'a\n---', '&amp;', '<b>']) expect(isPlain(text)).toBe(false);
  });
});

/** Contrast ratio by relative luminance, as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('tokens', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  const theme = (selector: string): Map<string, string> => {
    const block = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
    return new Map([...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']));
  };
  const grounds = ['--bg', '--bg-sunken', '--bg-raised', '--bg-hover'];
  const pairs = [
    ...['--text', '--text-muted', '--text-faint', '--accent-text', '--danger-text'].flatMap((text) =>
      grounds.map((ground) => [text, ground]),
    ),
    ['--text-muted', '--bg-active'],
    ['--text', '--bg-selected'],
    ['--text-faint', '--bg-selected'],
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-hover'],
    ['--text-inverse', '--bg-inverse'],
    ['--warning-text', '--warning-soft'],
    ['--danger-text', '--danger-soft'],
    ['--success-text', '--success-soft'],
    ['--accent-text', '--accent-soft'],
  ];

  it.each(["[data-theme='light']", "[data-theme='dark']"])('%s: text has a contrast of 4.5:1 on every background', (selector) => {
    const colours = theme(selector);
    const weak = pairs.flatMap(([text = '', ground = '']) => {
      const ratio = contrast(colours.get(text) ?? '#000000', colours.get(ground) ?? '#000000');
      return ratio < 4.5 ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : [];
    });
    expect(weak).toEqual([]);
  });
});
