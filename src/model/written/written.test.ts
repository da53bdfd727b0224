import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenDocuments } from '../../../testing/broken-documents.ts';
import { rounds } from '../../../testing/rounds.ts';
import { drawnDocument, sketchDocument } from '../../../tests/differential/document.ts';
import { readModel } from '../read.ts';
import { runModelOf } from '../run-model.ts';
import { readWritten, UnreadableModel } from './read.ts';
import { writeModel } from './write.ts';

const folder = new URL('../../../specs/', import.meta.url);

/**
 * Replaces functions by their results, and repeated objects by a reference to the first occurrence.
 */
function described(value: unknown): unknown {
  const seen = new Map<object, number>();
  const describe = (one: unknown, of: unknown): unknown => {
    if (typeof one === 'function') {
      const { source } = of as { readonly source: string };
      return Array.from({ length: source.length + 1 }, (_, offset) => one(offset));
    }
    if (typeof one !== 'object' || one === null) return one;
    if ('from' in one && 'to' in one && Object.keys(one).length === 2) return one;
    const known = seen.get(one);
    if (known !== undefined) return `object ${known}`;
    if (Array.isArray(one) || one instanceof Map || Object.getPrototypeOf(one) === Object.prototype) seen.set(one, seen.size);
    else return one;
    if (Array.isArray(one)) return one.map((item) => describe(item, one));
    if (one instanceof Map) return new Map([...one].map(([key, item]) => [key, describe(item, one)]));
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, describe(item, one)]));
  };
  return describe(value, null);
}

function comesBack(text: string): void {
  const model = readModel(text);
  expect(described(readWritten(writeModel(model)))).toStrictEqual(described(runModelOf(model)));
}

const rightDocuments = drawnDocument.map((drawn) => sketchDocument(drawn).text);

describe('reading a written model restores it, including shared objects', () => {
  test.each(readdirSync(folder))('%s', (file) => comesBack(readFileSync(new URL(file, folder), 'utf8')));

  test('for any text', () => {
    fc.assert(fc.property(fc.oneof(brokenDocuments, rightDocuments), comesBack), { numRuns: rounds(40) });
  }, 60_000);

  test('with every kind of value', () => {
    comesBack(
      `# Specification: Values

## 3. Entities and their fields

### Thing

| Field | Type | Default |
|---|---|---|
| big | integer | 9007199254740993 |
| exact | decimal | -0.10 |
| paid | money | 12.50 |
| day | date | 2026-01-05 |
| hour | time | 13:45 |
| moment | datetime | 2026-01-05 20:00 |
| long | duration | 36 hours |
| data | json | {"__proto__": [1, null, true]} |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| piped | Thing.big | \`big > -1 \\|\\| exact < 0.0 \\|\\| paid > money("0.10", "EUR")\` | INVALID |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| NOT_KNOWN | ? | hours |
| LIMIT | 5 | EUR |
`,
    );
  });
});

test('refuses an unusable text and says what to do', () => {
  const written = writeModel(readModel('# Specification: A'));
  const of = (text: string) => () => readWritten(text);
  expect(of(written.replace('"ninefold":"', '"ninefold":"9'))).toThrow(
    new UnreadableModel(
      'Ninefold 90.1.0 wrote the model of this product, and Ninefold 0.1.0 runs it. Close its other tabs and reload this one; if that does not help, run “ninefold build” again and publish all of its files.',
    ),
  );
  for (const text of ['<!doctype html>', '', 'null', '{}', written.slice(0, -1)])
    expect(of(text)).toThrow('is not what “ninefold build” wrote');
});
