import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { postgresConnections } from '../../../../testing/postgres/test-databases.ts';
import { postgresPattern } from './patterns.ts';

const connect = postgresConnections();

const letters = fc.constantFrom('a', 'b', 'Z', '0', '_', ' ', '\n', '-', 'é', 'ß', '😀', '\u0301');
const texts = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
const one = fc.constantFrom(
  ...['a', 'b', '0', '.', 'é', '😀', '-', ',', '"', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\.', '\\-', '\\\\', '\\n', '^', '$'],
  ...['[ab]', '[^ab]', '[a-z]', '[^a-z0-9]', '[\\d_]', '[\\w-]', '[-a]', '[a\\]]', '[é-ü]', '[^\\n]', '[😀]', '\\t'],
);
const pattern = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    one,
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0}', '{2,}', '*?', '{1,2}?'))
      .map(([a, mark]) => `(${a})${mark}`),
    tie('pattern').map((a) => `(?:${a})`),
  ),
})).pattern;

test('a pattern matches the same texts in Postgres as in RE2', () => {
  const connection = connect();
  let told = 0;
  fc.assert(
    fc.property(pattern, fc.array(texts, { minLength: 20, maxLength: 20 }), (source, samples) => {
      const written = postgresPattern(source);
      if (written === null) return;
      told++;
      const compiled = RE2JS.compile(source);
      const found = samples.map((text) => connection.row(`SELECT CAST(? AS text) COLLATE "C" ~ ?`, [text, written])?.[0] === 1);
      expect(found, `${source} as ${written}`).toEqual(samples.map((text) => compiled.matcher(text).find()));
    }),
    { numRuns: 400, seed: 9 },
  );
  expect(told).toBeGreaterThan(300);
}, 60_000);

test('does not translate patterns that mean something else', () => {
  const others = [
    '(?i)a',
    '\\bword',
    '\\p{L}',
    '[[:alpha:]]',
    '\\x41',
    'a{256}',
    'a{2',
    '(a',
    'a)',
    '[b-a]',
    '[]a]',
    'a**',
    '\\1',
    '(?P<x>a)',
    'a\\',
    '^*',
    '\ud800',
    'a\0',
    '(?:(?:a{50}){50}){50}',
  ];
  expect(others.filter((source) => postgresPattern(source) !== null)).toEqual([]);
});

test('the time for a pattern grows only linearly with the text', () => {
  const connection = connect();
  const text = `${'a'.repeat(20_000)}!`;
  for (const source of ['(a+)+$', '^(a|a)*$', '(a*)*b', '^(?:a?){200}$', '(.*)(.*)(.*)x']) {
    const written = postgresPattern(source);
    expect(written, source).not.toBeNull();
    expect(connection.row('SELECT CAST(? AS text) COLLATE "C" ~ ?', [text, written])?.[0], source).toBe(0);
  }
});
