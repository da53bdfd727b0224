import type { Catalog, FieldAccess, RowSource } from '../../expression/sql/catalog.ts';
import { raw } from '../../expression/sql/fragment.ts';
import type { RecordList } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { RunModel } from '../../model/run-model.ts';
import { currencyField } from '../../model/types/currency-field.ts';
import { columnFor, type LinkSchema, linkFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { representationOf } from './codec.ts';
import { identifier } from './identifier.ts';
import { endsInIds } from './order.ts';
import { isNotNull } from './shape.ts';
import type { SqlEngine } from './sql-engine.ts';

/**
 * Tells the translator where the model's records are in a database. `rowsOf` turns lists that are
 * still queries into SQL; `written` prints a table's name, for instance with its schema.
 */
export function createCatalog(
  model: RunModel,
  schema: Schema,
  currency: string,
  rowsOf: (list: RecordList, fresh: () => string) => RowSource | null,
  written: Written = identifier,
): Catalog {
  const tables = new Map(schema.tables.map((table) => [table.entity, written(table.table)]));
  const entities = new Map(model.entities.map((entity) => [entity.name.text, entity]));
  const known = new Map<string, FieldAccess | null>();

  const access = (entity: string, name: string): FieldAccess | null => {
    const field = entities.get(entity)?.byName.get(name);
    const table = tableFor(schema, entity);
    if (!field || table === null) return null;
    if (field.computed !== null) return field.computed.node === null ? null : { kind: 'computed', node: field.computed.node };
    if (field.type.kind === 'members') {
      const link = linkFor(schema, entity, name);
      return link === null ? null : linkAccess(link, link.target, written, '"owner"', '"member"');
    }
    if (field.type.kind === 'inverse') return inverseAccess(schema, field.type.entity.text, field.type.by.text, entity, written);
    // Amounts whose currency is in the record: SQL would compare the numbers alone.
    if (currencyField(field.type) !== null) return null;
    return columnAccess(table, name, field);
  };

  return {
    currency,
    table: (entity) => tables.get(entity) ?? null,
    field(entity, name) {
      const key = `${entity}.${name}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const value = access(entity, name);
      known.set(key, value);
      return value;
    },
    order(entity, alias) {
      const table = tableFor(schema, entity);
      return raw(table === null ? `${alias}."id"` : endsInIds(table, `${alias}.`).join(', '));
    },
    rows: rowsOf,
  };
}

type Written = (table: string) => string;

const linkAccess = (link: LinkSchema, entity: string, written: Written, mine: string, theirs: string): FieldAccess => ({
  kind: 'link',
  entity,
  table: written(link.table),
  mine,
  theirs,
});

/**
 * Resolves `list of E by F`, where F is a relation of E, or a list of E whose members are this
 * entity.
 */
function inverseAccess(schema: Schema, entity: string, by: string, mine: string, written: Written): FieldAccess | null {
  const table = tableFor(schema, entity);
  const column = table === null ? null : columnFor(table, by);
  if (column?.type === 'relation' && column.target === mine) return { kind: 'inverse', entity, column: identifier(column.column) };
  const link = linkFor(schema, entity, by);
  return link?.target === mine ? linkAccess(link, entity, written, '"member"', '"owner"') : null;
}

function columnAccess(table: TableSchema, name: string, field: Field): FieldAccess | null {
  const column = columnFor(table, name);
  if (column === null) return null;
  const quoted = identifier(column.column);
  // Expressions compare the id as a number, but the table stores it as text.
  if (name === 'id' && (field.type.kind === 'serial' || field.type.kind === 'integer')) return { kind: 'counting id', column: quoted };
  if (column.type === 'list') {
    const item = representationOf(column.item ?? 'json');
    return item === null || item === 'file' || item === 'record' ? null : { kind: 'list', column: quoted, item };
  }
  // A relation to an undeclared entity is an id without a record.
  if (column.type === 'relation' && column.target === null) return null;
  return {
    kind: 'column',
    column: quoted,
    as: representationOf(column.type) ?? 'opaque',
    entity: column.target,
    nullable: !isNotNull(column),
    unique:
      name === 'id' || table.uniques.some(({ fields, where, lenient }) => fields.join() === name && where === null && lenient !== true),
  };
}

/** Selects the rows with certain ids. */
export function rowsWithIds(table: TableSchema, ids: readonly string[], sqlEngine: SqlEngine, fresh: () => string): RowSource {
  const alias = fresh();
  return {
    entity: table.entity,
    alias,
    from: raw(`${identifier(table.table)} AS ${alias}`),
    where: [sqlEngine.isOneOf(raw(`${alias}."id"`), ids)],
  };
}
