import { memoize } from '../../base/memoize.ts';
import { nearest } from '../../base/nearest.ts';
import { unclosedCode } from '../../syntax/code-spans.ts';
import { delimiterCount } from '../../syntax/markdown-parser.ts';
import { mergedCell } from '../../syntax/table.ts';
import type { Cell, Heading, Row, SyntaxTree, Table } from '../../syntax/tree.ts';
import { type TableKind, tableKinds, tableWords } from '../vocabulary.ts';
import {
  entityOfExamples,
  guessColumn,
  guessTableKind,
  isScenario,
  namesOfExamples,
  parameterHeaders,
  resembles,
} from './header-synonyms.ts';
import type { Memory } from './memory.ts';
import { nameMeant } from './name-meant.ts';
import { isSlip } from './near-words.ts';
import type { Notes } from './notes.ts';
import type { Outline, Placed } from './outline.ts';

/** A table that has one of the notation's forms. */
export interface Form {
  readonly kind: TableKind;
  readonly table: Table;
  /** The number of its section; 0 outside the sections. */
  readonly section: number;
  /** The headings above it, nearest first. */
  readonly headings: readonly Heading[];
  /**
   * Columns unknown to the kind, or (Example, Permission) columns that are names: header cell and
   * index.
   */
  readonly others: readonly { readonly header: Cell; readonly index: number }[];
  readonly rows: readonly FormRow[];
}

export interface FormRow {
  readonly row: Row;
  /**
   * The header as written, and the section: rows with equal text under equal columns mean the same.
   */
  readonly columns: string;
  /** The section that the row's kind belongs to. */
  readonly section: number;
  /** The cell of the first column. */
  readonly first: Cell;
  /** The cell of a known column; null if the table lacks the column. */
  cell(column: string): Cell | null;
  at(index: number): Cell | null;
  /** The cells of columns that the kind does not know. */
  readonly others: readonly Cell[];
}

/** A column of transitions that is read for others who have one, and reported at each event. */
export const parametersColumn = 'Parameters';

export type Forms = Readonly<Record<TableKind, readonly Form[]>>;

/**
 * Separates forms from prose (NOTATION: "The header of a table's first column decides its kind")
 * and reports near misses.
 */
export function readForms(tree: SyntaxTree, outline: Outline, notes: Notes, memory: Memory | null): Forms {
  const forms = Object.fromEntries(tableKinds.map((kind) => [kind, []])) as unknown as Record<TableKind, Form[]>;
  const prose: Unread[] = [];
  const lone: Unread[] = [];
  for (const placed of outline.blocks) {
    if (placed.block.kind === 'table') {
      const form = readForm(tree.text, placed.block, placed, notes, memory);
      if (form === 'prose') prose.push({ table: placed.block, placed });
      else if (form === 'lone') lone.push({ table: placed.block, placed });
      else if (form !== null) forms[form.kind].push(form);
    } else if (placed.block.kind === 'paragraph' && placed.block.text.includes('|')) {
      noteBrokenTable(tree.text, placed, notes);
    }
  }
  for (const { table, placed } of lone) {
    const kind = kindByFirst(normal(table.header.cells[0]?.text ?? ''));
    const form = kind === null ? null : readForm(tree.text, table, placed, notes, memory, { isOnly: forms[kind].length === 0 });
    if (form !== null && typeof form === 'object') forms[form.kind].push(form);
  }
  const examples = prose.filter((one) => areExamples(one, forms.field));
  for (const { table, placed } of examples) {
    const form = readForm(tree.text, table, placed, notes, memory, { kind: 'example' });
    if (form !== null && typeof form === 'object') forms.example.push(form);
  }
  noteUnread(
    prose.filter((one) => !examples.includes(one)),
    forms,
    notes,
  );
  return forms;
}

/** A table that has none of the notation's forms at first sight. */
interface Unread {
  readonly table: Table;
  readonly placed: Placed;
}

const examplesHeading = /\b(?:examples?|samples?|seed|demo)\b/i;

/**
 * Whether a table lists records, though it does not begin with “Example”: its first header is the
 * entity's name or another word for a name, or its heading says that it has examples, and most of
 * its other headers are fields of one entity.
 */
function areExamples({ table, placed }: Unread, fields: readonly Form[]): boolean {
  const [heading] = placed.headings;
  const [first = '', ...others] = table.header.cells.map(({ text }) => normal(text));
  if (placed.section !== tableWords.example.section || heading === undefined || others.length === 0) return false;
  return fields.some(({ headings, rows }) => {
    const [owner] = headings;
    const names = new Set(rows.map((row) => normal(row.first.text)));
    if (owner === undefined || names.has(first) || others.filter((header) => names.has(header)).length * 2 <= others.length) return false;
    const isNamed = first === normal(owner.text) || namesOfExamples.has(first);
    const isBelow = placed.headings.includes(owner) || nameMeant([owner.text], entityOfExamples(heading.text) ?? '') !== null;
    return isBelow && (isNamed || examplesHeading.test(heading.text));
  });
}

/**
 * Reports tables of no known kind if their first header is a synonym for one, if they resemble a
 * form, or if their section has no form at all.
 */
function noteUnread(prose: readonly Unread[], forms: Forms, notes: Notes): void {
  const roles = new Set(forms.role.flatMap(({ rows }) => rows.map(({ first }) => normal(first.text))));
  const hasForm = new Set(Object.values(forms).flatMap((some) => some.map(({ section }) => section)));
  for (const { table, placed } of prose) {
    const { section } = placed;
    const [first] = table.header.cells;
    if (first === undefined || section === 0) continue;
    const headers = table.header.cells.map(({ text }) => normal(text));
    const kind = guessTableKind(section, headers, roles);
    if (section === 1 && isScenario(headers)) {
      const message = 'This table is read as prose. The table of a scenario begins with “As”, and has the columns Do and Expect.';
      notes.misread(section, first.span, 'table-not-read', message);
    } else if (kind !== null) noteKind(first, kind, section, notes);
    else if (
      section > 1 &&
      (!hasForm.has(section) || resembles(section, headers) || (section === 6 && headers.some((header) => roles.has(header))))
    ) {
      const firsts = tableKinds.flatMap((one) => (tableWords[one].section === section ? [`“${tableWords[one].first}”`] : []));
      const begins = first.text === '' ? 'no table begins with an empty header' : `no table begins with “${first.text}”`;
      const message = `This table is read as prose and has no effect: ${begins}. The tables of section ${section} begin with ${firsts.join(', ')}.`;
      notes.misread(section, first.span, 'table-not-read', message);
    }
  }
}

function noteKind(first: Cell, kind: TableKind, section: number, notes: Notes): void {
  const word = tableWords[kind].first;
  const message = `This table is read as prose: no table of section ${section || tableWords[kind].section} begins with “${first.text}”. One that begins with “${word}” is a form.`;
  notes.misread(section || tableWords[kind].section, first.span, 'near-miss', message, [word], 'certain');
}

/** A header normalised for comparison: without emphasis, in lower case, with single spaces. */
const normal = memoize((text) => text.replace(/[*`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase(), 1000);

const kindsByFirst: ReadonlyMap<string, TableKind> = new Map(tableKinds.map((kind) => [normal(tableWords[kind].first), kind]));
const kindByFirst = (header: string): TableKind | null => kindsByFirst.get(header) ?? null;

/** The columns of a kind by normalised header. */
const columnsOf = memoize(
  (kind): ReadonlyMap<string, string> => new Map(tableWords[kind as TableKind].columns.map(({ name }) => [normal(name), name])),
);

/** Kinds of which a section has one table: the first header alone can decide. */
const oneOfEach: ReadonlySet<TableKind> = new Set(['screen', 'rule', 'role', 'call', 'error', 'constant']);

/**
 * `prose`: no form begins with its first header. `lone`: its other headers are unknown, so it is a
 * form only if no other table has its kind, which the second call says by `isOnly`. `as`: the kind
 * that the table has, although it begins with another header, which is reported.
 */
function readForm(
  text: string,
  table: Table,
  placed: Placed,
  notes: Notes,
  memory: Memory | null,
  { isOnly, kind: as }: { readonly isOnly?: boolean; readonly kind?: TableKind } = {},
): Form | 'prose' | 'lone' | null {
  const headers = table.header.cells;
  const [first, ...rest] = headers;
  if (first === undefined) return null;
  const kind = as ?? kindByFirst(normal(first.text));
  if (kind === null) {
    return noteFirstHeader(first, rest, placed.section, notes) ? null : 'prose';
  }
  const words = tableWords[kind];
  if (as !== undefined) {
    const message = `The table is read as one of examples, and the first header of those is “${words.first}”.`;
    notes.misread(words.section, first.span, 'near-miss', message, [words.first], 'certain');
  }
  const names = columnsOf(kind);
  const columns = new Map<string, number>();
  const others: { header: Cell; index: number }[] = [];
  for (const [index, header] of headers.entries()) {
    if (index === 0) continue;
    const name = names.get(normal(header.text));
    if (name !== undefined && !columns.has(name)) columns.set(name, index);
    else if (kind === 'transition' && parameterHeaders.has(normal(header.text))) columns.set(parametersColumn, index);
    else if (header.text !== '') others.push({ header, index });
  }
  if (placed.section !== words.section) {
    const texts = headers.map((header) => normal(header.text));
    const meant = guessTableKind(placed.section, texts, new Set());
    if (meant !== null) {
      noteKind(first, meant, placed.section, notes);
      return null;
    }
  }
  // Authors may have their own descriptive tables that begin with “State” or “Value”.
  const own = kind === 'state' || kind === 'value';
  // A glossary may begin with “Word” too, but its columns are not languages.
  if (words.others === 'languages' && !others.some(({ header }) => /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(header.text.trim())))
    return null;
  if (kind === 'state' && others.some(({ header }) => isTransition(header))) return 'prose';
  if (own && !columns.has('Label') && !columns.has('Colour')) return null;
  const known = words.others === 'prose' ? columns.size > 0 || kind === 'account' : others.length > 0;
  if (!known && isOnly === undefined && placed.section === words.section && oneOfEach.has(kind)) return 'lone';
  const recognised = known || isOnly === true;
  if (!recognised || (kind === 'account' && headers.length < 2)) {
    const wanted =
      words.others === 'fields'
        ? 'the names of fields'
        : words.others === 'roles'
          ? 'the names of roles'
          : `the columns ${[...names.values()].join(', ')}`;
    const near = rest.flatMap((header) =>
      [guessColumn(kind, normal(header.text)) ?? nearest(header.text, names.values(), 1)[0]].flatMap((name) =>
        name === undefined ? [] : [{ header, name }],
      ),
    );
    // A table that begins with the name of the entity Person.
    if (kind === 'person' && placed.section !== words.section && near.length === 0) return 'prose';
    const at = near[0]?.header ?? first;
    notes.misread(
      placed.section || words.section,
      at.span,
      'near-miss',
      `This table is read as prose: one that begins with “${words.first}” is a form when it also has ${wanted}.`,
      near.slice(0, 1).map(({ name }) => name),
    );
    return null;
  }
  if (words.others === 'prose' && kind !== 'account') noteColumns(kind, table, others, names, columns, notes);
  if (placed.section !== words.section) noteMisplaced(first, kind, placed.section, notes);
  const signature = [kind, String(placed.section), ...headers.map((header) => header.text)].join('\0');
  const rows: FormRow[] = [];
  for (const row of table.rows) {
    const shape = memory === null ? shapeOf(row) : memory.shape(`${headers.length} ${row.source}`, () => shapeOf(row));
    if (shape === 'blank') continue;
    rows.push(
      new Line(
        row,
        signature,
        words.section,
        columns,
        others,
        shape === 'torn' ? repair(text, row, headers.length, words.section, notes) : null,
      ),
    );
  }
  return { kind, table, section: placed.section, headings: placed.headings, others, rows };
}

/**
 * Whether a row is empty, and whether an unescaped pipe may have torn its cells apart. Depends only
 * on the row's text and the number of columns.
 */
function shapeOf(row: Row): 'blank' | 'plain' | 'torn' {
  if (row.cells.every((cell) => cell.text === '')) return 'blank';
  if (row.extra.length > 0) return 'torn';
  return row.cells.some((cell) => cell.text.includes('`') && unclosedCode(cell.text)) ? 'torn' : 'plain';
}

class Line implements FormRow {
  readonly row: Row;
  readonly columns: string;
  readonly section: number;
  readonly #indices: ReadonlyMap<string, number>;
  readonly #others: Form['others'];
  readonly #repaired: readonly Cell[] | null;

  constructor(
    row: Row,
    columns: string,
    section: number,
    indices: ReadonlyMap<string, number>,
    others: Form['others'],
    repaired: readonly Cell[] | null,
  ) {
    this.row = row;
    this.columns = columns;
    this.section = section;
    this.#indices = indices;
    this.#others = others;
    this.#repaired = repaired;
  }

  get first(): Cell {
    return (this.#repaired ?? this.row.cells)[0] as Cell;
  }

  get others(): readonly Cell[] {
    return this.#others.flatMap(({ index }) => this.at(index) ?? []);
  }

  cell(column: string): Cell | null {
    const index = this.#indices.get(column);
    return index === undefined ? null : this.at(index);
  }

  at(index: number): Cell | null {
    return (this.#repaired ?? this.row.cells)[index] ?? null;
  }
}

/** Rejoins a code span that an unescaped pipe has split into cells, and reports it with a fix. */
function repair(text: string, row: Row, width: number, section: number, notes: Notes): readonly Cell[] {
  const all = [...row.cells, ...row.extra];
  const cells: Cell[] = [];
  for (let index = 0; index < all.length; index++) {
    const cell = all[index] as Cell;
    let last = index;
    if (cell.text.includes('`') && unclosedCode(cell.text)) {
      for (let end = index + 1; end < all.length; end++) {
        const to = all[end] as Cell;
        if (!to.text.includes('`')) continue;
        if (!unclosedCode(text.slice(cell.span.from, to.span.to))) {
          last = end;
          break;
        }
      }
    }
    if (last === index) {
      cells.push(cell);
      continue;
    }
    const span = { from: cell.span.from, to: (all[last] as Cell).span.to };
    cells.push(mergedCell(text, span.from, span.to));
    const escaped = text.slice(span.from, span.to).replace(/(?<!\\)\|/g, '\\|');
    notes.misread(
      section,
      span,
      'unescaped-pipe',
      'A pipe in this cell is not escaped, so Markdown sees two cells here. Write “\\|” for “|” in a table.',
      [escaped],
    );
    index = last;
  }
  const beyond = cells[width];
  if (beyond !== undefined) {
    const span = { from: beyond.span.from, to: (cells.at(-1) as Cell).span.to };
    const message = `This row has ${cells.length} cells, its table ${width} columns. Write “\\|” for a pipe that belongs to a cell, or remove the extra cells.`;
    notes.misread(section, span, 'unescaped-pipe', message);
  }
  while (cells.length < width) cells.push(mergedCell(text, row.span.to, row.span.to));
  return cells;
}

/** Whether the column identifies a table of transitions, since two kinds begin with “State”. */
const isTransition = (header: Cell): boolean => {
  const column = columnsOf('transition').get(normal(header.text)) ?? guessColumn('transition', normal(header.text));
  return column === 'Event' || column === 'To';
};

/** Reports a near miss in the first header. Returns whether it did. */
function noteFirstHeader(first: Cell, rest: readonly Cell[], section: number, notes: Notes): boolean {
  const names = new Map(tableKinds.map((kind) => [tableWords[kind].first as string, kind]));
  const [guess] = nearest(first.text, names.keys(), 1);
  const kind = guess === undefined ? undefined : names.get(guess);
  if (guess === undefined || kind === undefined || first.text.length < 3) return false;
  // Only if the other columns match that kind: any other table is the author's own.
  const words = tableWords[kind];
  const columns = new Set(words.columns.map((column) => normal(column.name)));
  columns.delete('description');
  // Columns named after fields or roles prove nothing, so the table's section must match.
  const named = (words.others !== 'prose' || kind === 'account') && section === words.section && isSlip(normal(first.text), normal(guess));
  if (!named && !rest.some((header) => columns.has(normal(header.text)))) return false;
  noteKind(first, kind, section, notes);
  return true;
}

/** Whether the cells of a column list words such as roles: a sentence is something else. */
function listsNames({ rows }: Table, column: number): boolean {
  const names = rows.flatMap(({ cells }) => (cells[column]?.text ?? '').split(',')).flatMap((name) => name.trim() || []);
  return names.length > 0 && names.every((name) => /^[a-z][a-z-]*(?: [a-z-]+){0,2}$/.test(name));
}

function noteColumns(
  kind: TableKind,
  table: Table,
  others: Form['others'],
  known: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, number>,
  notes: Notes,
): void {
  const free = [...known.values()].filter((name) => !columns.has(name));
  for (const { header, index } of others) {
    const meant = guessColumn(kind, normal(header.text));
    const [guess] = meant !== null && free.includes(meant) ? [meant] : header.text.length < 3 ? [] : nearest(header.text, free, 1);
    if (guess === undefined) continue;
    const message = `The column “${header.text}” is read as prose: the notation does not know it. Did you mean “${guess}”?`;
    const isCertain = guess === 'Roles' && guess === meant && listsNames(table, index);
    notes.misread(tableWords[kind].section, header.span, 'near-miss', message, [guess], isCertain ? 'certain' : 'guess');
  }
}

function noteMisplaced(first: Cell, kind: TableKind, section: number, notes: Notes): void {
  const words = tableWords[kind];
  const here = section === 0 ? 'outside the nine sections' : `in section ${section}`;
  notes.misread(
    words.section,
    first.span,
    'misplaced',
    `This table is ${here}; readers look for it in section ${words.section}. It works here too.`,
  );
}

/**
 * Reports a table whose delimiter row does not match its header: Markdown renders it as a
 * paragraph.
 */
function noteBrokenTable(text: string, placed: Placed, notes: Notes): void {
  const [header = '', delimiter = ''] = text.slice(placed.block.span.from, placed.block.span.to).split(/\r\n?|\n/, 2);
  const columns = delimiterCount(delimiter);
  const cells = header
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  if (columns === 0 || columns === cells.length) return;
  const kind = kindByFirst(normal(cells[0] ?? ''));
  if (kind === null) return;
  const span = { from: placed.block.span.from, to: placed.block.span.from + header.trimEnd().length };
  const message = `Markdown sees no table here: its first line has ${cells.length} cells, the line below it ${columns}. Both need the same number.`;
  notes.misread(placed.section || tableWords[kind].section, span, 'near-miss', message);
}
