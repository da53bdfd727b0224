import { expect } from 'vitest';
import { recordValues } from '../../src/store/record-values.ts';
import { membershipName, type Query } from '../../src/store/store.ts';
import { idOf, suiteScope, ticket } from './store-records.ts';
import type { StoreKit, StoreTest } from './suite-kit.ts';

/** Computed fields, sums and lists of texts are as the evaluator calculates them. */
export function computedTests({ model, ana, insert, write, where, filled }: StoreKit, test: StoreTest): void {
  test('computed fields of several records at once are what the evaluator says of each', async () => {
    const store = await filled();
    const scope = suiteScope(model);
    const evaluated = recordValues(store, model, scope.evaluationContext);
    let said = 0;
    for (const [entity, fields] of [
      ['Ticket', ['late', 'long', 'total', 'answered']],
      ['User', ['openTickets']],
    ] as const) {
      const records = store.query({ entity, conditions: [] });
      const ids = records.map(({ id }) => id);
      const values = store.computed(entity, fields, ids, scope);
      said += values.size;
      for (const [field, byId] of values) {
        for (const stored of records) expect([field, byId.get(stored.id)]).toEqual([field, evaluated.of(entity, stored).get(field)]);
      }
    }
    // A store may leave all to the evaluator; one with SQL calculates most itself.
    if (said > 0) expect(said).toBeGreaterThanOrEqual(4);
    expect(store.computed('Nothing', ['late'], [idOf(11)], scope).size).toBe(0);
  });

  test('records, their computed fields and the records they lead to in one question are what several say', async () => {
    const store = await filled();
    const scope = suiteScope(model);
    const fields = ['late', 'long', 'total', 'answered'];
    const relations = [
      { field: 'customer', entity: 'User', computed: ['openTickets'] },
      { field: 'assignee', entity: 'User', computed: [] },
      // Relations that cannot be fetched along.
      { field: 'watchers', entity: 'User', computed: [] },
      { field: 'customer', entity: 'Nothing', computed: [] },
    ];
    const watched = { field: 'watchers', member: ana };
    const queries: Query[] = [
      { entity: 'Ticket', conditions: [], scope },
      {
        entity: 'Ticket',
        conditions: [where('number != 13', 'Ticket', scope)],
        sort: [{ field: 'number', descending: true }],
        limit: 2,
        offset: 1,
        scope,
      },
      { entity: 'Ticket', conditions: [], ids: [idOf(11)], scope },
      { entity: 'Ticket', conditions: [], sort: [{ field: 'late', descending: true }], scope },
    ];
    for (const query of queries) {
      const { records, computed: along, related } = store.queryWith(query, fields, scope, relations, [watched]);
      expect(records).toEqual(store.query(query));
      const computed = new Map(along);
      const watching = computed.get(membershipName(watched));
      computed.delete(membershipName(watched));
      if (watching !== undefined)
        for (const { id } of records) expect([id, watching.get(id)]).toEqual([id, store.members('Ticket', 'watchers', id).includes(ana)]);
      const apart = store.computed(
        'Ticket',
        fields,
        records.map(({ id }) => id),
        scope,
      );
      expect([...computed.keys()].sort()).toEqual([...apart.keys()].sort());
      for (const [field, byId] of computed) expect([field, ...byId].sort()).toEqual([field, ...(apart.get(field) ?? [])].sort());
      for (const { relation, ...of } of related) {
        const ids = [...new Set(records.flatMap((record) => (record[relation.field] as string | null) ?? []))];
        expect(of.records).toHaveLength(ids.length);
        expect(of.records).toEqual(expect.arrayContaining(ids.map((id) => store.record('User', id))));
        expect(of.computed).toEqual(store.computed('User', relation.computed, ids, scope));
      }
      // A store may leave all of it to the evaluator.
      if (computed.size > 0) expect(related.map(({ relation }) => relation.field)).toEqual(['customer', 'assignee']);
    }
    expect(store.queryWith({ entity: 'Nothing', conditions: [] }, ['late'], scope, relations).records).toEqual([]);
  });

  test('a session, and the record of its account', async () => {
    const store = await filled();
    const session = { tokenHash: 'h', account: ana, began: 0, expires: 5 };
    store.transaction(() => store.saveSession(session));
    store.transaction(() => store.saveSession({ ...session, tokenHash: 'gone', account: idOf(99) }));
    expect(store.sessionOf('h', 'User')).toEqual({ session, account: store.record('User', ana) });
    expect(store.sessionOf('gone', 'User')?.account).toBeNull();
    expect(store.sessionOf('other', 'User')).toBeNull();
  });

  test('the different texts of lists, in the order in which they come first', async () => {
    const store = await filled();
    write(
      store,
      insert('Ticket', ticket(15, ana, { tags: ['b', 'a', 'cold', 'b'] })),
      insert('Ticket', ticket(10, ana, { tags: ['Öl', '"c"', 'a'], votes: 1 })),
      insert('Ticket', ticket(16, ana, { tags: ['b', 'a', 'cold', 'b'] })),
    );
    const all: Query = { entity: 'Ticket', conditions: [] };
    // Records are sorted by id by default.
    const expected = (query: Query) => [...new Set(store.query(query).flatMap((record) => record['tags'] as string[]))];
    expect(expected(all)).toEqual(['Öl', '"c"', 'a', 'cold', 'Old', 'b']);
    const some = ['votes == 1 || number == 15', 'false', '"b" in tags', 'subject != "boiler"'].map((source) => ({
      ...all,
      conditions: [where(source, 'Ticket')],
    }));
    // Null leaves it to the caller.
    for (const query of [all, ...some]) expect(store.textsIn(query, 'tags') ?? expected(query)).toEqual(expected(query));
    for (const field of ['votes', 'watchers', 'subject', 'nothing']) expect(store.textsIn(all, field)).toBeNull();
    expect(store.textsIn({ ...all, limit: 1 }, 'tags')).toEqual(store.textsIn(all, 'tags'));
    store.transaction(() => {
      store.apply({ kind: 'update', entity: 'Ticket', id: idOf(15), values: { tags: ['new'] } });
      expect(store.textsIn(all, 'tags') ?? expected(all)).toEqual(expected(all));
    });
    expect(store.textsIn(all, 'tags') ?? expected(all)).toContain('new');
  });

  test('what numbers add up to over a query is what the evaluator adds up', async () => {
    const store = await filled();
    const scope = suiteScope(model);
    const query: Query = { entity: 'Ticket', conditions: [where('number != 13', 'Ticket', scope)], scope };
    const evaluated = recordValues(store, model, scope.evaluationContext);
    const sums = store.sums({ ...query, limit: 1 }, ['votes', 'total', 'subject']);
    expect(sums.has('subject')).toBe(false);
    for (const [field, sum] of sums) {
      const values = store.query(query).map((stored) => Number(evaluated.of('Ticket', stored).get(field) ?? 0));
      expect([field, Number(sum)]).toEqual([field, values.reduce((a, b) => a + b, 0)]);
    }
    expect(Number(store.sums({ ...query, conditions: [where('false', 'Ticket', scope)] }, ['votes']).get('votes') ?? 0)).toBe(0);
    expect(store.sums({ entity: 'Nothing', conditions: [] }, ['votes']).size).toBe(0);
  });
}
