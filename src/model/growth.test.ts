import { describe, expect, test } from 'vitest';
import { largeDocument } from '../../testing/large-document.ts';
import { processorTimeOf } from '../../testing/process/processor-time.ts';
import { ModelReader } from './model-reader.ts';
import { readModel } from './read.ts';

/** The work of reading the document again after `insert` is inserted at `at`. */
function workOf(text: string, at: number, insert: string): ModelReader['work'] {
  const reader = new ModelReader();
  reader.read(text);
  reader.read(text.slice(0, at) + insert + text.slice(at));
  return reader.work;
}

describe('a keystroke costs the same in a document of any size', () => {
  const places: readonly [string, (text: string) => number][] = [
    ['in prose', (text) => text.indexOf('\n## 2.')],
    ['in a description', (text) => text.indexOf(' | | |\n', text.indexOf('## 3.')) + 5],
    ['in a guard', (text) => text.lastIndexOf('owner == me`') + 8],
    ['in a message', (text) => text.indexOf('It is not ready') + 5],
  ];

  test.each(places)('%s', (_, placeIn) => {
    const [small, large] = [largeDocument(300), largeDocument(3000)].map((text) => workOf(text, placeIn(text), 'x'));
    // The row itself, and the parts assumed for the entity without a screen.
    expect(large?.rows).toBeLessThanOrEqual(4);
    expect(large?.rows).toBe(small?.rows);
    // Tables of sections 5 to 9 have a row per entity and are parsed as a whole.
    expect(large?.characters).toBeLessThan(40_000);
  });

  test('adding a row to a table of 10,000', () => {
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, index) => `| rule ${index} | Ticket | \`size(title) > ${index}\` |\n`).join('');
    const text = `## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| title | text |\n\n## 5. Rules\n\n| Rule | On | Must hold |\n|---|---|---|\n${rows(10_000)}`;
    expect(workOf(text, text.indexOf('| rule 5000 '), '| new | Ticket | `title != "x"` |\n').rows).toBe(1);
  });
});

/**
 * How many times longer a fourfold input takes. Uses the best of several runs, because other load
 * on the machine only makes a run longer; stops once the ratio is small or after 30 runs.
 */
function growthOf(text: (size: number) => string, size: number): number {
  const [quarter, whole] = [text(size / 4), text(size)];
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 30; turn++) {
    shortest = Math.min(
      shortest,
      processorTimeOf(() => readModel(quarter)),
    );
    longest = Math.min(
      longest,
      processorTimeOf(() => readModel(whole)),
    );
    if (turn >= 2 && longest / shortest < enough) break;
  }
  return longest / shortest;
}

/**
 * Quadratic work would take sixteen times as long; the memory of a larger document costs far less
 * than that.
 */
const enough = 8;

describe('four times as much takes about four times as long', () => {
  const many = (count: number, write: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => write(index)).join('\n');
  const ticket = '## 3. E\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| status | state |\n| title | text |\n';
  const shapes: readonly [string, number, (size: number) => string][] = [
    [
      'entities, with all that is assumed for them',
      200,
      (size) => `## 3. E\n\n${many(size, (index) => `### Ent${index}\n\n| Field | Type |\n|---|---|\n| name | text |\n`)}`,
    ],
    [
      'different events',
      1000,
      (size) =>
        `${ticket}\n## 4. S\n\n### Ticket.status\n\n| From | Event | To |\n|---|---|---|\n${many(size, (index) => `| s${index} | go e${index} | s${index + 1} |`)}\n`,
    ],
    [
      'calls of different events',
      1000,
      (size) =>
        `${ticket}\n## 4. S\n\n### Ticket.status\n\n| From | Event | To |\n|---|---|---|\n${many(size, (index) => `| open | go e${index} | open |`)}\n\n## 7. C\n\n| Call | Does |\n|---|---|\n${many(size, (index) => `| \`POST /x${index}/:id\` | \`get Ticket as t where t.id == id; go e${index} t\` |`)}\n`,
    ],
    [
      'scenarios with examples',
      1000,
      (size) =>
        `## 1. P\n\n${many(size, (index) => `### Scenario: number ${index}\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | \`create Ticket as t with {"title": "x"}\` | \`t.title == "x"\` |\n`)}\n${ticket}\n| Example | title |\n|---|---|\n${many(size, (index) => `| T${index} | hello |`)}\n`,
    ],
    [
      'names that are not declared',
      1000,
      (size) =>
        `${ticket}\n## 5. R\n\n| Rule | On | Must hold |\n|---|---|---|\n${many(size, (index) => `| r${index} | Tickit | \`titel > MAX${index}\` |`)}\n\n## 9. C\n\n| Constant | Value |\n|---|---|\n${many(size, (index) => `| MAX_${index} | 1 |`)}\n`,
    ],
  ];

  test.each(shapes)(
    '%s',
    (_, size, text) => {
      expect(growthOf(text, size)).toBeLessThan(enough);
    },
    60_000,
  );
});
