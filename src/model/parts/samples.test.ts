import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readModel } from '../read.ts';
import { readableKinds } from './index.ts';

/**
 * tests/samples/parts/KIND: a document, and the expected result of reading its first screen with
 * bullets.
 */
const folder = new URL('../../../tests/samples/parts/', import.meta.url);
const kinds = readdirSync(folder).sort();

/** Facts without their spans: names as text, expressions and actions as source. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  if ('source' in value) return `\`${String(value.source)}\``;
  const keys = Object.keys(value);
  if ('text' in value && 'span' in value && keys.length === 2) return value.text;
  const said = Object.entries(value).filter(([key, one]) => key !== 'span' && one !== null && !(Array.isArray(one) && one.length === 0));
  if (said.length === 1 && said[0]?.[0] === 'name') return plain(said[0][1]);
  return Object.fromEntries(said.map(([key, one]) => [key, plain(one)]));
}

test('every kind of part has a sample', () => {
  expect(kinds).toEqual([...readableKinds, 'unread'].sort());
});

describe.each(kinds)('%s', (kind) => {
  const text = readFileSync(new URL(`${kind}/document.md`, folder), 'utf8');
  const model = readModel(text);

  test('is read as expected', () => {
    const screen = model.screens.find((one) => one.heading !== null);
    const notes = model.misreads.map(({ code, span, message }) => `${code} at “${text.slice(span.from, span.to)}”: ${message}`);
    const unknown = model.references.filter((one) => !one.found).map((one) => `${one.kind} ${one.text}`);
    const holes = model.holes.filter((one) => one.kind !== 'section').map((one) => one.about);
    const read = { parts: plain(screen?.parts), notes, unknown, holes };
    const file = new URL(`${kind}/expected.json`, folder);
    if (!existsSync(file))
      throw new Error(`tests/samples/parts/${kind}/expected.json is missing; it should say:\n${JSON.stringify(read, null, 2)}`);
    expect(read).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  test('has no problems in its expressions and actions', () => {
    const problems = [
      ...model.expressions.map(({ expression }) => expression.problems),
      ...model.actions.map(({ action }) => action.problems),
    ];
    expect(problems.flat().map(({ message }) => message)).toEqual([]);
  });
});
