import Papa from 'papaparse';
import { addTable, filledRows } from '../csv/add-table.ts';
import { emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';

/** Imports a table with a header row as an entity with types, examples and screens. */
export const csv: Importer = {
  name: 'csv',
  summary: 'A table with a head, as CSV, becomes an entity with types, examples and screens.',
  endings: ['csv', 'tsv'],
  recognises: (text) => {
    const [first = '', second = ''] = text.split('\n');
    return /[,;\t]/.test(first) && /[,;\t]/.test(second) && !/[{}#]/.test(first);
  },
  read(text, title) {
    const { data, errors } = Papa.parse<string[]>(text);
    const wrong = errors.find(({ type }) => type === 'Quotes');
    if (wrong !== undefined) throw new NotReadable(`The quotes of row ${(wrong.row ?? 0) + 1} do not close.`);
    const draft = emptyDraft(title);
    addTable(draft, new Names(), title, filledRows(data), 'row');
    return draft;
  },
};
