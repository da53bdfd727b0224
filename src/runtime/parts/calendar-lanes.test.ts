import { expect, it } from 'vitest';
import { lanesOf } from './calendar-lanes.ts';

const entry = (text: string | null) => ({ colour: text === null ? null : { hue: 0, text, byName: true } });
const entries = [entry('Court 2'), entry('Court 1'), entry(null), entry('Court 2')];

it('a day on its own has a lane for each colour, in the order of their names', () => {
  const lanes = lanesOf(['2026-01-05'], entries, 'None');
  expect(lanes.map(({ title }) => title)).toEqual(['Court 1', 'Court 2', 'None']);
  expect(new Set(lanes.map(({ key }) => key)).size).toBe(3);
  expect(lanes.every(({ key }) => key.startsWith('2026-01-05'))).toBe(true);
  expect(lanes.map(({ shows }) => entries.filter(shows).length)).toEqual([1, 2, 1]);
});

it('a week, and a day of one colour or of too many, has a column for each day', () => {
  expect(lanesOf(['2026-01-05', '2026-01-06'], entries, 'None').map(({ key }) => key)).toEqual(['2026-01-05', '2026-01-06']);
  expect(lanesOf(['2026-01-05'], [entry('Court 1')], 'None')).toHaveLength(1);
  const many = Array.from({ length: 13 }, (_, index) => entry(`Court ${index}`));
  expect(lanesOf(['2026-01-05'], many, 'None')).toHaveLength(1);
});
