import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { type Edit, edited, someEdits } from '../../testing/random-edits.ts';
import { expectSame } from '../../testing/same.ts';
import { DocumentParser } from './document-parser.ts';
import { parseDocument } from './parse.ts';
import type { Block, Bullet, Cell, SyntaxTree } from './tree.ts';

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

/** The content of a tree as plain values. */
function said(tree: SyntaxTree): unknown {
  const cell = ({ span, text, codes, code }: Cell) => ({
    span,
    text,
    codes: codes.map(({ span, inner, text }) => ({ span, inner, text })),
    code: code?.span,
  });
  const bullet = ({ span, content, text, codes, children }: Bullet): unknown => ({
    span,
    content,
    text,
    codes: codes.map((code) => code.span),
    children: children.map(bullet),
  });
  const block = (one: Block): unknown => {
    if (one.kind === 'table')
      return {
        ...one,
        header: one.header.cells.map(cell),
        rows: one.rows.map(({ span, cells, extra }) => [span, cells.map(cell), extra.map(cell)]),
      };
    if (one.kind === 'bullets') return { span: one.span, items: one.items.map(bullet) };
    if (one.kind === 'paragraph') return { span: one.span, text: one.text, codes: one.codes.map((code) => code.span) };
    return one;
  };
  return {
    ...tree,
    loose: tree.loose.map(block),
    sections: tree.sections.map((section) => ({ ...section, blocks: section.blocks.map(block) })),
  };
}

function follows(text: string, edits: readonly Edit[]): void {
  const parser = new DocumentParser();
  let current = text;
  expectSame(said(parser.parse(current)), said(parseDocument(current)));
  for (const edit of edits) {
    current = edited(current, edit);
    expectSame(said(parser.parse(current)), said(parseDocument(current)));
  }
}

test('after each of a sequence of edits, the tree equals a fresh parse', () => {
  fc.assert(fc.property(fc.constantFrom(helpdesk, helpdesk.replaceAll('\n', '\r\n'), helpdesk.slice(0, 3000)), someEdits, follows), {
    numRuns: 40,
  });
}, 120_000);

test('likewise for texts that consist only of marks', () => {
  const piece = fc.constantFrom(
    '| a | b |\n|---|---|\n',
    '|',
    '`',
    '```',
    '- ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '# ',
    '## 1. ',
    '---',
    '> ',
    '<!--',
    '-->',
    '<p>',
    'x',
    '1. ',
    '    ',
  );
  const text = fc.array(piece, { maxLength: 400, size: 'max' }).map((pieces) => pieces.join(''));
  fc.assert(fc.property(text, someEdits, follows), { numRuns: 500 });
}, 120_000);
