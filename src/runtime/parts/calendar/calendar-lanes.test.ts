import { expect, it } from 'vitest';
import { columnsOf, isIn, lanesOf, offeredColours } from './calendar-lanes.ts';

const court = (id: string, label: string) => ({ entity: 'Place', id, label, address: null });
const entry = (place: ReturnType<typeof court> | null) => ({
  colour: place === null ? null : { hue: 0, text: place.label, value: place, byName: true },
});
const [one, two, three] = [court('1', 'Court 1'), court('2', 'Court 2'), court('3', 'Court 3')];
const entries = [entry(two), entry(one), entry(null), entry(two)];
const offered = offeredColours([one, two, three], () => 0);

it('each colour has a lane, in the order of their names, even without entries', () => {
  const lanes = lanesOf(offered, entries, 'None');
  expect(lanes.map(({ title }) => title)).toEqual(['Court 1', 'Court 2', 'Court 3', 'None']);
  expect(lanes.map((lane) => entries.filter((each) => isIn(lane, each)).length)).toEqual([1, 2, 0, 1]);
  expect(lanes.map(({ colour }) => colour?.value ?? null)).toEqual([one, two, three, null]);
});

it('records with the same name have separate lanes', () => {
  const lanes = lanesOf([], [entry(court('a', 'Court')), entry(court('b', 'Court'))], 'None');
  expect(lanes.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('there are no lanes for one colour, or for too many', () => {
  expect(lanesOf([], [entry(one), entry(one)], 'None')).toEqual([]);
  const many = Array.from({ length: 13 }, (_, index) => entry(court(String(index), `Court ${index}`)));
  expect(lanesOf([], many, 'None')).toEqual([]);
});

it('a single day is divided into lanes, a week into days', () => {
  const lanes = lanesOf(offered, entries, 'None');
  const columns = columnsOf(['2026-01-05'], lanes);
  expect(columns.map(({ key }) => key)).toEqual(['2026-01-05 1', '2026-01-05 2', '2026-01-05 3', '2026-01-05 ']);
  expect(columnsOf(['2026-01-05', '2026-01-06'], lanes).map(({ lane }) => lane)).toEqual([null, null]);
  expect(columnsOf(['2026-01-05'], [])).toEqual([{ key: '2026-01-05', day: '2026-01-05', lane: null }]);
});
