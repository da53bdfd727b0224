import { expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { addRows } from './add-rows.ts';
import { parseDocument } from './parse.ts';

const after = (text: string, rows: Parameters<typeof addRows>[3]): string => {
  const tree = parseDocument(text);
  const table = tree.sections[0]?.blocks.find((block) => block.kind === 'table');
  if (table?.kind !== 'table') throw new Error('the text has no table');
  return applyEdits(text, addRows(tree, table, table.rows.length - 1, rows));
};

const head = '## 3. Entities and their fields\n\n### Ticket\n\n';

test('columns for the cells are inserted before the description', () => {
  expect(
    after(`${head}| Field | Type | Description |\n|---|---|---|\n| name | text | label |\n\nThe end.\n`, [
      { Field: 'email', Type: 'email', Unique: 'yes' },
      { Field: 'role', Type: 'enum a, b', Default: 'a', Unique: '' },
    ]),
  ).toBe(
    `${head}| Field | Type | Unique | Default | Description |\n|---|---|---|---|---|\n| name | text | | | label |\n| email | email | yes | | |\n| role | enum a, b | | a | |\n\nThe end.\n`,
  );
});

test('without a description they come last, and no column is added for empty cells', () => {
  expect(
    after(`${head}| Field | Type |\n|---|---|\n| name | text |\n`, [{ Field: 'due', Type: 'date', Default: '', Required: 'yes' }]),
  ).toBe(`${head}| Field | Type | Required |\n|---|---|---|\n| name | text | |\n| due | date | yes |\n`);
});
