import { plural } from '../../base/plural.ts';
import { toCamelCase, toPath, toWords } from '../../model/reading/cell-forms.ts';
import { type Draft, type DraftField, NotReadable } from '../draft.ts';
import type { Names } from '../names.ts';
import { oneLine } from '../write.ts';
import { guessType } from './guess-type.ts';

/** At most this many rows become examples, because a document is not a database. */
const mostExamples = 10;

export interface TableRow {
  /** The row's number in the file, from 1; empty rows count. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Returns the rows that contain text. They keep their original numbers. */
export const filledRows = (rows: readonly (readonly string[])[]): TableRow[] =>
  rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));

/**
 * Adds a table with a header row as an entity with types, examples and screens. `where` names a row
 * in losses, such as “line”. Throws NotReadable if there are no rows below the header.
 */
export function addTable(draft: Draft, names: Names, title: string, table: readonly TableRow[], where: string): void {
  const [{ cells: head } = { cells: [] }, ...below] = table;
  const rows = below.map(({ cells }) => cells);
  if (rows.length === 0) throw new NotReadable('The file has no rows below its head.');
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
  draft.screens.push(...screens(names, entity, fields, draft.entities.length === 0));
  draft.entities.push({ name: entity, description: '', fields, examples });
  const further = below[mostExamples];
  if (further !== undefined)
    draft.losses.push({
      where: `${where} ${further.number}`,
      message: `${rows.length - mostExamples} further rows did not become examples: import them into the running product with “ninefold data import”.`,
    });
  const currency = columns.map(({ guess }) => guess.currency ?? null).find((one) => one !== null) ?? null;
  if (currency !== null && draft.constants.length === 0) draft.constants.push({ name: 'CURRENCY', value: currency, unit: '' });
  const longer = below.find(({ cells }) => cells.length > head.length);
  if (longer !== undefined)
    draft.losses.push({ where: `${where} ${longer.number}`, message: 'Rows have more cells than the head: these cells were left out.' });
}

/** Returns '' for cells that the notation would read as a hole or an expression. */
const exampleCell = (words: string): string => (/^(`|not shown$|TBD$|TODO$|\?$)/i.test(words) ? '' : oneLine(words));

function screens(
  names: Names,
  entity: string,
  fields: readonly DraftField[],
  isHome: boolean,
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
      route: isHome ? '/' : path,
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
