import { listed, namesIn, TokenReader, wordsOf } from './reader.ts';
import type { Statement, Token } from './tokens.ts';

/** The definitions in a script. */
export interface SqlSchema {
  readonly tables: SqlTable[];
  /** The values of `CREATE TYPE … AS ENUM`, by name. */
  readonly enums: Map<string, readonly string[]>;
  /** The type of `CREATE DOMAIN`, by name. */
  readonly domains: Map<string, string>;
  readonly losses: { readonly line: number; readonly what: string }[];
}

export interface SqlTable {
  readonly name: string;
  readonly line: number;
  readonly columns: SqlColumn[];
  primary: readonly string[];
  /** Uniqueness over several columns. */
  readonly unique: { readonly columns: readonly string[]; readonly name: string }[];
  readonly references: SqlReference[];
  readonly checks: { readonly tokens: Statement; readonly line: number }[];
  comment: string;
}

export interface SqlColumn {
  readonly name: string;
  readonly line: number;
  /** In lower case without spaces, such as `varchar(200)`. */
  readonly type: string;
  /** The values of MySQL's `enum('a', 'b')`. */
  readonly values: readonly string[];
  required: boolean;
  unique: boolean;
  /** True if the database numbers the rows. */
  readonly counted: boolean;
  readonly default: Statement;
  comment: string;
}

export interface SqlReference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly onDelete: 'restrict' | 'cascade' | 'clear';
  readonly line: number;
}

export function readSchema(statements: readonly Statement[]): SqlSchema {
  const schema: SqlSchema = { tables: [], enums: new Map(), domains: new Map(), losses: [] };
  for (const statement of statements) {
    const reader = new TokenReader(statement);
    const line = statement[0]?.line ?? 1;
    if (!readStatement(schema, reader)) schema.losses.push({ line, what: `The statement “${beginning(statement)}”` });
  }
  return schema;
}

const beginning = (statement: Statement): string => {
  const words = wordsOf(statement.slice(0, 8));
  return statement.length > 8 ? `${words} …` : words;
};

/** Session settings and transaction commands, which do not describe data. */
const settings = new Set(['set', 'begin', 'commit', 'start', 'use', 'go', 'drop', 'lock', 'unlock', 'print', 'pragma', 'rollback']);

function readStatement(schema: SqlSchema, reader: TokenReader): boolean {
  if (settings.has(reader.next?.text.toLowerCase() ?? '')) return true;
  if (reader.sees('create')) return readCreate(schema, reader);
  if (reader.takes('alter', 'table')) return readAlter(schema, reader);
  if (reader.takes('comment', 'on')) return readComment(schema, reader);
  return false;
}

function readCreate(schema: SqlSchema, reader: TokenReader): boolean {
  reader.take();
  if (reader.takes('type')) {
    const name = reader.name();
    if (name === null || !reader.takes('as', 'enum')) return false;
    schema.enums.set(
      name.toLowerCase(),
      (reader.brackets() ?? []).filter(({ kind }) => kind === 'string').map(({ text }) => text),
    );
    return true;
  }
  if (reader.takes('domain')) {
    const name = reader.name();
    if (name === null) return false;
    reader.takes('as');
    schema.domains.set(name.toLowerCase(), readType(reader).type);
    return reader.done;
  }
  if (reader.takes('unique', 'index') || reader.takes('unique', 'nonclustered', 'index') || reader.takes('unique', 'clustered', 'index')) {
    reader.takes('if', 'not', 'exists');
    const name = reader.name() ?? '';
    if (!reader.takes('on')) return false;
    const table = tableOf(schema, reader.name());
    if (reader.takes('using')) reader.take();
    const columns = namesIn(reader.brackets() ?? []);
    if (table === undefined || columns.length === 0 || reader.sees('where')) return false;
    addUnique(table, columns, name);
    return true;
  }
  // An index only affects speed.
  if (reader.sees('index') || reader.sees('nonclustered') || reader.sees('clustered')) return true;
  while (reader.takes('temporary') || reader.takes('unlogged') || reader.takes('global') || reader.takes('temp'));
  return reader.takes('table') && readTable(schema, reader);
}

function readTable(schema: SqlSchema, reader: TokenReader): boolean {
  reader.takes('if', 'not', 'exists');
  const line = reader.next?.line ?? 1;
  const name = reader.name();
  const inside = reader.brackets();
  if (name === null || inside === null) return false;
  const table: SqlTable = { name, line, columns: [], primary: [], unique: [], references: [], checks: [], comment: '' };
  for (const part of listed(inside)) {
    const words = new TokenReader(part);
    if (!readConstraint(table, words)) readColumn(schema, table, words);
    else leftOver(schema, table, words);
  }
  while (!reader.done) {
    if (reader.takes('comment')) {
      reader.takes('=');
      table.comment = reader.take()?.text ?? '';
    } else reader.take();
  }
  schema.tables.push(table);
  return true;
}

/** Reads `PRIMARY KEY (a, b)` and other table constraints; returns false for a column. */
function readConstraint(table: SqlTable, reader: TokenReader): boolean {
  const line = reader.next?.line ?? 1;
  const name = reader.takes('constraint') ? (reader.name() ?? '') : '';
  if (reader.takes('primary', 'key')) {
    if (!reader.takes('clustered')) reader.takes('nonclustered');
    if (reader.takes('using')) reader.take();
    table.primary = namesIn(reader.brackets() ?? []);
    return true;
  }
  if (reader.takes('foreign', 'key')) {
    if (!reader.sees('(')) reader.name();
    const columns = namesIn(reader.brackets() ?? []);
    const reference = readReference(reader, columns, line);
    if (reference !== null) table.references.push(reference);
    return true;
  }
  if (reader.takes('check')) {
    table.checks.push({ tokens: reader.brackets() ?? [], line });
    return true;
  }
  if (reader.takes('unique')) {
    if (!reader.takes('key')) reader.takes('index');
    if (!reader.takes('clustered')) reader.takes('nonclustered');
    const own = reader.sees('(') ? name : (reader.name() ?? name);
    addUnique(table, namesIn(reader.brackets() ?? []), own);
    return true;
  }
  // MySQL's `KEY name (…)` is an index, which only affects speed.
  const isIndex = ['key', 'index', 'fulltext', 'spatial'].some((word) => reader.sees(word)) && isIndexPart(reader);
  if (isIndex) while (!reader.done) reader.take();
  return isIndex;
}

/** Distinguishes `KEY name (columns)` from a column named key. */
function isIndexPart(reader: TokenReader): boolean {
  const again = new TokenReader(reader.ahead());
  again.take();
  if (!again.takes('key')) again.takes('index');
  if (!again.sees('(')) again.name();
  const columns = again.brackets();
  return columns?.every(({ kind }) => kind !== 'number' || columns.length > 1) === true;
}

function readReference(reader: TokenReader, columns: readonly string[], line: number): SqlReference | null {
  if (!reader.takes('references')) return null;
  const table = reader.name();
  reader.brackets();
  let onDelete: SqlReference['onDelete'] = 'restrict';
  for (;;) {
    if (reader.takes('on', 'delete')) {
      if (reader.takes('cascade')) onDelete = 'cascade';
      else if (reader.takes('set', 'null')) onDelete = 'clear';
      else if (!reader.takes('no', 'action') && !reader.takes('set', 'default')) reader.takes('restrict');
    } else if (reader.takes('on', 'update')) {
      if (!reader.takes('set', 'null') && !reader.takes('no', 'action') && !reader.takes('set', 'default')) reader.take();
    } else if (reader.takes('match')) reader.take();
    else if (
      !reader.takes('not', 'deferrable') &&
      !reader.takes('deferrable') &&
      !reader.takes('initially', 'deferred') &&
      !reader.takes('initially', 'immediate')
    )
      break;
  }
  return table === null ? null : { columns, table, onDelete, line };
}

function readColumn(schema: SqlSchema, table: SqlTable, reader: TokenReader): void {
  const line = reader.next?.line ?? 1;
  const name = reader.name();
  if (name === null) {
    schema.losses.push({ line, what: `“${wordsOf(reader.rest())}” in the table ${table.name}` });
    return;
  }
  // A computed column in SQL Server.
  if (reader.takes('as')) {
    schema.losses.push({ line, what: `How ${table.name}.${name} is computed (${wordsOf(reader.rest())})` });
    return;
  }
  const { type, values } = readType(reader);
  let required = false;
  let unique = false;
  let counted = /serial|identity/.test(type);
  let given: Statement = [];
  let comment = '';
  while (!reader.done) {
    const from = reader.next?.line ?? line;
    if (reader.takes('not', 'null')) required = true;
    else if (reader.takes('null')) continue;
    else if (reader.takes('primary', 'key')) table.primary = [name];
    else if (reader.takes('unique')) {
      reader.takes('key');
      unique = true;
    } else if (reader.takes('default')) given = readDefault(reader);
    else if (reader.takes('comment')) comment = reader.take()?.text ?? '';
    else if (reader.takes('check')) table.checks.push({ tokens: reader.brackets() ?? [], line: from });
    else if (reader.takes('auto_increment') || reader.takes('autoincrement')) counted = true;
    else if (reader.takes('identity')) {
      reader.brackets();
      counted = true;
    } else if (reader.takes('generated')) {
      if (!reader.takes('always')) reader.takes('by', 'default');
      reader.takes('as');
      if (reader.takes('identity')) {
        reader.brackets();
        counted = true;
      } else {
        const computed = wordsOf(reader.brackets() ?? []);
        if (!reader.takes('stored')) reader.takes('virtual');
        schema.losses.push({ line: from, what: `How ${table.name}.${name} is computed (${computed})` });
      }
    } else if (reader.takes('constraint')) reader.name();
    else if (
      reader.takes('asc') ||
      reader.takes('desc') ||
      reader.takes('rowguidcol') ||
      reader.takes('clustered') ||
      reader.takes('nonclustered')
    )
      continue;
    else if (reader.sees('references')) {
      const reference = readReference(reader, [name], from);
      if (reference !== null) table.references.push(reference);
    } else if (reader.takes('collate') || reader.takes('character', 'set') || reader.takes('charset')) reader.take();
    else if (reader.takes('on', 'update')) {
      schema.losses.push({ line: from, what: `What updates ${table.name}.${name}` });
      reader.take();
      reader.brackets();
    } else {
      schema.losses.push({ line: from, what: `“${wordsOf(reader.rest())}” of ${table.name}.${name}` });
      break;
    }
  }
  table.columns.push({ name, line, type, values, required, unique, counted, default: given, comment });
}

function leftOver(schema: SqlSchema, table: SqlTable, reader: TokenReader): void {
  const rest = reader
    .rest()
    .filter(({ text }) => !/^(not|valid|deferrable|initially|deferred|immediate|using|btree|asc|desc|with|on)$/i.test(text));
  if (rest.length > 0 && rest[0]?.kind === 'word' && !/^primary$/i.test(rest[0].text))
    schema.losses.push({ line: rest[0].line, what: `“${wordsOf(rest)}” in the table ${table.name}` });
}

/** `character varying(20)`, `timestamp with time zone`, `enum('a', 'b')`, `text[]`. */
function readType(reader: TokenReader): { readonly type: string; readonly values: readonly string[] } {
  const first = reader.next;
  // SQLite allows columns without a type.
  if (first === undefined || (first.kind !== 'word' && first.kind !== 'name')) return { type: '', values: [] };
  let type = '';
  if (reader.takes('character', 'varying')) type = 'varchar';
  else if (reader.takes('double', 'precision')) type = 'double';
  else type = (reader.name() ?? '').toLowerCase();
  const inside = reader.brackets();
  const values = type === 'enum' ? (inside ?? []).filter(({ kind }) => kind === 'string').map(({ text }) => text) : [];
  if (inside !== null && type !== 'enum') type += `(${wordsOf(inside).replaceAll(' ', '').toLowerCase()})`;
  if (reader.takes('with', 'time', 'zone') || reader.takes('without', 'time', 'zone')) type += '';
  while (reader.takes('unsigned') || reader.takes('zerofill')) type += '';
  while (reader.takes('[')) {
    while (!reader.done && !reader.takes(']')) reader.take();
    type += '[]';
  }
  return { type, values };
}

/** Reads a literal, a name with its arguments, or an expression in brackets, with any casts. */
function readDefault(reader: TokenReader): Token[] {
  const taken: Token[] = [];
  const more = (): void => {
    const token = reader.take();
    if (token !== undefined) taken.push(token);
  };
  const inside = reader.brackets();
  if (inside !== null) taken.push(...inside);
  else {
    if (reader.next?.text === '-' || reader.next?.text === '+') more();
    more();
    const call = reader.brackets();
    if (call !== null && taken[0]?.kind === 'word') taken.push(...call);
  }
  while (reader.takes('::')) readType(reader);
  return taken;
}

function readAlter(schema: SqlSchema, reader: TokenReader): boolean {
  reader.takes('if', 'exists');
  reader.takes('only');
  const table = tableOf(schema, reader.name());
  reader.takes('with', 'check');
  reader.takes('with', 'nocheck');
  if (table === undefined) return false;
  // Ignores owners (pg_dump) and enabled checks (SQL Server).
  if (reader.sees('owner', 'to') || reader.sees('check', 'constraint')) return true;
  if (!reader.takes('add')) return false;
  for (const part of listed(reader.rest())) {
    const words = new TokenReader(part);
    words.takes('add');
    if (!readConstraint(table, words)) return false;
    leftOver(schema, table, words);
  }
  return true;
}

function readComment(schema: SqlSchema, reader: TokenReader): boolean {
  const isColumn = reader.takes('column');
  if (!isColumn && !reader.takes('table')) return false;
  const path: string[] = [];
  while (reader.next?.kind === 'word' || reader.next?.kind === 'name') {
    if (reader.sees('is')) break;
    path.push(reader.take()?.text ?? '');
    if (reader.next?.text === '.') reader.take();
  }
  reader.takes('is');
  const words = reader.take()?.text ?? '';
  const table = tableOf(schema, (isColumn ? path.at(-2) : path.at(-1)) ?? null);
  if (table === undefined) return false;
  if (!isColumn) table.comment = words;
  const column = isColumn ? table.columns.find(({ name }) => name.toLowerCase() === path.at(-1)?.toLowerCase()) : undefined;
  if (column !== undefined) column.comment = words;
  return true;
}

const tableOf = ({ tables }: SqlSchema, name: string | null): SqlTable | undefined =>
  tables.find((table) => table.name.toLowerCase() === name?.toLowerCase());

function addUnique(table: SqlTable, columns: readonly string[], name: string): void {
  const [only] = columns;
  const column = columns.length === 1 ? table.columns.find((one) => one.name.toLowerCase() === only?.toLowerCase()) : undefined;
  if (column === undefined) table.unique.push({ columns, name });
  else column.unique = true;
}
