import type { Model } from '../../model/model.ts';
import { accountKeyOf, operationSynonyms } from '../../model/reading/header-synonyms.ts';
import { nameMeant } from '../../model/reading/name-meant.ts';
import { pathMeant } from '../../model/reading/path.ts';
import { operations } from '../../model/vocabulary.ts';
import { lineEndOf, tableText } from '../../syntax/edit-table.ts';
import type { Table } from '../../syntax/tree.ts';
import { firstNamed } from './transitions.ts';

interface Written {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table's columns by header in lower case, and which of them are already used. */
class Columns {
  readonly #table: Table;
  readonly #headers: readonly string[];
  readonly #used = new Set<number>();

  constructor(table: Table) {
    this.#table = table;
    this.#headers = table.header.cells.map(({ text }) => text.replace(/[*`]/g, '').trim().toLowerCase());
  }

  /**
   * Uses the first unused column with one of these headers that passes the test, and returns its
   * index; -1: none.
   */
  use(headers: readonly string[], passes: (column: number) => boolean = () => true): number {
    const found = this.#headers.findIndex((header, column) => headers.includes(header) && !this.#used.has(column) && passes(column));
    if (found >= 0) this.#used.add(found);
    return found;
  }

  /** Whether any cell of the column contains a code span. */
  hasCode(column: number): boolean {
    return this.#table.rows.some(({ cells }) => (cells[column]?.codes.length ?? 0) > 0);
  }

  /** The unused columns. */
  others(): readonly { readonly header: string; readonly cells: readonly string[]; readonly hasCode: boolean }[] {
    return this.#table.header.cells.flatMap(({ text }, column) =>
      this.#used.has(column) ? [] : [{ header: text, cells: this.cells(column), hasCode: this.hasCode(column) }],
    );
  }

  /** The texts of a column. `filled`: an empty cell repeats the one above, as in grouped tables. */
  cells(column: number, filled = false): readonly string[] {
    let above = '';
    return this.#table.rows.map(({ cells }) => {
      const text = cells[column]?.text ?? '';
      above = text === '' && filled ? above : text;
      return above;
    });
  }
}

const entityHeaders = ['entity', 'resource', 'object', 'record', 'model'];

/**
 * Rewrites a table of rules, permissions or calls from another common form to that of the notation,
 * as Markdown; null: it has no such form.
 */
export function convertTable(model: Model, section: number, table: Table): string | null {
  const columns = new Columns(table);
  const written =
    section === 5
      ? rules(columns)
      : section === 6
        ? (account(model, table) ?? permissions(model, columns) ?? granting(model, new Columns(table)) ?? matrix(model, new Columns(table)))
        : section === 7
          ? calls(columns)
          : section === 1
            ? scenario(columns)
            : null;
  return written === null ? null : tableText(written.header, written.rows, lineEndOf(model.tree.text)).trimEnd();
}

/** Converts a table with Entity, Rule (an expression), Error and Message. */
function rules(columns: Columns): Written | null {
  const entity = columns.use([...entityHeaders, 'on', 'applies to']);
  const field = columns.use(['field', 'attribute', 'property']);
  const must = columns.use(['must hold', 'rule', 'condition', 'check', 'constraint', 'expression', 'validation'], (column) =>
    columns.hasCode(column),
  );
  if (entity < 0 || must < 0) return null;
  const error = columns.use(['error', 'error code', 'code']);
  const name = columns.use(['name', 'rule', 'title', 'message', 'meaning']);
  const [entities, fields, conditions] = [columns.cells(entity, true), columns.cells(field), columns.cells(must)];
  const names = columns.cells(name);
  const errors = columns.cells(error);
  const others = columns.others();
  return {
    header: ['Rule', 'On', 'Must hold', ...(error < 0 ? [] : ['Error']), ...others.map(({ header }) => header)],
    rows: conditions.map((condition, row) => [
      names[row] || words(errors[row]) || `rule ${row + 1}`,
      fields[row] ? `${entities[row]}.${fields[row]}` : (entities[row] ?? ''),
      condition,
      ...(error < 0 ? [] : [errors[row] ?? '']),
      ...others.map(({ cells }) => cells[row] ?? ''),
    ]),
  };
}

const words = (error: string | undefined): string => (error ?? '').toLowerCase().replaceAll('_', ' ');

/** Converts a table Account that has its keys as columns, in one row. */
function account(model: Model, { header, rows: [row, ...more] }: Table): Written | null {
  const [first, ...others] = header.cells;
  if (first?.text.trim().toLowerCase() !== 'account' || row === undefined || more.length > 0) return null;
  const isRole = (text: string): boolean => model.roles.some(({ name }) => name.text === text);
  const written = others.map(({ text }, index) => {
    const [key, value] = [accountKeyOf(text) ?? text, row.cells[index + 1]?.text ?? ''];
    return [key, key === 'Sign up' && isRole(value) ? `yes, as ${value}` : value];
  });
  return { header: ['Account', ''], rows: [['Entity', row.cells[0]?.text ?? ''], ...written.filter(([, value]) => value !== '')] };
}

/**
 * Converts a table with Entity, Operation and a column per role, or with Entity and a column per
 * operation.
 */
function permissions(model: Model, columns: Columns): Written | null {
  const entity = columns.use(entityHeaders);
  if (entity < 0) return null;
  const entities = columns.cells(entity, true).map((text) => nameMeant(entityNames(model), text) ?? text);
  const operation = columns.use(['operation', 'operations', 'action', 'actions', 'permission', 'right', 'rights']);
  if (operation >= 0) {
    const operations = columns.cells(operation);
    const others = columns.others();
    return {
      header: ['Permission', ...others.map(({ header }) => roleMeant(header))],
      rows: entities.map((name, row) => [
        `${name}: ${operationMeant(operations[row] ?? '')}`,
        ...others.map(({ header, cells }) => (isRole(header) ? granted(cells[row] ?? '') : (cells[row] ?? ''))),
      ]),
    };
  }
  const description = columns.use(['description', 'notes', 'note', 'comment']);
  const descriptions = columns.cells(description);
  const others = columns.others();
  // A cell with an expression names no roles.
  if (others.length === 0 || !others.every(({ header, hasCode }) => meant(header.trim().toLowerCase()) !== undefined && !hasCode))
    return null;
  const who = others.flatMap(({ cells }) => cells.flatMap(rolesIn));
  const roles = [...new Set([...model.roles.map(({ name }) => name.text), ...who])];
  return {
    header: ['Permission', ...roles, ...(description < 0 ? [] : ['Description'])],
    rows: entities.flatMap((name, row) =>
      others.map(({ header, cells }) => {
        const cell = cells[row] ?? '';
        const all = everyone.test(cell.trim());
        return [
          `${name}: ${operationMeant(header)}`,
          ...roles.map((role) => (all || rolesIn(cell).includes(role) ? 'yes' : 'no')),
          ...(description < 0 ? [] : [descriptions[row] ?? '']),
        ];
      }),
    ),
  };
}

/** What a person may do with all records of an entity, or with their own. */
export interface Granted {
  readonly operation: string;
  readonly own: boolean;
}

/** What others mean by everything: lists of people are no part of it. */
export const crud = ['create', 'read', 'update', 'delete'] as const;
const everything = /^(?:all|full|full access|crud|everything|any|yes|✓|✔|✅)$/i;
const ownMark = /\b(?:(?:their|his|her)\s+)?own(?:\s+only)?\b|\(own\)|\bonly\s+own\b/i;

/** `read, update own` of one entity; null: another text. */
function operationsIn(cell: string): readonly Granted[] | null {
  const text = cell.trim();
  if (none.test(text)) return [];
  if (everything.test(text)) return crud.map((operation) => ({ operation, own: false }));
  const each = text.split(/\s*(?:[,;/+&]|\band\b)\s*/i).map((part) => {
    const own = ownMark.test(part);
    const word = part.replace(ownMark, '').replace(/[()]/g, '').trim().toLowerCase();
    const all = word === 'all' || word === '' ? crud : [meant(word)];
    return all.every((operation) => operation !== undefined) ? all.map((operation) => ({ operation, own })) : null;
  });
  return each.every((one) => one !== null) ? each.flat() : null;
}

/** The condition by which a record is a person's own; `own` if several relations may say so. */
function ownCondition(model: Model, name: string): string {
  const withPassword = model.entities.filter(({ fields }) => fields.some(({ type }) => type.kind === 'password'));
  const account = model.account?.entity.text ?? withPassword[0]?.name.text;
  if (name === account) return '`self == me`';
  const relations = (of: string): readonly { readonly path: string; readonly to: string }[] =>
    (model.entities.find((entity) => entity.name.text === of)?.fields ?? []).flatMap(({ name: { text }, type }) =>
      type.kind === 'relation' && text !== 'createdBy' ? [{ path: text, to: type.entity.text }] : [],
    );
  const people = (of: string): readonly string[] => relations(of).flatMap(({ path, to }) => (to === account ? [path] : []));
  const own = people(name);
  const paths = own.length > 0 ? own : relations(name).flatMap(({ path, to }) => people(to).map((person) => `${path}.${person}`));
  return paths.length > 1 ? 'own' : `\`${paths[0] ?? 'createdBy'} == me\``;
}

/**
 * The rows of an entity's permissions, one for all operations with the same cells. `granted`: by
 * role.
 */
export function permissionRows(model: Model, entity: string, granted: readonly (readonly Granted[])[]): readonly (readonly string[])[] {
  const own = ownCondition(model, entity);
  const byCells = new Map<string, { readonly names: string[]; readonly cells: readonly string[] }>();
  for (const operation of crud) {
    const cells = granted.map((all) => {
      const found = all.filter((one) => one.operation === operation);
      return found.length === 0 ? 'no' : operation !== 'create' && found.every((one) => one.own) ? own : 'yes';
    });
    const same = byCells.get(cells.join('\0'));
    if (same === undefined) byCells.set(cells.join('\0'), { names: [operation], cells });
    else same.names.push(operation);
  }
  return [...byCells.values()].map(({ names, cells }) => [`${entity}: ${names.join(', ')}`, ...cells]);
}

/** Converts a table with Entity and a column per role, whose cells name operations. */
function granting(model: Model, columns: Columns): Written | null {
  const entity = columns.use(entityHeaders);
  if (entity < 0) return null;
  const description = columns.use(['description', 'notes', 'note', 'comment']);
  const others = columns.others();
  const descriptions = columns.cells(description);
  const given = others.map(({ cells, hasCode }) => (hasCode ? [null] : cells.map(operationsIn)));
  if (others.length === 0 || given.some((cells) => cells.includes(null))) return null;
  const rows = columns.cells(entity, true).flatMap((text, row) => {
    const name = nameMeant(entityNames(model), text) ?? text;
    const words = description < 0 ? [] : [descriptions[row] ?? ''];
    const granted = given.map((cells) => cells[row] ?? []);
    return permissionRows(model, name, granted).map((cells) => [...cells, ...words]);
  });
  return { header: ['Permission', ...others.map(({ header }) => roleMeant(header)), ...(description < 0 ? [] : ['Description'])], rows };
}

/**
 * Converts a table whose first column says who may do what in words (`see plots`), with a column
 * per role.
 */
function matrix(model: Model, columns: Columns): Written | null {
  const first = columns.use(['', 'action', 'actions', 'right', 'rights', 'capability', 'feature', 'can', 'task', 'permission']);
  if (first !== 0) return null;
  const others = columns.others();
  if (others.length === 0 || !others.every(({ cells }) => cells.every((cell) => ['yes', 'no', ''].includes(granted(cell))))) return null;
  return {
    header: ['Permission', ...others.map(({ header }) => roleMeant(header))],
    rows: columns.cells(first).map((text, row) => [permissionMeant(model, text), ...others.map(({ cells }) => granted(cells[row] ?? ''))]),
  };
}

/** `Plot: read` for `see plots`, and `Loan: approve` for `approve`, an event of one entity. */
function permissionMeant(model: Model, text: string): string {
  if (text.includes(':')) return text;
  const plain = text.trim().toLowerCase();
  const machines = model.machines.filter((machine) => firstNamed(machine).some(({ text: event }) => event === plain));
  if (machines.length === 1) return `${machines[0]?.entity}: ${plain}`;
  const [, operation = '', of = ''] = /^(\w+)\s+(?:(?:the|a|an|all|any)\s+)?(.*)$/.exec(plain) ?? [];
  const entity = nameMeant(entityNames(model), of);
  return entity === null ? text : `${entity}: ${operationMeant(operation)}`;
}

const numbers = ['#', 'no', 'no.', 'nr', 'nr.', 'step', 'step no', 'number'];

/** Converts a scenario whose columns have other names. */
function scenario(columns: Columns): Written | null {
  const who = columns.use(['as', 'who', 'user', 'role', 'actor', 'person', 'by']);
  columns.use(numbers, (column) => columns.cells(column).every((text) => /^\d*[.)]?$/.test(text)));
  const what = columns.use(['do', 'does', 'action', 'step', 'when', 'steps']);
  const result = columns.use(['expect', 'expects', 'expected', 'expected result', 'expected outcome', 'result', 'outcome', 'then']);
  if (what < 0 || result < 0) return null;
  const [people, steps, results] = [columns.cells(who), columns.cells(what), columns.cells(result)];
  const others = columns.others();
  return {
    header: ['As', 'Do', 'Expect', ...others.map(({ header }) => header)],
    rows: steps.map((step, row) => [people[row] ?? '', step, results[row] ?? '', ...others.map(({ cells }) => cells[row] ?? '')]),
  };
}

/** Whether a header names a role. Two other columns of permissions do not. */
const isRole = (header: string): boolean => !['else', 'description'].includes(header.toLowerCase());

const roleMeant = (header: string): string => (isRole(header) ? header.toLowerCase() : header);

/** The operation that a word means; undefined: none. */
export const meant = (word: string): string | undefined => operationSynonyms.get(word) ?? operations.find((one) => one === word);

function operationMeant(text: string): string {
  const each = text
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  return [...new Set(each.map((one) => meant(one) ?? one))].join(', ');
}

const entityNames = ({ entities }: Model): readonly string[] => entities.map(({ name }) => name.text);

const everyone = /^(?:all|any|everyone|everybody|yes|✓|✔|✅)$/i;
const none = /^(?:none|no|never|-|–|—|✗|✘|❌|×)?$/i;

/** The roles that a cell lists. */
const rolesIn = (cell: string): readonly string[] =>
  everyone.test(cell.trim()) || none.test(cell.trim()) ? [] : cell.split(',').map((role) => role.trim().toLowerCase());

/** Converts check marks and similar words to `yes` and `no`. */
function granted(cell: string): string {
  if (/^(?:y|x|true|allow(?:ed)?|✓|✔|✅)$/i.test(cell)) return 'yes';
  return cell !== '' && (/^(?:n|false|den(?:y|ied)|forbidden)$/i.test(cell) || none.test(cell)) ? 'no' : cell;
}

/** Converts a table with Method, Path and further columns. */
function calls(columns: Columns): Written | null {
  const method = columns.use(['method', 'verb', 'http method']);
  const path = columns.use(['path', 'route', 'url', 'endpoint', 'address']);
  if (method < 0 || path < 0) return null;
  const plain = (text: string | undefined): string => (text ?? '').replaceAll('`', '').trim();
  const paths = columns.cells(path).map((text) => pathMeant(plain(text)));
  const others = columns.others();
  return {
    header: ['Call', ...others.map(({ header }) => header)],
    rows: columns
      .cells(method)
      .map((verb, row) => [`${plain(verb).toUpperCase()} ${paths[row]}`, ...others.map(({ cells }) => cells[row] ?? '')]),
  };
}
