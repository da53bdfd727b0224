import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../testing/process/processor-time.ts';
import { readModel } from './read.ts';

const shown = (text: string): string[] => {
  const { holes } = readModel(`# Specification: Holes\n\n${text}`);
  return holes.filter((hole) => hole.kind !== 'section').map((hole) => `${hole.section} ${hole.kind}: ${hole.about}`);
};
const field = (type: string, rest = ''): string =>
  `## 3. E\n\n### Ticket\n\n| Field | Type | Required | Default |\n|---|---|---|---|\n| subject | ${type} | ${rest} |\n`;

describe('a cell is a hole', () => {
  test.each(['?', 'not shown', 'Not shown', 'TBD', 'TODO', '`?`', 'not shown.'])('when it says %s', (words) => {
    expect(shown(field(words))).toEqual(['3 cell: the type of Ticket.subject']);
  });

  test.each(['tbd', 'todo', 'what?', 'TBD by then', 'is not shown'])('but not when it says %s', (words) => {
    expect(shown(field(words))).toEqual([]);
  });

  test('when it is required and empty', () => {
    expect(shown(field(''))).toEqual(['3 required-cell: the type of Ticket.subject']);
    expect(shown('## 9. C\n\n| Constant | Value | Unit |\n|---|---|---|\n| A | | days |\n| B | ? | |\n| C | 1 | TBD |\n')).toEqual([
      '9 constant: the value of A',
      '9 constant: the value of B',
      '9 cell: the unit of C',
    ]);
  });

  test('in an optional column, but not in an unknown one', () => {
    expect(shown(field('text', '? | ?'))).toEqual(['3 cell: Required of Ticket.subject', '3 cell: the default of Ticket.subject']);
    expect(shown('## 9. C\n\n| Constant | Value | Owner |\n|---|---|---|\n| A | 1 | ? |\n')).toEqual([]);
  });

  test('in a table that lacks a required column', () => {
    expect(shown('## 8. X\n\n| Error | Status |\n|---|---|\n| A | 422 |\n')).toEqual(['8 required-cell: the message of A']);
  });
});

test('an entity without fields is a hole', () => {
  expect(shown('## 3. E\n\n### Ticket\n\n### Comment\n\nnot shown\n\n### Overview\n\nwords\n')).toEqual([
    '3 cell: the fields of Ticket',
    '3 cell: the fields of Comment',
  ]);
});

test('every kind of table has its holes', () => {
  const holes = shown(`## 1. W

| As | Do | Expect |
|---|---|---|
| ? | ? | ? |

## 2. S

| Screen | Route | About | Roles |
|---|---|---|---|
| A | ? | ? | ? |

### A

- ?

## 3. E

### T

| Field | Type |
|---|---|
| s | state |

## 4. S

### T.s

| From | Event | To | Roles | Guard | Error | Effect |
|---|---|---|---|---|---|---|
| | | open | | | | |
| ? | ? | ? | ? | ? | ? | ? |

## 5. R

| Rule | On | Must hold | Error |
|---|---|---|---|
| r | T | ? | ? |

## 6. P

| Role | Is | Includes |
|---|---|---|
| a | ? | ? |

| Account | |
|---|---|
| Entity | ? |
| Session | ? |

| Permission | a |
|---|---|
| T: read | ? |

## 7. C

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`GET /a\` | ? | ? | ? | ? | ? |

### V of T

| Key | Value |
|---|---|
| s | ? |

## 8. X

| Error | Status | Message | Shown |
|---|---|---|---|
| E | ? | ? | ? |
`);
  expect(
    Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((section) => [section, holes.filter((hole) => hole.startsWith(`${section} `)).length])),
  ).toEqual({
    1: 3,
    2: 4,
    3: 0,
    4: 7,
    5: 2,
    6: 5,
    7: 6,
    8: 3,
  });
});

describe('a section', () => {
  const states = (text: string): string[] => readModel(text).sections.map((section) => section.state);
  const eight = Array(8).fill('not shown');

  test.each([
    ['missing', '# Specification: A\n', 'not shown'],
    ['empty', '## 1. A\n', 'not shown'],
    ['that says so', '## 1. A\n\nAll of this is not shown yet.\n', 'not shown'],
    ['with other words', '## 1. A\n\nIt sells heating.\n', 'described'],
    ['with a table', '## 1. A\n\n| Person | Wants to |\n|---|---|\n| a | b |\n\nThe rest is not shown.\n', 'shown'],
  ])('%s', (_, text, state) => {
    expect(states(text)).toEqual([state, ...eight]);
  });

  test('that occurs twice combines both', () => {
    expect(states('## 1. A\n\nnot shown\n\n## 1. B\n\n| Person | Wants to |\n|---|---|\n| a | b |\n')[0]).toBe('shown');
  });
});

describe('a text that is no specification', () => {
  test.each([
    ['empty', ''],
    ['prose', 'It was the best of times.\n\n## Chapter\n\n| Field | Type |\n|---|---|\n| a | text |\n'],
    ['binary', Array.from({ length: 5000 }, (_, index) => String.fromCharCode((index * 7919) % 65536)).join('')],
  ])('%s', (_, text) => {
    const model = readModel(text);
    expect(model.recognised).toBe(false);
    expect(model.holes.map((hole) => hole.kind)).toEqual(Array(9).fill('section'));
    expect([model.entities, model.screens, model.misreads, model.references]).toEqual([[], [], [], []]);
  });

  test('of five megabytes is read within the processor time limit', () => {
    const text = `${'It was the best of times, it was the worst.\n'.repeat(8)}\n`.repeat(14_000);
    expect(processorTimeOf(() => readModel(text))).toBeLessThan(5000);
  });
});
