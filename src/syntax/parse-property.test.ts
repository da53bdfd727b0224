import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.ts';
import { parseDocument } from './parse.ts';
import type { Block, Bullet, Cell, SyntaxTree } from './tree.ts';

/** Texts composed of typical pieces of Markdown and tables. */
const piece = fc.constantFrom(
  ...[
    '| a | b |\n|---|---|\n',
    '| `x \\| y` | |\n',
    '|',
    '\\|',
    '`',
    '``',
    '- ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '* ',
    '+ ',
    '# ',
    '## 1. ',
    '### ',
    '\\',
  ],
  ...['---', '===', '> ', '```', '<!--', '-->', 'words', 'über', '😀', '\uD800', '\0', '\uFEFF', '1. ', ':-', '    '],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  anyText(200),
);

function* cellsOf(tree: SyntaxTree): Generator<Cell> {
  for (const block of allBlocks(tree)) {
    if (block.kind !== 'table') continue;
    for (const row of [block.header, ...block.rows]) yield* [...row.cells, ...row.extra];
  }
}

const allBlocks = (tree: SyntaxTree): Block[] => [
  ...tree.loose,
  ...tree.sections.flatMap((section) => [section.heading, ...section.blocks]),
];
const bulletsOf = (bullets: readonly Bullet[]): Bullet[] => bullets.flatMap((bullet) => [bullet, ...bulletsOf(bullet.children)]);

test('every cell is at its reported position', () => {
  fc.assert(
    fc.property(text, (source) => {
      for (const cell of cellsOf(parseDocument(source))) {
        const written = source.slice(cell.span.from, cell.span.to);
        expect(written.replace(/\\(.)/gs, (whole, char) => (char === '|' ? '|' : whole))).toBe(cell.text);
        // Every character of the text is at its position.
        for (let offset = 0; offset < cell.text.length; offset++) expect(source[cell.at(offset)]).toBe(cell.text[offset]);
        for (const code of cell.codes) {
          for (let offset = 0; offset < code.text.length; offset++) expect(source[code.at(offset)]).toBe(code.text[offset]);
          expect(source[code.span.from]).toBe('`');
          expect(source[code.span.to - 1]).toBe('`');
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('every row has as many cells as its header', () => {
  fc.assert(
    fc.property(text, (source) => {
      for (const block of allBlocks(parseDocument(source))) {
        if (block.kind === 'table') for (const row of block.rows) expect(row.cells.length).toBe(block.header.cells.length);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the texts of bullets and paragraphs are at their reported positions', () => {
  fc.assert(
    fc.property(text, (source) => {
      for (const block of allBlocks(parseDocument(source))) {
        const lines = block.kind === 'bullets' ? bulletsOf(block.items) : block.kind === 'paragraph' ? [block] : [];
        for (const line of lines) {
          for (let offset = 0; offset < line.text.length; offset++) {
            // Where two lines are joined, the space has the position of a line end or of a blank
            // before it.
            if (line.text[offset] === ' ') expect(source[line.at(offset)]).toMatch(/\s/);
            else expect(source[line.at(offset)]).toBe(line.text[offset]);
          }
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('blocks follow each other inside their sections, and only loose blocks are between sections', () => {
  fc.assert(
    fc.property(text, (source) => {
      const tree = parseDocument(source);
      for (const section of tree.sections) {
        let position = section.heading.span.to;
        expect(section.span.from).toBe(section.heading.span.from);
        for (const block of section.blocks) {
          expect(block.span.from).toBeGreaterThanOrEqual(position);
          expect(block.span.to).toBeLessThanOrEqual(section.span.to);
          position = block.span.to;
        }
      }
    }),
    { numRuns: 1000 },
  );
});
