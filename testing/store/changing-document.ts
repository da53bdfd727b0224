import type { Value } from '../../src/expression/values/value.ts';
import type { FormerName } from '../../src/model/ast/entities.ts';
import type { Model } from '../../src/model/model.ts';
import type { MigrationPlan } from '../../src/store/migration/plan.ts';
import type { Renamed } from '../../src/store/migration/renamed.ts';
import type { DocumentStore, StoredRecord } from '../../src/store/store.ts';
import { type ModelSketch, sketchModel } from './store-model.ts';
import { idOf, stamps } from './store-records.ts';

export type Entities = ModelSketch['entities'];
export const model = (entities: Entities, uniques: ModelSketch['uniques'] = [], overlaps: ModelSketch['overlaps'] = []) =>
  sketchModel({ account: 'User', entities, uniques, overlaps }).model;

export const before = {
  User: { name: 'text!' },
  Ticket: {
    subject: 'text!',
    status: 'state!',
    priority: 'enum low, high',
    customer: 'User!',
    notes: 'text',
    photo: 'image',
    watchers: 'list of User',
  },
} as const;

export const insert = (store: DocumentStore, entity: string, record: StoredRecord): void =>
  store.transaction(() => store.apply({ kind: 'insert', entity, record }));

export function fill(store: DocumentStore, more: Readonly<Record<string, Value>>): DocumentStore {
  for (const n of [1, 2]) insert(store, 'User', { ...stamps, name: `User ${n}`, id: idOf(n) });
  for (const n of [11, 12, 13]) {
    const values = { subject: `Ticket ${n}`, status: 'open', priority: 'high', customer: idOf(1), notes: `${n}`, photo: null, ...more };
    insert(store, 'Ticket', { ...stamps, ...values, id: idOf(n) });
  }
  store.transaction(() => store.apply({ kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: idOf(2) }));
  return store;
}

/** Changes the document. Returns the plan, and the tickets' values of a field afterwards. */
export function change(
  store: DocumentStore,
  entities: Entities,
  field: string,
  uniques: ModelSketch['uniques'] = [],
  entity = 'Ticket',
  told: readonly Renamed[] = [],
): { plan: MigrationPlan; values: unknown[] } {
  const to = model(entities, uniques);
  const plan = store.plan(to, told);
  store.migrate(to, plan);
  return { plan, values: store.query({ entity, conditions: [] }).map((record) => record[field]) };
}

/** A row of the table Was: `row('priority.high', 'priority.urgent')`; null for a removed name. */
export function row(was: string, is: string | null): FormerName {
  const path = (text: string): { field: string; value: string | null } => {
    const [field = '', value = null] = text.split('.');
    return { field, value };
  };
  const became = is === null ? null : { ...path(is), field: /^[A-Z]/.test(is) ? null : path(is).field };
  return { ...path(was), is: became, span: { from: 0, to: 0 } };
}

/** The document with a table Was below an entity. */
export const former = (to: Model, entity: string, rows: readonly FormerName[]): Model => ({
  ...to,
  entities: to.entities.map((one) => (one.name.text === entity ? { ...one, former: rows } : one)),
});

export const ticket = (fields: Readonly<Record<string, string>>): Entities => ({ ...before, Ticket: { ...before.Ticket, ...fields } });
export const without = (field: string, instead: Readonly<Record<string, string>> = {}): Entities => {
  const entries: [string, string][] = Object.entries(before.Ticket).flatMap(([name, type]): [string, string][] =>
    name === field ? Object.entries(instead) : [[name, type]],
  );
  return { ...before, Ticket: Object.fromEntries(entries) };
};
