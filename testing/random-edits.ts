import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** An edit of a text of unknown length: `at` is a fraction of it, 0 to 1. */
export interface Edit {
  readonly at: number;
  /** The number of characters to delete there. */
  readonly length: number;
  readonly insert: string;
}

/** Typical input, and pieces that break tables, headings, lists and fences. */
const pieces = [
  ...[
    '',
    '',
    '',
    'x',
    'a',
    ' ',
    '  ',
    '.',
    '|',
    '\\|',
    '`',
    '``',
    '```\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '?',
    ' TBD ',
    '{',
    '(',
    '"',
    '\\',
    'é😀',
  ],
  ...[
    'not shown',
    '# ',
    '## ',
    '## 3. X\n',
    '### Ticket\n',
    '### Ticket.status\n',
    '\n## 9. Limits\n\n',
    '| | | |\n',
    '| a | b |\n',
    '|---|---|\n',
  ],
  ...[
    '- ',
    '  - ',
    '> ',
    '1. ',
    '    ',
    ': ',
    ' where ',
    ' for ',
    ' as ',
    'status',
    'Ticket',
    'User',
    'agent',
    'NO_ANSWER',
    'number',
    'resolve',
  ],
  ...['<!-- ', ' -->', '<p>', '---\n', '- list of Ticket: number\n', '| extra | text | yes | | | |\n'],
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(1500) }),
  insert: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: anyText(5) }),
});

export const someEdits: fc.Arbitrary<readonly Edit[]> = fc.array(edit, { minLength: 1, maxLength: 8 });

export function edited(text: string, { at, length, insert }: Edit): string {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + insert + text.slice(from + length);
}
