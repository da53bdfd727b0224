import { describe, expect, test as once } from 'vitest';
import type { Scope } from '../../src/expression/evaluate/scope.ts';
import { anyType, type Type } from '../../src/expression/types/type.ts';
import { Decimal } from '../../src/expression/values/decimal.ts';
import { PlainDate, Timestamp, type Value } from '../../src/expression/values/value.ts';
import type { Model } from '../../src/model/model.ts';
import { recordValues } from '../../src/store/record-values.ts';
import {
  type Change,
  type Condition,
  OverlapConflict,
  type Query,
  ReferenceConflict,
  type Store,
  type StoredRecord,
  UniqueConflict,
  ValueConflict,
} from '../../src/store/store.ts';
import { comment, fullTicket, idOf, suiteModel, suiteScope, ticket, user, visit } from './store-records.ts';

/**
 * What every store must do, whatever it keeps records in. `makeStore` gives an empty one for a
 * model. `without`: tests that are left out, and why.
 */
export function storeSuite(
  name: string,
  makeStore: (model: Model) => Store | Promise<Store>,
  without: Readonly<Record<string, string>> = {},
): void {
  const test = (title: string, body: () => Promise<void>, timeout?: number): void => {
    const why = without[title];
    if (why === undefined) once(title, body, timeout);
    else once.skip(`${title} (${why})`, body);
  };
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

  describe(`store: ${name}`, () => {
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
      expect(
        ids(store.query({ entity: 'User', conditions: [], membersOf: { entity: 'Ticket', field: 'watchers', id: idOf(11) } })),
      ).toEqual([ana, cy]);
    });

    test('searches ignoring case, in texts, lists, numbers and labels', async () => {
      const store = await filled();
      const search = (text: string, ...fields: string[]): unknown[] => numbers(store, { search: { text, fields } });
      expect(search('BOIL', 'subject', 'body')).toEqual([11]);
      expect(search('öl', 'subject', 'body')).toEqual([14]);
      expect(search('läuft', 'body')).toEqual([14]);
      expect(search('100%', 'body')).toEqual([14]);
      expect(search('e_l', 'body')).toEqual([14]);
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

    test('gives pages and counts', async () => {
      const store = await filled();
      expect(numbers(store, { limit: 2 })).toEqual([11, 12]);
      expect(numbers(store, { limit: 2, offset: 3 })).toEqual([14]);
      expect(numbers(store, { offset: 2 })).toEqual([13, 14]);
      expect(numbers(store, { limit: 0 })).toEqual([]);
      expect(store.count({ entity: 'Ticket', conditions: [] })).toBe(4);
      expect(store.count({ entity: 'Ticket', conditions: [], limit: 3, offset: 2 })).toBe(2);
    });

    test('keeps the order in which members were added', async () => {
      const store = await filled();
      const members = (): readonly string[] => store.members('Ticket', 'watchers', idOf(11));
      expect(members()).toEqual([cy, ana]);
      write(store, { kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: cy });
      expect(members()).toEqual([cy, ana]);
      write(store, { kind: 'remove', entity: 'Ticket', field: 'watchers', id: idOf(11), member: cy });
      write(store, { kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: bo });
      expect(members()).toEqual([ana, bo]);
    });

    test('counts serials without giving a number twice', async () => {
      const store = await makeStore(model);
      expect([1, 2, 3].map(() => store.nextSerial('Ticket', 'number'))).toEqual([1, 2, 3]);
      expect(store.nextSerial('Comment', 'number')).toBe(1);
    });

    test('a number that was taken back is given again, and never twice', async () => {
      const store = await filled();
      const drawn = (): number => store.nextSerial('Ticket', 'number');
      store.transaction(() => {
        expect(() =>
          store.transaction(() => {
            expect(drawn()).toBe(15);
            throw new Error('taken back');
          }),
        ).toThrow('taken back');
        // Not drawn, but written: the counter must hear of it.
        store.apply(insert('Ticket', ticket(15, ana)));
        expect(drawn()).toBe(16);
        store.apply(insert('Ticket', ticket(16, ana)));
      });
      expect(drawn()).toBe(17);
    });

    test('undoes a transaction that throws, and only the inner one of two', async () => {
      const store = await filled();
      const rename = (subject: string): void => store.apply({ kind: 'update', entity: 'Ticket', id: idOf(11), values: { subject } });
      const fail = (): never => {
        throw new Error('no');
      };
      expect(() =>
        store.transaction(() => {
          rename('outer');
          fail();
        }),
      ).toThrow('no');
      expect(store.record('Ticket', idOf(11))?.['subject']).toBe('boiler');
      store.transaction(() => {
        rename('outer');
        expect(() =>
          store.transaction(() => {
            rename('inner');
            store.setMeta('inner', 'yes');
            fail();
          }),
        ).toThrow('no');
        expect(store.record('Ticket', idOf(11))?.['subject']).toBe('outer');
        store.transaction(() => store.setMeta('second', 'yes'));
      });
      expect(store.record('Ticket', idOf(11))?.['subject']).toBe('outer');
      expect([store.meta('inner'), store.meta('second')]).toEqual([null, 'yes']);
      expect(() => rename('outside')).toThrow('transaction');
    });

    test('keeps unique what must be', async () => {
      const store = await filled();
      const conflict = (...changes: Change[]): unknown => {
        try {
          write(store, ...changes);
          return null;
        } catch (error) {
          return error instanceof UniqueConflict ? { fields: error.fields, rule: error.rule } : error;
        }
      };
      expect(conflict(insert('User', user(4, { email: 'user1@example.com' })))).toEqual({ fields: ['email'], rule: null });
      expect(conflict(insert('User', user(1, { email: 'other@example.com' })))).toEqual({ fields: ['id'], rule: null });
      // An email address counts whatever its capitals, and stays as it was typed; other texts, and
      // letters beyond A to Z, do not fold.
      expect(conflict(insert('User', user(4, { email: 'USER1@Example.com' })))).toEqual({ fields: ['email'], rule: null });
      expect(conflict({ kind: 'update', entity: 'User', id: bo, values: { email: 'User1@example.com' } })).toEqual({
        fields: ['email'],
        rule: null,
      });
      expect(conflict({ kind: 'update', entity: 'User', id: ana, values: { email: 'User1@Example.com' } })).toBeNull();
      expect(store.record('User', ana)?.['email']).toBe('User1@Example.com');
      expect(conflict(insert('User', user(5, { email: 'ö@example.com' })), insert('User', user(6, { email: 'Ö@example.com' })))).toBeNull();
      expect(conflict(insert('Comment', comment(25, idOf(11), ana, 'COMMENT 21')))).toBeNull();
      expect(conflict(insert('Comment', comment(23, idOf(11), ana, 'Comment 21')))).toEqual({
        fields: ['ticket', 'body'],
        rule: 'said once',
      });
      expect(conflict(insert('Comment', comment(24, idOf(12), ana, 'Comment 21')))).toBeNull();
      // Only among the open ones.
      expect(conflict(insert('Ticket', ticket(15, ana, { subject: 'boiler' })))).toEqual({
        fields: ['customer', 'subject'],
        rule: 'one open',
      });
      expect(conflict(insert('Ticket', ticket(16, ana, { subject: 'alarm' })))).toBeNull();
      expect(conflict({ kind: 'update', entity: 'Ticket', id: idOf(13), values: { status: 'open' } })).toEqual({
        fields: ['customer', 'subject'],
        rule: 'one open',
      });
      expect(conflict({ kind: 'update', entity: 'Ticket', id: idOf(11), values: { votes: 6 } })).toBeNull();
      expect(numbers(store, {})).toEqual([11, 12, 13, 14, 16]);
    });

    test('keeps apart what must not overlap', async () => {
      const store = await filled();
      const at = (minutes: number): Timestamp => new Timestamp(1_767_603_600 + minutes * 60, 0);
      const conflict = (...changes: Change[]): unknown => {
        try {
          write(store, ...changes);
          return null;
        } catch (error) {
          return error instanceof OverlapConflict ? error.rule : error;
        }
      };
      const booked = (number: number, from: number, to: number, more: Record<string, Value> = {}): Change =>
        insert('Visit', visit(number, { starts: at(from), ends: at(to), ...more }));
      expect(conflict(booked(31, 0, 60))).toBeNull();
      // Half-open: one may begin when another ends.
      expect(conflict(booked(32, 60, 90))).toBeNull();
      expect(conflict(booked(33, 30, 40))).toBe('one visit at a time');
      expect(conflict(booked(33, -10, 1))).toBe('one visit at a time');
      expect(conflict(booked(33, -10, 500))).toBe('one visit at a time');
      expect(conflict(booked(33, 30, 40, { place: 'B' }))).toBeNull();
      expect(conflict(booked(34, 30, 40, { place: null }), booked(35, 30, 40, { place: null }))).toBeNull();
      expect(conflict(booked(36, 30, 40, { status: 'cancelled' }))).toBeNull();
      expect(conflict({ kind: 'update', entity: 'Visit', id: idOf(36), values: { status: 'booked' } })).toBe('one visit at a time');
      expect(conflict({ kind: 'update', entity: 'Visit', id: idOf(32), values: { starts: at(59) } })).toBe('one visit at a time');
      expect(conflict({ kind: 'update', entity: 'Visit', id: idOf(32), values: { starts: at(61) } })).toBeNull();
      expect(conflict(insert('Visit', visit(37, { starts: at(0), ends: null })))).toBeNull();

      const days = (number: number, first: number, last: number, of: string | null): Change =>
        insert('Visit', visit(number, { ticket: of, first: new PlainDate(first), last: new PlainDate(last) }));
      expect(conflict(days(41, 99, 101, idOf(11)), days(42, 101, 102, idOf(11)), days(43, 99, 101, idOf(12)))).toBeNull();
      expect(conflict(days(44, 100, 101, idOf(11)))).toBe('days apart');
      expect(conflict(days(45, 99, 101, null), days(46, 99, 101, null))).toBeNull();

      const range = (number: number, low: string, high: string): Change =>
        insert('Visit', visit(number, { low: new Decimal(low), high: new Decimal(high) }));
      expect(conflict(range(51, '-1.5', '9.000000000000000000001'))).toBeNull();
      expect(conflict(range(52, '9', '10'))).toBe('ranges apart');
      expect(conflict(range(52, '9.000000000000000000001', '10'))).toBeNull();
      expect(store.count({ entity: 'Visit', conditions: [] })).toBe(14);
    });

    test('refuses what a column cannot hold', async () => {
      const store = await filled();
      const attempt = (values: Record<string, null | string>) => () => write(store, insert('Ticket', ticket(15, ana, values)));
      expect(attempt({ subject: null })).toThrow(ValueConflict);
      expect(attempt({ priority: 'huge' })).toThrow(ValueConflict);
      expect(attempt({ status: 'lost' })).toThrow(ValueConflict);
      expect(numbers(store, {})).toEqual([11, 12, 13, 14]);
    });

    test('refuses texts that some database would cut off or change, wherever they stand', async () => {
      const store = await filled();
      const attempt = (values: Record<string, Value>) => () => write(store, insert('Ticket', ticket(15, ana, values)));
      expect(attempt({ subject: 'a\0b' })).toThrow('Ticket.subject holds the character NUL, which a database cannot keep');
      expect(attempt({ tags: ['a', 'b\0'] })).toThrow('Ticket.tags holds the character NUL');
      expect(attempt({ extra: new Map<string, Value>([['a', ['\0']]]) })).toThrow('Ticket.extra holds the character NUL');
      expect(attempt({ body: '\ud83d' })).toThrow('Ticket.body holds half of a character, which a database cannot keep');
      expect(() => write(store, { kind: 'update', entity: 'Ticket', id: idOf(11), values: { body: '\0' } })).toThrow(ValueConflict);
      write(store, insert('Ticket', ticket(15, ana, { body: '\u0001 😀 \uffff' })));
      expect(store.record('Ticket', idOf(15))?.['body']).toBe('\u0001 😀 \uffff');
    });

    test('keeps relations: what is referred to is there, and on delete does as it says', async () => {
      const store = await filled();
      const conflict = (...changes: Change[]): unknown => {
        try {
          write(store, ...changes);
          return null;
        } catch (error) {
          return error instanceof ReferenceConflict ? `${error.entity}.${error.field} ${error.id}` : error;
        }
      };
      expect(conflict(insert('Ticket', ticket(15, idOf(99))))).toBe(`Ticket.customer ${idOf(99)}`);
      expect(conflict({ kind: 'update', entity: 'Ticket', id: idOf(11), values: { assignee: idOf(98) } })).toBe(
        `Ticket.assignee ${idOf(98)}`,
      );
      expect(conflict({ kind: 'add', entity: 'Ticket', field: 'watchers', id: idOf(11), member: idOf(97) })).toBe(
        `Ticket.watchers ${idOf(97)}`,
      );
      // restrict
      expect(conflict({ kind: 'delete', entity: 'User', id: cy })).toBe(`Ticket.customer ${cy}`);
      // cascade, and the members of a list
      expect(conflict({ kind: 'delete', entity: 'Ticket', id: idOf(11) })).toBeNull();
      expect(store.count({ entity: 'Comment', conditions: [] })).toBe(0);
      expect(store.query({ entity: 'User', conditions: [where('size(watched) > 0', 'User')] })).toEqual([]);
      // clear: bo is nobody's customer once ticket 12 is gone; ana stays bo's boss until she goes
      expect(conflict({ kind: 'delete', entity: 'Ticket', id: idOf(13) }, { kind: 'delete', entity: 'User', id: ana })).toBeNull();
      expect(store.record('User', bo)?.['boss']).toBeNull();
      expect(conflict({ kind: 'delete', entity: 'User', id: idOf(96) })).toBeNull();
    });

    test('writes the trail, newest first', async () => {
      const store = await makeStore(model);
      const entry = { by: null, entity: 'Ticket', record: idOf(11), changes: { subject: { from: null, to: 'a' } } };
      store.transaction(() => {
        store.audit({ ...entry, at: 1, operation: 'create' });
        store.audit({ ...entry, at: 2, by: ana, operation: 'update' });
        store.audit({ ...entry, at: 3, operation: 'create', record: idOf(12) });
      });
      expect(store.trail('Ticket', idOf(11), 10)).toMatchObject([
        { at: 2, by: ana, operation: 'update', changes: { subject: { from: null, to: 'a' } } },
        { at: 1, by: null, operation: 'create' },
      ]);
      expect(store.trail('Ticket', idOf(11), 1)).toHaveLength(1);
      const [newest, oldest] = store.trail('Ticket', idOf(11), 2);
      expect(newest?.sequence).toBeGreaterThan(oldest?.sequence ?? 0);
    });

    test('keeps settings, sessions, files and when a state was entered', async () => {
      const store = await filled();
      store.setMeta('a', '1');
      store.setMeta('a', '2');
      expect([store.meta('a'), store.meta('b')]).toEqual(['2', null]);
      for (const key of ['u:b', 'u:a', 'u', 'u;', 'U:c', 'u:ü']) store.setMeta(key, key);
      expect([...store.metaUnder('u:')]).toEqual([
        ['a', 'u:a'],
        ['b', 'u:b'],
        ['ü', 'u:ü'],
      ]);
      store.setMeta('u:b', null);
      store.setMeta('nothing', null);
      expect([store.meta('u:b'), [...store.metaUnder('u:').keys()]]).toEqual([null, ['a', 'ü']]);

      store.saveSession({ tokenHash: 'h', account: ana, began: 0, expires: 5 });
      store.saveSession({ tokenHash: 'h', account: bo, began: 1, expires: 6 });
      expect(store.session('h')).toEqual({ tokenHash: 'h', account: bo, began: 1, expires: 6 });
      store.saveSession({ tokenHash: 'i', account: bo, began: 2, expires: 9 });
      expect(store.sessions(bo).map(({ tokenHash, began }) => [tokenHash, began])).toEqual([
        ['i', 2],
        ['h', 1],
      ]);
      store.saveSession({ tokenHash: 'j', account: ana, began: 6, expires: 12 });
      expect([store.session('h'), store.session('i')?.expires]).toEqual([null, 9]);
      store.deleteSession('j');
      expect([store.session('j'), store.sessions(ana)]).toEqual([null, []]);

      store.setAttempts('a', { count: 1, last: 100 }, 0);
      store.setAttempts('a', { count: 2, last: 200 }, 0);
      store.setAttempts('b', { count: 1, last: 300 }, 0);
      expect([store.attempts('a'), store.attempts('b'), store.attempts('c')]).toEqual([
        { count: 2, last: 200 },
        { count: 1, last: 300 },
        null,
      ]);
      store.setAttempts('c', { count: 1, last: 301 }, 201);
      store.setAttempts('b', null, 201);
      expect([store.attempts('a'), store.attempts('b'), store.attempts('c')]).toEqual([null, null, { count: 1, last: 301 }]);

      store.putFile('f', Uint8Array.of(0, 1, 255));
      expect([...(store.file('f') ?? [])]).toEqual([0, 1, 255]);
      expect(store.file('g')).toBeNull();
      store.deleteFile('f');
      store.deleteFile('g');
      expect(store.file('f')).toBeNull();

      store.setEnteredAt('Ticket', 'status', idOf(11), 7);
      store.setEnteredAt('Ticket', 'status', idOf(11), 8);
      expect(store.enteredAt('Ticket', 'status', idOf(11))).toBe(8);
      write(store, { kind: 'delete', entity: 'Ticket', id: idOf(11) });
      expect(store.enteredAt('Ticket', 'status', idOf(11))).toBeNull();
    });

    test('keeps answers by their keys, and forgets old ones', async () => {
      const store = await filled();
      const answer = (key: string, at: number) =>
        ({
          key,
          fingerprint: `of ${key}`,
          at,
          status: 201,
          headers: { 'content-type': 'application/json' },
          body: '{"ünïcode": "🐘"}',
        }) as const;
      store.transaction(() => store.keepAnswer(answer('a', 100), 0));
      store.transaction(() => store.keepAnswer({ ...answer('b', 200), body: null }, 50));
      expect([store.keptAnswer('a'), store.keptAnswer('b'), store.keptAnswer('c')]).toEqual([
        answer('a', 100),
        { ...answer('b', 200), body: null },
        null,
      ]);
      store.transaction(() => store.keepAnswer(answer('c', 300), 150));
      expect([store.keptAnswer('a'), store.keptAnswer('c')]).toEqual([null, answer('c', 300)]);
    });

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
      // A store may leave them all to the evaluator; one that speaks SQL knows most of them.
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
        // Nothing that can be fetched along.
        { field: 'watchers', entity: 'User', computed: [] },
        { field: 'customer', entity: 'Nothing', computed: [] },
      ];
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
        const { records, computed, related } = store.queryWith(query, fields, scope, relations);
        expect(records).toEqual(store.query(query));
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
      // The usual order of records is that of their ids.
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
  });
}
