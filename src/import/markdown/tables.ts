import { isPlainKind, typeSynonyms } from '../../model/types/index.ts';
import { tableWords } from '../../model/vocabulary.ts';
import type { Table } from '../../syntax/tree.ts';
import type { Draft, DraftField } from '../draft.ts';
import { errorName, type Names } from '../names.ts';
import { columnType } from '../sql/types.ts';
import { valueNames } from '../value-names.ts';

/** The text of a table, with headers in lower case. */
interface Words {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Returns the cell below the first header that matches, or '' if none does. */
  cell(row: readonly string[], header: RegExp): string;
}

function wordsOf(table: Table): Words {
  const plain = (text: string): string => text.replaceAll(/\*\*|`/g, '').trim();
  const headers = table.header.cells.map(({ text }) => plain(text).toLowerCase());
  const rows = table.rows.map(({ cells }) => cells.map(({ text }) => plain(text)));
  return { headers, rows, cell: (row, header) => row[headers.findIndex((one) => header.test(one))] ?? '' };
}

/**
 * Reads a requirements table into the draft if it fits. Returns false if it should stay prose.
 * `heading` is the heading above the table.
 */
export function readTable(draft: Draft, names: Names, table: Table, heading: string): boolean {
  const words = wordsOf(table);
  const [first = '', ...others] = words.headers;
  const has = (pattern: RegExp): boolean => others.some((header) => pattern.test(header));
  if (/^(field|attribute|property|column)( name)?$/.test(first) && has(/^(data )?type$/)) return readFields(draft, names, words, heading);
  if (/^(persona|user|actor|as an?|who|role|person)\b/.test(first) && has(/\b(wants?|goals?|needs?)\b/)) return readPeople(draft, words);
  if (/^(method|verb)$/.test(first) && has(/^(path|route|endpoint|url)$/)) return readCallRows(draft, words, /^(method|verb)$/);
  if (/^(endpoint|call|api)$/.test(first) && words.rows.every(([call = '']) => endpoint.test(call)))
    return readCallRows(draft, words, null);
  if (/^(error|code|error code)$/.test(first) && has(/^(http )?(status|code)( code)?$/) && has(/message|description/))
    return readErrors(draft, words);
  if (/^(constant|limit|parameter|setting|name)$/.test(first) && has(/^value$/)) return readConstants(draft, words);
  return false;
}

/**
 * Returns the section of a table in the notation's own form, which is kept unchanged; null for
 * other tables.
 */
export function ownTable(table: Table): number | null {
  const [first = '', ...others] = table.header.cells.map(({ text }) => text.trim());
  const kind = Object.values(tableWords).find(
    (one) => one.first === first && one.heading === null && one.columns.some(({ name }) => others.includes(name)),
  );
  return kind?.section ?? null;
}

const saysYes = (cell: string): boolean => /^(y|yes|true|x|✓|✔|✅|required|mandatory|must|not null|1)$/i.test(cell);

function readFields(draft: Draft, names: Names, words: Words, heading: string): boolean {
  const entity = names.entity(heading.replace(/\b(entity|table|model|fields?|attributes?|record)\b/gi, ' ').trim() || 'Thing');
  const fields = words.rows.map((row): DraftField => {
    const written = words.cell(row, /type$/);
    const { type, known } = fieldType(words.cell(row, /^(field|attribute|property|column)/), written);
    const description = words.cell(row, /description|notes?|meaning|comment/);
    if (!known) draft.losses.push({ where: `${heading}, ${row[0] ?? ''}`, message: `The type “${written}” became ${type}.` });
    return {
      name: names.field(entity, row[0] ?? ''),
      type,
      required: saysYes(words.cell(row, /required|mandatory/)),
      unique: saysYes(words.cell(row, /unique/)),
      default: '',
      description: description || (known ? '' : written),
    };
  });
  draft.entities.push({ name: entity, description: '', fields, examples: [] });
  return true;
}

function fieldType(name: string, written: string): { readonly type: string; readonly known: boolean } {
  const words = written.toLowerCase().trim();
  const values = /^(?:enum|one of|choice|select|dropdown)\b[\s:(]*(.*?)\)?$/.exec(words)?.[1] ?? '';
  const listed = values
    .split(/[,/|]/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (listed.length > 1) return { type: `enum ${[...valueNames(listed).values()].join(', ')}`, known: true };
  if (isPlainKind(words) && words !== 'state') return { type: words, known: true };
  const synonym = typeSynonyms.get(words);
  if (synonym !== undefined) return { type: synonym, known: true };
  const column = {
    name,
    line: 0,
    type: words.replaceAll(' ', ''),
    values: [],
    required: false,
    unique: false,
    counted: false,
    default: [],
    comment: '',
  };
  const found = columnType({ tables: [], enums: new Map(), domains: new Map(), losses: [] }, column);
  return { type: found.type, known: found.loss === null && words !== '' };
}

function readPeople(draft: Draft, words: Words): boolean {
  for (const row of words.rows)
    draft.people.push({
      person: (row[0] ?? '').toLowerCase(),
      wants: words.cell(row, /\b(wants?|goals?|needs?)\b/),
      soThat: words.cell(row, /so that|why|benefit|reason|because/),
    });
  return true;
}

const endpoint = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/\S*)$/i;

function readCallRows(draft: Draft, words: Words, method: RegExp | null): boolean {
  for (const row of words.rows) {
    const written = method === null ? (row[0] ?? '') : `${words.cell(row, method)} ${words.cell(row, /^(path|route|endpoint|url)$/)}`;
    const [, verb, path] = endpoint.exec(written) ?? [];
    if (verb === undefined || path === undefined) {
      draft.losses.push({ where: 'section 7', message: `“${row.join(' | ')}” is not a method and path: it was not carried over.` });
      continue;
    }
    const address = path.replaceAll(/[{<]([A-Za-z_]\w*)[}>]/g, ':$1').replaceAll(/[{}<>`|]/g, '');
    const description = words.cell(row, /description|purpose|notes?|does|summary/);
    draft.calls.push({ call: `${verb.toUpperCase()} ${address}`, takes: '', does: '', returns: '', errors: [], description });
  }
  return true;
}

function readErrors(draft: Draft, words: Words): boolean {
  for (const row of words.rows) {
    const status = Number(/\b[45]\d\d\b/.exec(row.join(' '))?.[0] ?? Number.NaN);
    const message = words.cell(row, /message/) || words.cell(row, /description/);
    if (Number.isNaN(status))
      draft.losses.push({ where: 'section 8', message: `“${row.join(' | ')}” has no status: it was not carried over.` });
    else draft.errors.push({ name: errorName(row[0] ?? '', 'FAILED'), status, message });
  }
  return true;
}

function readConstants(draft: Draft, words: Words): boolean {
  for (const row of words.rows)
    draft.constants.push({ name: errorName(row[0] ?? '', 'LIMIT'), value: words.cell(row, /^value$/), unit: words.cell(row, /^unit$/) });
  return true;
}
