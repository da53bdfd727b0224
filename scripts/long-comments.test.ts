import { expect, test } from 'vitest';
import { longComments } from './long-comments.ts';

const long = 'a '.repeat(60);

test.each([
  [`// ${long}`, [1]],
  [`const a = 1;\n  /** ${long} */`, [2]],
  [`/**\n * ${long}\n */`, [2]],
  [`{/* ${long} */}`, [1]],
  [`// ${'a'.repeat(97)}`, []],
  [`const text = '${long}';`, []],
  [`// biome-ignore lint/a/b: ${long}`, []],
  [`  *#search(a: '${long}') {`, []],
])('%j', (text, lines) => {
  expect(longComments(text)).toEqual(lines);
});
