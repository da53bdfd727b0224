import { plural } from '../../base/plural.ts';
import { type Draft, type DraftEntity, type DraftField, emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { Names } from '../names.ts';
import { checkRule } from '../sql/check-rule.ts';
import { defaultWords } from '../sql/default.ts';
import { wordsOf } from '../sql/reader.ts';
import { readSchema, type SqlColumn, type SqlSchema, type SqlTable } from '../sql/schema.ts';
import { statementsOf } from '../sql/tokens.ts';
import { columnType } from '../sql/types.ts';
import { valueNames } from '../value-names.ts';

/** Imports `CREATE TABLE` statements of Postgres, MySQL, SQLite and SQL Server. */
export const sql: Importer = {
  name: 'sql',
  summary: 'Tables (CREATE TABLE) become entities with their relations and rules.',
  endings: ['sql', 'ddl'],
  recognises: (text) => /\bcreate\s+(\w+\s+)?table\b/i.test(text),
  read(text, title) {
    const schema = readSchema(statementsOf(text));
    if (schema.tables.length === 0) throw new NotReadable('The file has no CREATE TABLE.');
    return new SqlDraft(schema, title).draft;
  },
};

/** Fields that every record has, by the column names that are usual in SQL. */
const builtIn = new Map([
  ['createdat', 'createdAt'],
  ['created_at', 'createdAt'],
  ['updatedat', 'updatedAt'],
  ['updated_at', 'updatedAt'],
]);

class SqlDraft {
  readonly draft: Draft;
  readonly #schema: SqlSchema;
  readonly #names = new Names();
  /** The entity of each table and the field of each column, by lower-case names. */
  readonly #entities = new Map<string, string>();
  readonly #fields = new Map<string, string>();

  constructor(schema: SqlSchema, title: string) {
    this.#schema = schema;
    this.draft = emptyDraft(title);
    for (const { line, what } of schema.losses) this.#reportLoss(line, `${what} was not carried over.`);
    const members = schema.tables.filter(isMemberTable);
    const tables = schema.tables.filter((table) => !members.includes(table));
    for (const { name } of tables)
      this.#entities.set(name.toLowerCase(), this.#names.entity(/[a-z][A-Z]/.test(name) ? name : wordsInName(name)));
    const written = tables.map((table) => this.#entity(table));
    for (const table of members) this.#members(table, written);
    for (const table of tables) this.#rules(table);
    this.draft.entities.push(...written.filter(({ fields }) => fields.length > 0));
    for (const { name, fields } of written)
      if (fields.length === 0) this.#reportLoss(1, `The table of ${name} has only an id: it was not carried over.`);
  }

  #reportLoss(line: number, message: string): void {
    this.draft.losses.push({ where: `line ${line}`, message });
  }

  #entity(table: SqlTable): DraftEntity {
    const name = this.#entities.get(table.name.toLowerCase()) ?? '';
    return {
      name,
      description: table.comment,
      fields: table.columns.flatMap((column) => this.#field(table, name, column) ?? []),
      examples: [],
    };
  }

  #field(table: SqlTable, entity: string, column: SqlColumn): DraftField | null {
    const reference = table.references.find(
      ({ columns }) => columns.length === 1 && columns[0]?.toLowerCase() === column.name.toLowerCase(),
    );
    const target = reference === undefined ? undefined : this.#entities.get(reference.table.toLowerCase());
    const isKey = table.primary.length === 1 && table.primary[0]?.toLowerCase() === column.name.toLowerCase();
    if (isKey && target === undefined) {
      if (!/^uuid|uniqueidentifier/.test(column.type) || column.name.toLowerCase() !== 'id')
        this.#reportLoss(column.line, `The key ${table.name}.${column.name} became the id that every record has, which is a UUID.`);
      return null;
    }
    const { type: sqlType, values, loss } = columnType(this.#schema, column);
    if (builtIn.has(column.name.toLowerCase()) && /datetime|date/.test(sqlType)) return null;
    const field = this.#names.field(entity, target === undefined ? column.name : column.name.replace(/(?<=.)_?id$/i, ''));
    this.#fields.set(`${table.name} ${column.name}`.toLowerCase(), field);
    if (loss !== null) this.#reportLoss(column.line, `${loss}: ${table.name}.${column.name}.`);
    if (reference !== undefined && target === undefined)
      this.#reportLoss(
        reference.line,
        `${table.name}.${column.name} refers to ${reference.table}, which is not in the file, so it did not become a relation.`,
      );
    const named = valueNames(values);
    for (const [was, is] of named)
      if (was !== is) this.#reportLoss(column.line, `The value “${was}” of ${table.name}.${column.name} became “${is}”.`);
    const given = target === undefined ? defaultWords(sqlType, column, named) : '';
    const taken = column.default.length === 0 || (column.counted && sqlType === 'serial') || /^null$/i.test(wordsOf(column.default));
    if (given === '' && !taken)
      this.#reportLoss(column.line, `The default ${wordsOf(column.default)} of ${table.name}.${column.name} was not carried over.`);
    const choice = (list: string): string => list.replace('enum', `enum ${[...named.values()].join(', ')}`);
    const isOwn = reference !== undefined && target !== undefined;
    return {
      name: field,
      type: isOwn ? `${target}${reference.onDelete === 'restrict' ? '' : ` on delete ${reference.onDelete}`}` : choice(sqlType),
      required: column.required && sqlType !== 'serial',
      unique: column.unique || (isKey && isOwn),
      default: sqlType.startsWith('list of') ? '' : given,
      description: column.comment,
    };
  }

  /**
   * Reads a join table, which has only two references, as a list of records of the first entity.
   */
  #members(table: SqlTable, entities: readonly DraftEntity[]): void {
    const [owner, member] = table.references;
    const of = entities.find(({ name }) => name === this.#entities.get(owner?.table.toLowerCase() ?? ''));
    const to = this.#entities.get(member?.table.toLowerCase() ?? '');
    if (of === undefined || to === undefined) {
      this.#reportLoss(table.line, `The table ${table.name} joins tables that are not in the file: it was not carried over.`);
      return;
    }
    // “ninefold export sql” writes the list watchers of Ticket as the table `Ticket.watchers`.
    const [, own = ''] = /^(.*)\.([^.]+)$/.exec(table.name)?.slice(1) ?? [];
    const field = this.#names.field(of.name, own === '' ? plural(to.charAt(0).toLowerCase() + to.slice(1)) : own);
    of.fields.push({ name: field, type: `list of ${to}`, required: false, unique: false, default: '', description: table.comment });
  }

  #rules(table: SqlTable): void {
    const entity = this.#entities.get(table.name.toLowerCase()) ?? '';
    const fieldOf = (column: string): string | undefined => this.#fields.get(`${table.name} ${column}`.toLowerCase());
    const keys = table.primary.length > 1 ? [{ columns: table.primary, name: '' }] : [];
    for (const { columns, name } of [...keys, ...table.unique]) {
      const fields = columns.map(fieldOf);
      if (fields.includes(undefined))
        this.#reportLoss(table.line, `That ${columns.join(', ')} of ${table.name} are unique together was not carried over.`);
      else
        this.draft.rules.push({
          name: name === '' ? `${table.name} ${fields.join(' and ')} once` : name,
          on: entity,
          must: `unique ${fields.join(', ')}`,
        });
    }
    for (const { columns, table: target, line } of table.references)
      if (columns.length > 1)
        this.#reportLoss(line, `The reference of ${columns.join(', ')} to ${target} was not carried over: a relation has one field.`);
    for (const { tokens, line } of table.checks) {
      const rule = checkRule(tokens, fieldOf);
      if (rule === null) this.#reportLoss(line, `CHECK (${wordsOf(tokens)}) of ${table.name} was not carried over.`);
      else
        this.draft.rules.push({
          name: `${table.name} ${wordsOf(tokens)}`.slice(0, 80).replaceAll('`', ''),
          on: entity,
          must: `\`${rule}\``,
        });
    }
  }
}

const wordsInName = (name: string): string => name.replaceAll(/[._]+/g, ' ').toLowerCase();

const isMemberTable = ({ columns, references, primary }: SqlTable): boolean =>
  columns.length === 2 &&
  references.length === 2 &&
  references.every(({ columns: own }) => own.length === 1) &&
  primary.length === 2 &&
  columns.every(({ name }) => references.some(({ columns: own }) => own[0]?.toLowerCase() === name.toLowerCase()));
