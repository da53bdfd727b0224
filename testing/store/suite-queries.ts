import { expect } from 'vitest';
import type { Scope } from '../../src/expression/evaluate/scope.ts';
import { recordValues } from '../../src/store/record-values.ts';
import { fullTicket, idOf, suiteScope, ticket, user } from './store-records.ts';
import type { StoreKit, StoreTest } from './suite-kit.ts';

/** Queries. */
export function queryTests({ model, ana, bo, cy, insert, write, where, ids, numbers, filled, makeStore }: StoreKit, test: StoreTest): void {
  test('a page that is read from the end is the same as one from the beginning', async () => {
    const store = await filled();
    const orders = ['priority', 'subject', 'due', 'assignee', 'number'].flatMap((field) =>
      [true, false].map((descending) => [
        { field, descending },
        { field: 'votes', descending: !descending },
      ]),
    );
    for (const sort of [[], ...orders]) {
      const all = numbers(store, { sort });
      for (const [offset, limit] of [
        [0, 1],
        [1, 2],
        [3, 5],
        [4, 1],
      ] as const)
        expect(numbers(store, { sort, fromEnd: true, offset, limit })).toEqual(
          all.slice(Math.max(0, all.length - offset - limit), all.length - offset),
        );
    }
  });

  test('gives records back as they were written', async () => {
    const store = await makeStore(model);
    write(store, insert('User', user(1)), insert('Ticket', fullTicket(11, ana)));
    expect(store.record('Ticket', idOf(11))).toEqual(fullTicket(11, ana));
    expect(store.record('Ticket', idOf(99))).toBeNull();
    expect(store.query({ entity: 'Ticket', conditions: [] })).toEqual([fullTicket(11, ana)]);
  });

  test('updates the fields it is given', async () => {
    const store = await filled();
    write(store, { kind: 'update', entity: 'Ticket', id: idOf(11), values: { subject: 'new', tags: ['x'], assignee: bo } });
    expect(store.record('Ticket', idOf(11))).toMatchObject({ subject: 'new', tags: ['x'], assignee: bo, votes: 5 });
    write(store, { kind: 'update', entity: 'Ticket', id: idOf(11), values: { assignee: null } });
    expect(store.record('Ticket', idOf(11))).toMatchObject({ assignee: null });
  });

  test('finds by conditions, also through relations and lists', async () => {
    const store = await filled();
    const find = (source: string, scope?: Scope): unknown[] => numbers(store, { conditions: [where(source, 'Ticket', scope)] });
    expect(find('status == "open"')).toEqual([11, 14]);
    expect(find('customer.name == "Ana" && votes > 3')).toEqual([11]);
    expect(find('assignee.name == "bo"')).toEqual([12]);
    expect(find('!(assignee.name == "bo")')).toEqual([]);
    expect(find('assignee == null')).toEqual([11, 13, 14]);
    expect(find('votes != 5')).toEqual([12, 13, 14]);
    expect(find('"cold" in tags')).toEqual([11]);
    expect(find('answered')).toEqual([11]);
    expect(find('customer in watchers')).toEqual([11]);
    expect(find('late')).toEqual([13]);
    expect(find('customer.openTickets == 1 && long')).toEqual([11, 13]);
    expect(find('subject.matches("^[a-z]+$")')).toEqual([11, 13]);
    expect(
      find(
        'customer == someone',
        suiteScope(model, { someone: recordValues(store, model, suiteScope(model).evaluationContext).of('User', user(1)) }),
      ),
    ).toEqual([11, 13]);
  }, 10_000);

  test('joins conditions: all of them, and one of each list', async () => {
    const store = await filled();
    const [open, votes, low] = [where('status == "open"', 'Ticket'), where('votes > 3', 'Ticket'), where('priority == "low"', 'Ticket')];
    expect(numbers(store, { conditions: [open, votes] })).toEqual([11]);
    expect(numbers(store, { conditions: [], anyOf: [[votes, open]] })).toEqual([11, 12, 14]);
    expect(numbers(store, { conditions: [], anyOf: [[votes, open], [low]] })).toEqual([11]);
    expect(numbers(store, { conditions: [], anyOf: [[]] })).toEqual([]);
    expect(store.count({ entity: 'Ticket', conditions: [], anyOf: [[votes, open]] })).toBe(3);
  });

  test('finds by ids, leaves one out, follows lists from both sides', async () => {
    const store = await filled();
    expect(numbers(store, { ids: [idOf(13), idOf(11), idOf(99)] })).toEqual([11, 13]);
    expect(numbers(store, { ids: [] })).toEqual([]);
    expect(numbers(store, { except: idOf(11) })).toEqual([12, 13, 14]);
    expect(numbers(store, { related: { field: 'customer', id: ana } })).toEqual([11, 13]);
    expect(numbers(store, { related: { field: 'watchers', id: ana } })).toEqual([11]);
    expect(ids(store.query({ entity: 'User', conditions: [], membersOf: { entity: 'Ticket', field: 'watchers', id: idOf(11) } }))).toEqual([
      ana,
      cy,
    ]);
  });

  test('searches ignoring case, in texts, lists, numbers and labels', async () => {
    const store = await filled();
    const search = (text: string, ...fields: string[]): unknown[] => numbers(store, { search: { text, fields } });
    expect(search('BOIL', 'subject', 'body')).toEqual([11]);
    expect(search('öl', 'subject', 'body')).toEqual([14]);
    expect(search('läuft', 'body')).toEqual([14]);
    expect(search('100%', 'body')).toEqual([14]);
    expect(search('e_l', 'body')).toEqual([14]);
    for (const wildcard of ['b_il', 'b%l', 'b*l', 'b?il', '\\boil', 'boil%', `boil${'%'.repeat(60_000)}`])
      expect(search(wildcard, 'subject', 'body')).toEqual([]);
    expect(search('old', 'tags')).toEqual([11]);
    expect(search('12', 'number')).toEqual([12]);
    expect(search('ANA', 'customer')).toEqual([11, 13]);
    expect(search('', 'subject')).toEqual([11, 12, 13, 14]);
    expect(search('nothing', 'subject', 'answered')).toEqual([]);
  });

  test('sorts: nulls last, enums as declared, relations by label, ties by id', async () => {
    const store = await filled();
    const sorted = (...sort: { field: string; descending: boolean }[]): unknown[] => numbers(store, { sort });
    const up = (field: string): { field: string; descending: boolean } => ({ field, descending: false });
    const down = (field: string): { field: string; descending: boolean } => ({ field, descending: true });
    expect(sorted()).toEqual([11, 12, 13, 14]);
    expect(sorted(up('priority'))).toEqual([11, 13, 12, 14]);
    expect(sorted(down('priority'))).toEqual([12, 13, 11, 14]);
    expect(sorted(up('subject'))).toEqual([13, 11, 12, 14]);
    expect(sorted(down('votes'))).toEqual([12, 11, 13, 14]);
    expect(sorted(up('customer'), down('number'))).toEqual([13, 11, 12, 14]);
    expect(sorted(up('status'), up('subject'))).toEqual([11, 14, 12, 13]);
    expect(sorted(down('due'))).toEqual([13, 11, 12, 14]);
    expect(sorted(down('long'))).toEqual([11, 12, 13, 14]);
    expect(sorted(up('createdAt'))).toEqual([11, 12, 13, 14]);
    expect(sorted(down('number'))).toEqual([14, 13, 12, 11]);
  });

  test('sorts texts, and labels of records, by their first 300 characters', async () => {
    const store = await makeStore(model);
    const beginning = '😀'.repeat(299);
    const texts = ['z', `${beginning}Bz`, `${beginning}bY`, `${beginning}a`, 'a'];
    write(
      store,
      ...texts.map((name, at) => insert('User', user(at + 1, { name }))),
      ...texts.map((subject, at) => insert('Ticket', ticket(at + 11, idOf(at + 1), { subject, body: subject }))),
    );
    for (const field of ['subject', 'body', 'customer'])
      for (const limit of [undefined, 5]) {
        const sorted = (descending: boolean): unknown[] =>
          numbers(store, { sort: [{ field, descending }], ...(limit === undefined ? {} : { limit }) });
        expect(sorted(false)).toEqual([15, 11, 14, 12, 13]);
        expect(sorted(true)).toEqual([12, 13, 14, 11, 15]);
      }
  });

  test('gives pages and counts', async () => {
    const store = await filled();
    expect(numbers(store, { limit: 2 })).toEqual([11, 12]);
    expect(numbers(store, { limit: 2, offset: 3 })).toEqual([14]);
    expect(numbers(store, { offset: 2 })).toEqual([13, 14]);
    expect(numbers(store, { limit: 0 })).toEqual([]);
    expect(store.count({ entity: 'Ticket', conditions: [] })).toBe(4);
    expect(store.count({ entity: 'Ticket', conditions: [], limit: 3, offset: 2 })).toBe(2);
    expect(store.count({ entity: 'Ticket', conditions: [], limit: 3 })).toBe(3);
    expect(store.count({ entity: 'Ticket', conditions: [], limit: 3, offset: 9 })).toBe(0);
  });
}
