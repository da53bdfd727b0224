import { expect, test } from 'vitest';
import { identifier, shortened, textLiteral } from './identifier.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;

test('quotes names and texts, whatever they contain', () => {
  expect(identifier('a"b')).toBe('"a""b"');
  expect(textLiteral("it's")).toBe("'it''s'");
  expect(() => identifier('a\0')).toThrow('NUL');
  expect(() => textLiteral('a\0')).toThrow('NUL');
});

test('names that Postgres would truncate keep their beginning and stay different', () => {
  const [one, other] = [`${'Ü'.repeat(40)}One`, `${'Ü'.repeat(40)}Other`];
  expect(bytes(shortened(one))).toBeLessThanOrEqual(63);
  expect(shortened(one)).not.toBe(shortened(other));
  expect(shortened(one).startsWith('Ü'.repeat(20))).toBe(true);
  expect(shortened('a'.repeat(63))).toBe('a'.repeat(63));
});
