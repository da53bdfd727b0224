import { expect, test } from 'vitest';
import { placeCard } from './place-card.ts';

const window = { width: 1000, height: 600 };
const card = { width: 300, height: 150 };

test('a card is below, above, beside or inside the box, and never outside the window', () => {
  expect(placeCard({ left: 400, top: 10, width: 100, height: 40 }, card, window)).toEqual({ left: 300, top: 62 });
  expect(placeCard({ left: 0, top: 10, width: 20, height: 40 }, card, window)).toEqual({ left: 8, top: 62 });
  expect(placeCard({ left: 0, top: 560, width: 1000, height: 40 }, card, window)).toEqual({ left: 350, top: 398 });
  expect(placeCard({ left: 0, top: 20, width: 500, height: 570 }, card, window)).toEqual({ left: 512, top: 230 });
  expect(placeCard({ left: 500, top: 20, width: 500, height: 570 }, card, window)).toEqual({ left: 188, top: 230 });
  expect(placeCard({ left: 0, top: 0, width: 1000, height: 600 }, card, window)).toEqual({ left: 350, top: 225 });
});
