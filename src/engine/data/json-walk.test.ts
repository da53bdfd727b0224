import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPieces } from '../../base/bytes.ts';
import type { Json } from '../record-data.ts';
import { JsonWalk, NotJson } from './json-walk.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The next value, read by walking through all its objects and lists. */
function walked(walk: JsonWalk): Json {
  if (walk.next === 'list') {
    const list: Json[] = [];
    walk.list(() => list.push(walked(walk)));
    return list;
  }
  if (walk.next === 'other') return walk.read(walk.step());
  const object: [string, Json][] = [];
  walk.object((key) => object.push([key, walked(walk)]));
  return Object.fromEntries(object);
}

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

test('reads the same values as JSON.parse, by walking into them or stepping over them', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, 3), fc.boolean(), (value, spaces, isMarked) => {
      const text = `${isMarked ? '\ufeff' : ''}${JSON.stringify(value, null, spaces)}${' '.repeat(spaces)}`;
      const [one, other] = [new JsonWalk(bytesOf(text)), new JsonWalk(bytesOf(text))];
      expect(walked(one)).toEqual(value);
      one.end();
      expect(other.read(other.step())).toEqual(value);
      other.end();
    }),
  );
});

test('refuses what JSON.parse refuses, wherever the text is cut or changed', () => {
  const whole = JSON.stringify({ a: [1, { b: 'x\\"y' }, null], c: 'ü' });
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const texts = [...whole].flatMap((_, at) => [
    whole.slice(0, at),
    `${whole.slice(0, at)}}${whole.slice(at + 1)}`,
    `${whole.slice(0, at)},${whole.slice(at)}`,
  ]);
  for (const text of texts) {
    const walk = new JsonWalk(bytesOf(text));
    const read = (): Json => {
      const value = walked(walk);
      walk.end();
      return value;
    };
    if (isJson(text)) expect(read()).toEqual(JSON.parse(text));
    else expect(read, text).toThrow(NotJson);
  }
});

test('a text of many pieces is read one piece at a time', () => {
  const list = Array.from({ length: 30_000 }, (_, number) => `${'"\\ü'.repeat(number % 7)}${number}`);
  const bytes = bytesOf(JSON.stringify(list));
  const read: number[] = [];
  const walk = new JsonWalk({
    length: bytes.length,
    subarray(from = 0, to = bytes.length) {
      read.push(to - from);
      return bytes.subarray(from, to);
    },
  });
  expect(walked(walk)).toEqual(list);
  const pieces = [...inPieces(bytes)];
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...read)).toBe(pieces[0]?.length);
});
