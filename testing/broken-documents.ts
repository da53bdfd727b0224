import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyText } from './any-text.ts';
import { withFewExamples } from './few-examples.ts';

export const specs = ['helpdesk.md', 'conduit.md', 'unidentified.txt'].map((name) =>
  withFewExamples(name, readFileSync(new URL(`../specs/${name}`, import.meta.url), 'utf8')),
);

/** Documents that were cut, pasted and mistyped. */
export const brokenDocuments = fc
  .record({
    spec: fc.constantFrom(...specs),
    cuts: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.oneof(fc.nat(6), fc.nat(2000)),
        insert: fc.oneof(
          fc.constantFrom(
            '',
            '|',
            '`',
            '\n',
            '\r\n',
            '?',
            ' TBD ',
            '{',
            '(',
            '"',
            'not shown',
            '## 3. X\n',
            '### Ticket\n',
            '\\',
            '| | | |\n',
            '- ',
            ': ',
            ' where ',
            ' for ',
            'é😀',
          ),
          anyText(5),
        ),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ spec, cuts }) => {
    let text = spec;
    for (const { at, length, insert } of cuts) {
      const from = Math.floor(at * text.length);
      text = text.slice(0, from) + insert + text.slice(from + length);
    }
    return text;
  });
