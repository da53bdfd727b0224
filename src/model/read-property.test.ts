import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenDocuments, specs } from '../../testing/broken-documents.ts';
import { rounds } from '../../testing/rounds.ts';
import { applyEdits } from '../base/text-edit.ts';
import type { Model } from './model.ts';
import { readModel } from './read.ts';

function* spansOf(value: unknown, seen = new Set<unknown>(), path = ''): Generator<{ path: string; from: number; to: number }> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map) {
    for (const [key, one] of value) yield* spansOf(one, seen, `${path}.${String(key)}`);
    return;
  }
  for (const [key, one] of Object.entries(value)) {
    if (key === 'node' || key === 'problems') continue;
    if (/span$/i.test(key) && typeof one === 'object' && one !== null) yield { path: `${path}.${key}`, from: one.from, to: one.to };
    yield* spansOf(one, seen, `${path}.${key}`);
  }
}

function checkPlaces(text: string, model: Model): void {
  for (const { path, from, to } of spansOf(model)) {
    if (!(from >= 0 && from <= to && to <= text.length)) throw new Error(`${path} is ${from}..${to} of ${text.length}`);
  }
  for (const one of [...model.references, ...model.declared]) {
    const written = text.slice(one.span.from, one.span.to);
    // A name may continue on the next line of its bullet, or contain an escaped pipe.
    if (written !== one.text && !/[\r\n\\]/.test(written) && one.text !== written.toLowerCase())
      throw new Error(`${one.kind} ${one.text} is at “${written}”`);
  }
  for (const { expression } of model.expressions) {
    for (const offset of [0, expression.source.length]) {
      const place = expression.at(offset);
      if (!(place >= 0 && place <= text.length)) throw new Error(`${expression.source} at ${offset} is ${place}`);
    }
  }
}

describe('for any text', () => {
  test('reading never throws, and every place lies within the text', () => {
    fc.assert(
      fc.property(brokenDocuments, (text) => checkPlaces(text, readModel(text))),
      { numRuns: rounds(150) },
    );
  }, 120_000);

  test('every section has one state, and each that is not shown is one hole', () => {
    fc.assert(
      fc.property(brokenDocuments, (text) => {
        const model = readModel(text);
        expect(model.sections.map((section) => section.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(model.holes.filter((hole) => hole.kind === 'section').map((hole) => hole.section)).toEqual(
          model.sections.filter((section) => section.state === 'not shown').map((section) => section.number),
        );
      }),
      { numRuns: rounds(40) },
    );
  }, 60_000);

  test('the text written for an assumption can be read', () => {
    fc.assert(
      fc.property(brokenDocuments, (text) => {
        const model = readModel(text);
        for (const { write } of model.assumptions) if (write !== null) readModel(applyEdits(text, write.edits));
        for (const { suggestions } of model.misreads) {
          for (const { span, insert } of suggestions) applyEdits(text, [{ ...span, insert }]);
        }
      }),
      { numRuns: rounds(30) },
    );
  }, 60_000);
});

test('the same text always reads the same', () => {
  for (const text of specs) {
    const [a, b] = [readModel(text), readModel(text)];
    expect(a.references).toEqual(b.references);
    expect(a.entities.map((entity) => entity.fields.map((field) => [field.name, field.valueType]))).toEqual(
      b.entities.map((entity) => entity.fields.map((field) => [field.name, field.valueType])),
    );
  }
});
