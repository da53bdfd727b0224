import type { Sorting } from '../../expression/action.ts';
import { raw } from '../../expression/sql/fragment.ts';
import type { Name } from '../../model/ast/common.ts';
import { momentField } from '../../model/ast/states.ts';
import type { RunModel } from '../../model/run-model.ts';
import { columnFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { conditionsOf } from './conditions.ts';
import { identifier } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';
import { columnOrder, computedOrder, endsInIds, labelledBy, type OrderKey, textKey } from './order.ts';
import { shownParts } from './shown-parts.ts';
import type { SqlEngine } from './sql-engine.ts';
import { type TunedIndex, tunedIndex } from './tuned-index.ts';

/**
 * Indexes for the sort orders of the document's lists, so that a page of a long list costs only
 * what the page costs.
 */
export function orderIndexes(model: RunModel, schema: Schema, sqlEngine: SqlEngine): TunedIndex[] {
  const conditions = conditionsOf(model, schema, sqlEngine);
  const orders = ordersOf(model);
  const labels = sqlEngine.joinsToOrder ? labelIndexes(model, orders, schema, sqlEngine) : [];
  const own = orders.flatMap((order) => {
    const index = indexFor(order, schema, sqlEngine, conditions);
    return index === null ? [] : [index];
  });
  return [...own, ...labels];
}

interface Order {
  readonly entity: string;
  /** A field that has the same value in all records of the list. */
  readonly within?: string;
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[];
}

const orderOf = (entity: Name, sort: readonly Pick<Sorting, 'field' | 'descending'>[]): Order => ({
  entity: entity.text,
  sort: sort.map(({ field, descending }) => ({ field: field.text, descending })),
});

/**
 * The most characters of all texts in an index entry. Postgres allows 2,704 bytes, and a character
 * takes at most four; the rest is for numbers and the id.
 */
const mostCharacters = 600;

/** The sort orders of the lists of sections 2 and 7, of board columns, calendars and timers. */
function ordersOf(model: RunModel): Order[] {
  const shown = shownParts(model).flatMap((part): Order[] => {
    if (part.kind === 'board') return [{ ...orderOf(part.entity, part.sort), within: part.by.name.text }];
    if (part.kind === 'calendar') return [orderOf(part.entity, [{ field: part.by.name, descending: false }])];
    return 'sort' in part ? [orderOf(part.entity, part.sort)] : [];
  });
  const called = model.calls
    .flatMap((call) => call.does?.steps ?? [])
    .flatMap((step): Order[] => (step.kind === 'list' ? [orderOf(step.entity, step.sort)] : []));
  const timed = model.machines.flatMap(({ entity, field, transitions }) =>
    transitions.flatMap(({ trigger, any }): Order[] => {
      const moment = momentField(trigger);
      return moment === null ? [] : [{ entity, ...(any ? {} : { within: field }), sort: [{ field: moment, descending: false }] }];
    }),
  );
  return [...shown, ...called, ...timed];
}

/**
 * Indexes on the labels that shown columns and orders lead to, so that a list can be read in label
 * order.
 */
function labelIndexes(model: RunModel, orders: readonly Order[], schema: Schema, sqlEngine: SqlEngine): TunedIndex[] {
  const columns = shownParts(model).flatMap((part) =>
    part.kind === 'list' || part.kind === 'cards' ? [{ entity: part.entity.text, fields: part.fields.map(({ name }) => name.text) }] : [],
  );
  const sorted = orders.map(({ entity, sort }) => ({ entity, fields: sort.map(({ field }) => field) }));
  return [...columns, ...sorted].flatMap(({ entity, fields }) =>
    fields.flatMap((field): TunedIndex[] => {
      const table = tableFor(schema, entity);
      const column = table === null ? null : columnFor(table, field);
      const found = column?.type === 'relation' ? labelledBy(schema, column) : null;
      if (found === null) return [];
      const { by } = textKey(raw(identifier(found.label.column)), found.label, sqlEngine);
      return [tunedIndex('order', `${identifier(found.table.table)} (${by.text})`)];
    }),
  );
}

/** The index for an order; null if no index helps. */
function indexFor({ entity, within, sort }: Order, schema: Schema, sqlEngine: SqlEngine, conditions: Conditions): TunedIndex | null {
  const table = tableFor(schema, entity);
  if (table === null) return null;
  const keys: string[] = [];
  let length = 0;
  for (const { field, descending } of sort) {
    const key = keyFor(field, table, sqlEngine, conditions);
    // The rest (another record's label, values that depend on the person) is sorted within equal
    // values; so are texts beyond the limit of an entry.
    length += key?.length ?? 0;
    if (key === null || length > mostCharacters) break;
    keys.push(sqlEngine.indexKey(key.by.text, { descending, nullable: key.nullable, first: keys.length === 0 }));
  }
  const same = within === undefined ? null : columnFor(table, within);
  if (keys.length === 0 && same === null) return null;
  const whole = [...(same === null ? [] : [identifier(same.column)]), ...keys, ...(keys.length === sort.length ? endsInIds(table) : [])];
  return tunedIndex('order', `${identifier(table.table)} (${whole.join(', ')})`);
}

function keyFor(field: string, table: TableSchema, sqlEngine: SqlEngine, conditions: Conditions): OrderKey | null {
  const column = columnFor(table, field);
  // In SQLite, sorting decimals requires a registered function, so other programs could not open
  // the database.
  if (column !== null) return column.type === 'decimal' ? null : columnOrder(column, identifier(column.column), sqlEngine);
  const own = conditions.computed(table, field, null);
  return own === null || own.term.as === 'decimal' ? null : computedOrder({ ...own.term, sql: raw(own.text) }, sqlEngine);
}
