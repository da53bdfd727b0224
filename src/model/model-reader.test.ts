import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { largeDocument } from '../../testing/large-document.ts';
import { plainModel } from '../../testing/plain-model.ts';
import { type Edit, edited, someEdits } from '../../testing/random-edits.ts';
import { rounds } from '../../testing/rounds.ts';
import { expectSame } from '../../testing/same.ts';
import { Checker, checkModel } from '../check/check.ts';
import { ModelReader } from './model-reader.ts';
import { readModel } from './read.ts';

const folder = new URL('../../specs/', import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => /\.(md|txt)$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/**
 * Asserts that after each edit the reader returns the same as reading the text for the first time.
 */
function follows(text: string, edits: readonly Edit[]): void {
  const reader = new ModelReader();
  const checker = new Checker();
  checker.check(reader.read(text));
  let current = text;
  for (const edit of edits) {
    current = edited(current, edit);
    const model = reader.read(current);
    const fresh = readModel(current);
    expectSame(plainModel(model), plainModel(fresh));
    expectSame(checker.check(model), checkModel(fresh));
  }
}

describe('a document read again after edits', () => {
  test('reads the same as a first reading', () => {
    fc.assert(fc.property(fc.constantFrom(...specs, largeDocument(200)), someEdits, follows), { numRuns: rounds(3) });
  }, 120_000);

  test('also in a small document, where each edit breaks something', () => {
    const small = specs.map((text) => text.replace(/\n\n[^|#\n-][^\n]{80,}/g, '')).map((text) => text.slice(0, 4000));
    fc.assert(fc.property(fc.constantFrom(...small), someEdits, follows), { numRuns: rounds(5) });
  }, 120_000);

  test('leaves the previous version’s model unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...specs), someEdits, (text, edits) => {
        const reader = new ModelReader();
        const versions = [text];
        for (const edit of edits) versions.push(edited(versions.at(-1) ?? '', edit));
        const models = versions.map((version) => reader.read(version));
        for (const [index, version] of versions.entries())
          expectSame(plainModel(models[index] as (typeof models)[number]), plainModel(readModel(version)));
      }),
      { numRuns: rounds(3) },
    );
  }, 120_000);
});
