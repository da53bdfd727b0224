import { expect, test } from 'vitest';
import helpdesk from '../../specs/helpdesk.md?raw';
import { largeDocument } from '../../testing/large-document.ts';
import { ModelReader } from '../model/model-reader.ts';
import { readModel } from '../model/read.ts';
import { Checker, checkModel } from './check.ts';
import { rules } from './rules/index.ts';

/** Checks both versions in turn and returns how many rules the second check ran. */
function ranFor(before: string, after: string): number {
  const reader = new ModelReader();
  const checker = new Checker();
  checker.check(reader.read(before));
  expect(checker.check(reader.read(after))).toEqual(checkModel(readModel(after)));
  return checker.ran;
}

const prose = (text: string): string => text.replace('## 2.', 'What it is.\n\n## 2.');
const large = prose(largeDocument(200));
const desk = prose(helpdesk);

test.each([
  ['a sentence of prose', large, 'What it is', 'What it is about', 15],
  ['a sentence of prose in the helpdesk', desk, 'What it is', 'What it is about', 30],
  ['the message of an error', large, 'It is not ready', 'It is not ready yet', 25],
])('after a change of %s few rules run', (_, text, before, after, most) => {
  expect(text).toContain(before);
  expect(rules.length).toBeGreaterThan(100);
  expect(ranFor(text, text.replace(before, after))).toBeLessThanOrEqual(most);
});

test('a rule runs again if what it read through another rule’s work has changed', () => {
  // All rules share one computation of which fields and constants are read.
  const before = large.replace('`createdAt + RESPONSE_1`', '`createdAt + RESPONSE_2`');
  expect(ranFor(before, large)).toBeGreaterThan(20);
  expect(ranFor(large, before)).toBeGreaterThan(20);
  expect(checkModel(readModel(before)).map(({ code }) => code)).toContain('unused-constant');
});

test('a text that is no specification between two versions does not affect the later one', () => {
  const reader = new ModelReader();
  const checker = new Checker();
  for (const text of [large, 'a letter', large]) expect(checker.check(reader.read(text))).toEqual(checkModel(readModel(text)));
});
