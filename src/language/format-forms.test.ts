import { expect, test } from 'vitest';
import bookshop from '../../specs/bookshop.md?raw';
import clinic from '../../specs/clinic.md?raw';
import invoicing from '../../specs/invoicing.md?raw';
import strict from '../../testing/documents/conduit-strict.md?raw';
import studio from '../../tests/samples/studio.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { readModel } from '../model/read.ts';
import { formatDocument } from './format.ts';

const format = (text: string): string => applyEdits(text, formatDocument(text));

/** The facts of a document without their places, for comparison. */
const said = (text: string): string => {
  const { tree: _, text: __, declarations: ___, ...facts } = readModel(text);
  return JSON.stringify(facts, (key, value: unknown) => {
    if (['span', 'from', 'to', 'fieldFrom', 'heading', 'valueSpan', 'typeSpan', 'routeSpan', 'row', 'anchor'].includes(key))
      return undefined;
    if (typeof value === 'bigint') return String(value);
    return value instanceof Map ? [...value] : value;
  });
};

test.each([
  ['studio', studio],
  ['bookshop', bookshop],
  ['invoicing', invoicing],
  ['clinic', clinic],
  ['conduit-strict', strict],
])('%s says the same afterwards, and only blanks and rules of tables changed', (_, text) => {
  const once = format(text);
  expect(said(once)).toBe(said(text));
  expect(formatDocument(once)).toEqual([]);
  expect(once.replace(/[ -]/g, '')).toBe(text.replace(/[ -]/g, ''));
});

test.each<[string, string, string]>([
  [
    'words',
    '| Word | de |\n|---|---|\n| "Nothing \\| yet." | Noch nichts |',
    '| Word              | de          |\n|-------------------|-------------|\n| "Nothing \\| yet." | Noch nichts |',
  ],
  [
    'states',
    '|State|Label|Colour|\n|-|-|-|\n|open|Waiting for us|warning|',
    '| State | Label          | Colour  |\n|-------|----------------|---------|\n| open  | Waiting for us | warning |',
  ],
  ['values', '|Value|Label|\n|-|-|\n|low|Can wait|', '| Value | Label    |\n|-------|----------|\n| low   | Can wait |'],
  [
    'what may be chosen',
    '|Field|Type|\n|-|-|\n|kind|Kind where `a \\|\\| b`|',
    '| Field | Type                  |\n|-------|-----------------------|\n| kind  | Kind where `a \\|\\| b` |',
  ],
  ['words from right to left', '|Word|ar|\n|-|-|\n|Book|كتاب|', '| Word | ar   |\n|------|------|\n| Book | كتاب |'],
  [
    'bullets stay as they are',
    '- form to create Loan as "Ask":  kind,starts  when `a`',
    '- form to create Loan as "Ask":  kind,starts  when `a`',
  ],
  ['lines of their own stay', 'Label:  order / orders', 'Label:  order / orders'],
])('%s', (_, text, expected) => {
  expect(format(`${text}\n`)).toBe(`${expected}\n`);
});
