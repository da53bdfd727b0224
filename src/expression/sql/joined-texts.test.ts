import { expect, test } from 'vitest';
import { JoinedTexts } from './joined-texts.ts';

test('reuses the text for the same parts, and makes it again once the cache was full', () => {
  const texts = new JoinedTexts();
  let made = 0;
  const text = (...parts: string[]): string =>
    texts.of(parts, () => {
      made++;
      return parts.join(' ');
    });
  expect([text('a', 'b'), text('a', 'b'), made]).toEqual(['a b', 'a b', 1]);
  expect([text('a'), text('a', 'b', 'c'), text('ab'), made]).toEqual(['a', 'a b c', 'ab', 4]);
  for (let one = 0; one < 2001; one++) text(String(one));
  made = 0;
  expect([text('a', 'b'), made]).toEqual(['a b', 1]);
});
