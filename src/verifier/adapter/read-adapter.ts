import { nearest } from '../../base/nearest.ts';
import { LineIndex } from '../../base/position.ts';
import type { Span } from '../../base/span.ts';
import { visit } from '../../expression/visit.ts';
import type { TakesPattern } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import { allTables } from '../../syntax/all-tables.ts';
import { columnOf } from '../../syntax/find-row.ts';
import type { Row, Table } from '../../syntax/tree.ts';
import { inputsOf } from '../values/call-inputs.ts';
import { type Adapter, type CallRow, callName, type ErrorRow, type FieldRow, type StatusRow } from './adapter.ts';

/** A problem in an adapter's text; `line` counts from 1. */
export interface AdapterProblem {
  readonly line: number;
  readonly message: string;
}

const columns = {
  what: ['What', 'Here'],
  call: ['Call', 'Here'],
  field: ['Field', 'Here'],
  error: ['Error', 'Here'],
  status: ['Status', 'Here'],
} as const;

/** Reads the tables that declare what an implementation names differently. */
export function readAdapter(text: string, model: Model): { readonly adapter: Adapter; readonly problems: readonly AdapterProblem[] } {
  return new AdapterReader(text, model).read();
}

class AdapterReader {
  readonly #text: string;
  readonly #model: Model;
  readonly #lines: LineIndex;
  readonly #problems: AdapterProblem[] = [];
  readonly #calls: CallRow[] = [];
  readonly #fields: FieldRow[] = [];
  readonly #errors: ErrorRow[] = [];
  readonly #statuses: StatusRow[] = [];
  #base = '';
  #token: Adapter['token'] = null;
  #bodyIn: readonly string[] = [];
  #answerIn: readonly string[] = [];

  constructor(text: string, model: Model) {
    this.#text = text;
    this.#model = model;
    this.#lines = new LineIndex(text);
  }

  read(): ReturnType<typeof readAdapter> {
    const tables = allTables(this.#text);
    if (tables.length === 0)
      this.#problems.push({ line: 1, message: 'There is no table. An adapter has tables such as “| Call | Here |”.' });
    for (const { table } of tables) this.#table(table);
    const adapter = {
      base: this.#base,
      token: this.#token,
      bodyIn: this.#bodyIn,
      answerIn: this.#answerIn,
      calls: this.#calls,
      fields: this.#fields,
      errors: this.#errors,
      statuses: this.#statuses,
    };
    return { adapter, problems: this.#problems };
  }

  #problem(at: Span, message: string): void {
    this.#problems.push({ line: this.#lines.position(at.from).line, message });
  }

  #table(table: Table): void {
    const has = (names: readonly string[]): boolean => names.every((name) => columnOf(table, name) !== -1);
    // A table of fields, errors or statuses may have a column for the call as well.
    if (has(columns.field)) this.#eachRow(table, (row) => this.#field(table, row));
    else if (has(columns.error)) this.#eachRow(table, (row) => this.#error(table, row));
    else if (has(columns.status)) this.#eachRow(table, (row) => this.#status(table, row));
    else if (has(columns.call)) this.#eachRow(table, (row) => this.#call(table, row));
    else if (has(columns.what)) this.#eachRow(table, (row) => this.#connection(table, row));
    else {
      const forms = Object.values(columns).map((names) => `“${names.join(' | ')}”`);
      this.#problem(table.header.span, `A table of an adapter has the columns ${forms.join(', ')}.`);
    }
  }

  #eachRow(table: Table, read: (row: Row) => void): void {
    for (const row of table.rows) if (row.cells.some(({ text }) => text !== '')) read(row);
  }

  #connection(table: Table, row: Row): void {
    const [what, here] = [cell(table, row, 'What').toLowerCase(), cell(table, row, 'Here')];
    if (what === 'base path') {
      if (/^(?:\/[^\s?#]+)?$/.test(here.replace(/\/$/, ''))) this.#base = here.replace(/\/$/, '');
      else this.#problem(row.span, `The base path begins with “/”, such as “/v2”, not “${here}”.`);
    } else if (what === 'token') {
      const [, header, scheme = ''] = /^([\w-]+):\s*(?:(\S+)\s+)?…$/u.exec(here.replace(/\.\.\.$|TOKEN$/u, '…')) ?? [];
      if (header === undefined)
        this.#problem(row.span, `Write the token as a header, such as “Authorization: Bearer …” or “X-Token: …”, not “${here}”.`);
      else this.#token = { header, scheme };
    } else if (what === 'bodies in') this.#bodyIn = keysIn(here);
    else if (what === 'answers in') this.#answerIn = keysIn(here);
    else this.#problem(row.span, `“${what}” is not known here: “Base path”, “Token”, “Bodies in” and “Answers in” are.`);
  }

  #call(table: Table, row: Row): void {
    const call = this.#callIn(table, row);
    const here = cell(table, row, 'Here');
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/[^\s?#]*)$/.exec(here) ?? [];
    if (call === undefined || call === null) {
      if (call === null) this.#problem(row.span, 'The row names no call.');
      return;
    }
    if (here !== '' && (method === undefined || path === undefined)) {
      this.#problem(row.span, `Write the call as a method and a path, such as “POST /issues/:id/close”, not “${here}”.`);
      return;
    }
    const [sameMethod = '', samePath = ''] = call.split(' ');
    const known = new Set(samePath.split('/').filter((segment) => segment.startsWith(':')));
    const strange = (path ?? '').split('/').find((segment) => segment.startsWith(':') && !known.has(segment));
    if (strange !== undefined) {
      this.#problem(row.span, `“${call}” has no parameter “${strange}”. Name the parameters as the document does.`);
      return;
    }
    const keys = (column: string): string[] =>
      cell(table, row, column)
        .split('.')
        .filter((key) => key !== '');
    this.#calls.push({ call, method: method ?? sameMethod, path: path ?? samePath, bodyIn: keys('Body in'), answerIn: keys('Answer in') });
  }

  #field(table: Table, row: Row): void {
    const call = this.#callIn(table, row);
    const [field, here] = [cell(table, row, 'Field'), cell(table, row, 'Here')];
    if (call === undefined) return;
    if (here === '') this.#problem(row.span, `The row does not say what “${field}” is called here.`);
    else if (this.#isKnown(row.span, 'field or key', field, keysOf(this.#model))) this.#fields.push({ call, field, here });
  }

  #error(table: Table, row: Row): void {
    const [error, here, written] = [cell(table, row, 'Error'), cell(table, row, 'Here'), cell(table, row, 'Status')];
    const status = written === '' ? null : this.#statusIn(row.span, written);
    const known = new Set([
      ...this.#model.errors.map(({ name }) => name.text),
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'INVALID',
    ]);
    if (status === undefined) return;
    if (here === '' && status === null) this.#problem(row.span, `The row does not say what is different about ${error}.`);
    else if (this.#isKnown(row.span, 'error', error, known)) this.#errors.push({ error, here: here === '' ? null : here, status });
  }

  #status(table: Table, row: Row): void {
    const call = this.#callIn(table, row);
    const status = this.#statusIn(row.span, cell(table, row, 'Status'));
    const here = this.#statusIn(row.span, cell(table, row, 'Here'));
    if (call !== undefined && status !== undefined && here !== undefined) this.#statuses.push({ call, status, here });
  }

  #statusIn(at: Span, text: string): number | undefined {
    if (/^[1-5]\d\d$/.test(text)) return Number(text);
    this.#problem(at, `A status is a number from 100 to 599, not “${text}”.`);
    return undefined;
  }

  /**
   * The row's call; null if it is for all calls; undefined, with a problem, if there is no such
   * call.
   */
  #callIn(table: Table, row: Row): string | null | undefined {
    const name = cell(table, row, 'Call').split('?')[0] ?? '';
    if (name === '') return null;
    return this.#isKnown(row.span, 'call', name, new Set(this.#model.calls.map(callName))) ? name : undefined;
  }

  #isKnown(at: Span, what: string, name: string, known: ReadonlySet<string>): boolean {
    if (known.has(name)) return true;
    const [near] = nearest(name, known, 1);
    this.#problem(at, `The document has no ${what} “${name}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`);
    return false;
  }
}

/** Splits `data.item` into its keys; `.` means no key. */
const keysIn = (text: string): readonly string[] => text.split('.').filter((key) => key !== '');

/** The text of a cell without backticks; empty if the table has no such column. */
function cell(table: Table, row: Row, column: string): string {
  const found = row.cells[columnOf(table, column)];
  return (found?.code?.text ?? found?.text ?? '').trim();
}

/** Every key in the document's bodies and queries. */
function keysOf(model: Model): ReadonlySet<string> {
  const found = new Set(model.entities.flatMap(({ fields }) => ['id', ...fields.map(({ name }) => name.text)]));
  for (const { entries } of model.views) for (const { key } of entries) found.add(key.text);
  const takes = ({ entries }: TakesPattern): void => {
    for (const { key, inside, each } of entries) {
      found.add(key.text);
      for (const inner of [inside, each]) if (inner !== null) takes(inner);
    }
  };
  for (const call of model.calls) {
    for (const { name, path } of inputsOf(model, call)) for (const key of [name, ...path]) found.add(key);
    if (call.takes !== null) takes(call.takes);
  }
  for (const body of [...model.calls.map(({ returns }) => returns?.body), model.errorBody])
    if (body?.node != null)
      visit(body.node, (node) => {
        if (node.kind !== 'map') return;
        for (const { key } of node.entries) if (key.kind === 'literal' && typeof key.value === 'string') found.add(key.value);
      });
  return found;
}
