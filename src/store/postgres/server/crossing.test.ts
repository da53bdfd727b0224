import { expect, test } from 'vitest';
import { Crossing } from './crossing.ts';

const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

test('a question and its answer lie beside each other; an answer is only that of its question', () => {
  const asks = new Crossing();
  const answers = new Crossing(asks.shared);
  expect(asks.putQuestion(bytes(65_536, 1))).toBe(true);
  expect(answers.takeQuestion()).toEqual(bytes(65_536, 1));
  expect(asks.takeAnswer(7)).toBeNull();
  expect(answers.putAnswer(7, bytes(3, 2))).toBe(true);
  expect(asks.takeAnswer(7)).toEqual(bytes(3, 2));
  expect(asks.takeAnswer(8)).toBeNull();
  // What was taken stays what it was.
  const taken = answers.takeQuestion();
  asks.putQuestion(bytes(2, 9));
  expect(taken).toEqual(bytes(65_536, 1));
  expect(answers.takeQuestion()).toEqual(bytes(2, 9));
});

test('what is too long is not put down, and what lies there stays', () => {
  const crossing = new Crossing();
  crossing.putQuestion(bytes(2, 1));
  crossing.putAnswer(1, bytes(2, 2));
  expect(crossing.putQuestion(bytes(65_537, 3))).toBe(false);
  expect(crossing.putAnswer(2, bytes(65_537, 3))).toBe(false);
  expect([crossing.takeQuestion(), crossing.takeAnswer(1)]).toEqual([bytes(2, 1), bytes(2, 2)]);
});

test('replies are counted', () => {
  const crossing = new Crossing();
  const seen = crossing.replies;
  new Crossing(crossing.shared).reply();
  expect(crossing.replies).toBe(seen + 1);
  // There was one meanwhile: nothing to wait for.
  crossing.wait(seen, 60_000);
});
