import Papa from 'papaparse';
import { plural, toCamelCase, toPath, toWords } from '../../model/reading/cell-forms.ts';
import { guessType } from '../csv/guess-type.ts';
import { type DraftField, emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';
import { oneLine } from '../write.ts';

/** So many rows become examples; a document is no database. */
const mostExamples = 10;

/** A table with a head: an entity with types, examples and screens. */
export const csv: Importer = {
  name: 'csv',
  summary: 'A table with a head, as CSV, becomes an entity with types, examples and screens.',
  endings: ['csv', 'tsv'],
  recognises: (text) => {
    const [first = '', second = ''] = text.split('\n');
    return /[,;\t]/.test(first) && /[,;\t]/.test(second) && !/[{}#]/.test(first);
  },
  read(text, title) {
    const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
    const wrong = errors.find(({ type }) => type === 'Quotes');
    if (wrong !== undefined) throw new NotReadable(`The quotes of line ${(wrong.row ?? 0) + 1} do not close.`);
    const [head, ...rows] = data;
    if (head === undefined || rows.length === 0) throw new NotReadable('The file has no rows below its head.');
    const draft = emptyDraft(title);
    const names = new Names();
    const entity = names.entity(title.toLowerCase());
    const columns = head.map((words, index) => {
      const cells = rows.map((row) => row[index] ?? '');
      const name = names.field(entity, toCamelCase(words) || words);
      return { name, words: oneLine(words), cells, guess: guessType(words, cells) };
    });
    const isLabel = columns.find(({ guess, cells }) => guess.type === 'text' && cells.every((cell) => cell.trim() !== '')) ?? columns[0];
    const fields = columns.map(({ name, words, cells, guess }): DraftField => {
      const filled = cells.filter((cell) => cell.trim() !== '');
      const isUnique =
        filled.length === rows.length && rows.length > 1 && new Set(filled.map((cell) => cell.trim().toLowerCase())).size === rows.length;
      return {
        name,
        type: guess.type,
        required: filled.length === rows.length,
        unique: isUnique && ['integer', 'email', 'uuid'].includes(guess.type),
        default: '',
        description: name === isLabel?.name ? 'label' : words === name ? '' : `“${words}” in the file`,
      };
    });
    const examples = rows.slice(0, mostExamples).map((_, row) => ({
      name: names.example(`${entity} ${row + 1}`),
      values: new Map(columns.map(({ name, cells, guess }) => [name, exampleCell(guess.cell(cells[row] ?? ''))])),
    }));
    draft.entities.push({ name: entity, description: '', fields, examples });
    draft.screens.push(...screens(names, entity, fields));
    if (rows.length > mostExamples)
      draft.losses.push({
        where: `line ${mostExamples + 2}`,
        message: `${rows.length - mostExamples} further rows are no examples: import them into the running product with “ninefold data import”.`,
      });
    const currency = columns.map(({ guess }) => guess.currency ?? null).find((one) => one !== null);
    if (currency !== undefined && currency !== null) draft.constants.push({ name: 'CURRENCY', value: currency, unit: '' });
    const longer = rows.findIndex((row) => row.length > head.length);
    if (longer >= 0)
      draft.losses.push({ where: `line ${longer + 2}`, message: 'Rows have more cells than the head: these cells were left out.' });
    return draft;
  },
};

/** Words that would be a hole or an expression are no value. */
const exampleCell = (words: string): string => (/^(`|not shown$|TBD$|TODO$|\?$)/i.test(words) ? '' : oneLine(words));

function screens(
  names: Names,
  entity: string,
  fields: readonly DraftField[],
): { name: string; route: string; about: string; parts: string[] }[] {
  const words = toWords(entity);
  const all = names.screen(`${entity} list`);
  const made = names.screen(`New ${words}`);
  const one = names.screen(`One ${words}`);
  const listed = fields.map(({ name }) => name);
  const path = `/${toPath(plural(entity))}`;
  const filtered = fields.filter(({ type }) => type.startsWith('enum') || type === 'boolean').map(({ name }) => name);
  const searched = fields.filter(({ type }) => type === 'text' || type === 'email').map(({ name }) => name);
  return [
    {
      name: all,
      route: '/',
      about: '',
      parts: [
        `list of ${entity}: ${listed.slice(0, 6).join(', ')}`,
        ...(searched.length === 0 ? [] : [`  search ${searched.join(', ')}`]),
        ...(filtered.length === 0 ? [] : [`  filter ${filtered.join(', ')}`]),
        `  open ${one}`,
        `button New ${words}: open ${made}`,
      ],
    },
    { name: made, route: `${path}/new`, about: '', parts: [`form to create ${entity}: ${listed.join(', ')}`, `  then open ${one}`] },
    { name: one, route: `${path}/:id`, about: entity, parts: [`details: ${listed.join(', ')}`] },
  ];
}
