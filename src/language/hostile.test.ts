import fc from 'fast-check';
import { expect, test } from 'vitest';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { readModel } from '../model/read.ts';
import { completionsAt } from './completion.ts';
import { definitionAt } from './definition.ts';
import { foldsOf } from './folding.ts';
import { formatDocument } from './format.ts';
import { hoverAt } from './hover.ts';
import { prepareRename, renameAt } from './rename.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { outlineOf } from './symbols.ts';

const pieces = [
  '|',
  '`',
  '\n',
  '"',
  '{',
  '.',
  '(',
  '- ',
  '## 3. ',
  '### Ticket\n',
  ' where ',
  '\\',
  '\r\n',
  '日本',
  '\u0000',
  '| Field | Type |\n|---|---|\n|',
  ' as t with {"',
  ':',
];

test('typing anything anywhere in the helpdesk gets an answer without an exception', () => {
  const typed = fc.tuple(fc.nat(helpdesk.length), fc.nat(40), fc.array(fc.constantFrom(...pieces), { maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 3 }), (edits) => {
      let text = helpdesk;
      for (const [from, length, words] of edits) text = text.slice(0, from) + words.join('') + text.slice(from + length);
      const model = readModel(text);
      let free = 0;
      for (const { span } of semanticTokens(model)) {
        expect(span.from).toBeGreaterThanOrEqual(free);
        free = span.to;
      }
      outlineOf(model);
      foldsOf(model.tree);
      formatDocument(text);
      for (const [from, , words] of edits) {
        const offset = Math.min(text.length, from + words.join('').length);
        const { span } = completionsAt(model, offset);
        expect(span.to).toBe(offset);
        hoverAt(model, offset);
        definitionAt(model, offset);
        if (prepareRename(model, offset).ok) renameAt(model, offset, 'zebra');
      }
    }),
    { numRuns: 25 },
  );
});

test('places are correct with Windows line endings', () => {
  const text = helpdesk.replaceAll('\n', '\r\n');
  const model = readModel(text);
  const offset = text.indexOf('t.createdAt + RESPONSE_HIGH') + 15;
  expect(hoverAt(model, offset)?.markdown).toContain('= 4 hours');
  expect(definitionAt(model, offset)?.to.from).toBe(text.indexOf('RESPONSE_HIGH | 4'));
  expect(renameAt(model, offset, 'SOON').ok).toBe(true);
});
