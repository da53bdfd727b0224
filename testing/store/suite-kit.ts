import type { Scope } from '../../src/expression/evaluate/scope.ts';
import { anyType, type Type } from '../../src/expression/types/type.ts';
import { Timestamp } from '../../src/expression/values/value.ts';
import type { Model } from '../../src/model/model.ts';
import type { Change, Condition, Query, Store, StoredRecord } from '../../src/store/store.ts';
import { comment, idOf, suiteModel, suiteScope, ticket, user } from './store-records.ts';

export type StoreTest = (title: string, body: () => Promise<void>, timeout?: number) => void;

/**
 * Shared by the tests of every store: the model, some records, and shorthands for writing and
 * finding.
 */
export type StoreKit = ReturnType<typeof storeKit>;

export function storeKit(makeStore: (model: Model) => Store | Promise<Store>) {
  const { model, condition } = suiteModel();
  const [ana, bo, cy] = [idOf(1), idOf(2), idOf(3)];

  const insert = (entity: string, record: StoredRecord): Change => ({ kind: 'insert', entity, record });
  const write = (store: Store, ...changes: Change[]): void =>
    store.transaction(() => {
      for (const change of changes) store.apply(change);
    });
  const where = (source: string, entity: string, scope: Scope = suiteScope(model)): Condition => {
    const bound = new Map([...scope.bound.keys()].map((key): [string, Type] => [key, anyType]));
    const { node } = condition(source, entity, null, bound);
    if (node === null) throw new Error(`${source} does not parse`);
    return { node, variable: null, scope };
  };
  const ids = (records: readonly StoredRecord[]): string[] => records.map((record) => record.id);
  const numbers = (store: Store, query: Partial<Query>): unknown[] =>
    store.query({ entity: 'Ticket', conditions: [], ...query }).map((record) => record['number']);

  async function filled(): Promise<Store> {
    const store = await makeStore(model);
    write(
      store,
      insert('User', user(1, { name: 'Ana' })),
      insert('User', user(2, { name: 'bo', role: 'agent', boss: ana })),
      insert('User', user(3, { name: 'Cy' })),
      insert('Ticket', ticket(11, ana, { subject: 'boiler', priority: 'low', tags: ['cold', 'Old'], votes: 5 })),
      insert('Ticket', ticket(12, bo, { subject: 'Valve', priority: 'high', status: 'assigned', assignee: bo, votes: 10 })),
      insert('Ticket', ticket(13, ana, { subject: 'alarm', priority: 'normal', status: 'closed', due: new Timestamp(1, 0) })),
      insert('Ticket', ticket(14, cy, { subject: 'Öl', body: 'Das ÖL läuft aus, 100% sure_ly' })),
      insert('Comment', comment(21, idOf(11), bo)),
      insert('Comment', comment(22, idOf(11), ana)),
      { kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: cy },
      { kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: ana },
    );
    return store;
  }

  return { model, condition, ana, bo, cy, insert, write, where, ids, numbers, filled, makeStore };
}
