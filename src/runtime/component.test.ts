import * as React from 'react';
import { expect, it } from 'vitest';
import { collectComponents } from './component.ts';

const SeatMap = (): null => null;

it('merges the components of several files', () => {
  const library = collectComponents(
    [
      { file: 'a.js', exports: { default: (react: unknown) => (react === React ? { SeatMap } : {}) } },
      { file: 'b.js', exports: { default: () => ({ Clock: SeatMap }) } },
    ],
    React,
  );
  expect(Object.keys(library)).toEqual(['SeatMap', 'Clock']);
});

it.each([
  [{ SeatMap }, 'a.js: its default export must be a function'],
  [{ default: () => null }, 'a.js: its function must return components'],
  [{ default: () => ({ SeatMap: 3 }) }, 'a.js: “SeatMap” is not a component'],
])('says what is wrong with a file', (exports, message) => {
  expect(() => collectComponents([{ file: 'a.js', exports }], React)).toThrow(message);
});

it('refuses a second component of the same name', () => {
  const exports = { default: () => ({ SeatMap }) };
  expect(() =>
    collectComponents(
      [
        { file: 'a.js', exports },
        { file: 'b.js', exports },
      ],
      React,
    ),
  ).toThrow('b.js: the component “SeatMap” already exists');
});
