import { describe, expect, test } from 'vitest';
import type { Type } from '../../expression/types/type.ts';
import { fromJson, Mistake, toJson } from '../../expression/values/json.ts';
import type { Value } from '../../expression/values/value.ts';
import { plainKinds, plainTypes } from './index.ts';
import type { PlainType, ValueContext } from './type.ts';

const context: ValueContext = {
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  file: (given) =>
    typeof given === 'string'
      ? { isFile: true, id: given, name: given, mediaType: given.endsWith('.png') ? 'image/png' : 'application/pdf', size: 1 }
      : new Mistake('must be an uploaded file', 'file'),
};

const given = (json: unknown): Value => {
  const value = fromJson(json, { kind: 'any' });
  if (value instanceof Mistake) throw new Error(value.message);
  return value;
};

const all: readonly (readonly [string, PlainType])[] = plainKinds.map((kind) => [kind, plainTypes[kind]]);

describe.each(all)('%s', (kind, type) => {
  const valueType: Type = type.value;
  test.each(type.examples.right.map((json) => [json]))('takes %j as it is', (json) => {
    const value = type.coerce(given(json), valueType, context);
    expect(value).not.toBeInstanceOf(Mistake);
    if (value instanceof Mistake || type.storage === 'file') return;
    expect(toJson(value)).toEqual(json);
    // A stored value may be passed again.
    expect(type.coerce(value, valueType, context)).toEqual(value);
  });

  test('refuses wrong values', () => {
    for (const json of type.examples.wrong)
      expect(type.coerce(given(json), valueType, context), JSON.stringify(json)).toBeInstanceOf(Mistake);
  });

  test('reads the values it accepts from a cell', () => {
    for (const json of type.examples.right) {
      if (json === '') continue;
      const written = typeof json === 'string' && kind !== 'json' ? json : JSON.stringify(json);
      // A cell contains 12.5 or 12.5 % for the fraction 0.125.
      const cell = type.fromCell(kind === 'percent' ? `${Number((Number(json) * 100).toFixed(6))} %` : written, valueType, context);
      expect(cell).not.toBeInstanceOf(Mistake);
      if (!type.settable || cell instanceof Mistake || type.storage === 'file') continue;
      const value = type.coerce(cell, valueType, context);
      expect(value instanceof Mistake ? value.message : toJson(value)).toEqual(json);
    }
  });

  test('is stored with the kind that expressions see', () => {
    expect(type.storage).toBe(kind === 'state' ? 'state' : type.value.kind);
  });
});

test('no two types share a synonym, and none is the name of a type', () => {
  const words = plainKinds.flatMap((kind) => (plainTypes[kind] as PlainType).synonyms ?? []);
  expect(new Set([...words, ...plainKinds]).size).toBe(words.length + plainKinds.length);
});

test.each(['decimal', 'money'] as const)('a cell of the type %s may hold a number as people type it', (kind) => {
  const type = plainTypes[kind];
  const read = (cell: string): unknown => {
    const value = type.coerce(type.fromCell(cell, type.value, context) as Value, type.value, context);
    return value instanceof Mistake ? value.message : toJson(value);
  };
  expect(['+3', '3.', '.5', '-.5', '1 200.5'].map(read)).toEqual([3, 3, 0.5, -0.5, 1200.5]);
});
