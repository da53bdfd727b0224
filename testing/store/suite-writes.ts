import { expect } from 'vitest';
import { Decimal } from '../../src/expression/values/decimal.ts';
import { PlainDate, Timestamp, type Value } from '../../src/expression/values/value.ts';
import { type Change, OverlapConflict, ReferenceConflict, UniqueConflict, ValueConflict } from '../../src/store/store.ts';
import { comment, idOf, incompressible, ticket, user, visit } from './store-records.ts';
import type { StoreKit, StoreTest } from './suite-kit.ts';

/** Writing: storing, undoing and refusing. */
export function writeTests({ model, ana, bo, cy, insert, write, where, numbers, filled, makeStore }: StoreKit, test: StoreTest): void {
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

  test('gives no number up to one that was raised', async () => {
    const store = await makeStore(model);
    const drawn = (): number => store.nextSerial('Ticket', 'number');
    store.raiseSerial('Ticket', 'number', 7);
    expect(drawn()).toBe(8);
    store.raiseSerial('Ticket', 'number', 3);
    expect([drawn(), store.nextSerial('Comment', 'number')]).toEqual([9, 1]);
    const takenBack = (): void =>
      store.transaction(() => {
        store.raiseSerial('Ticket', 'number', 20);
        throw new Error('taken back');
      });
    expect(takenBack).toThrow('taken back');
    expect(drawn()).toBe(10);
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
      // Written without being drawn, so the counter must take it into account.
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
    // Email addresses are compared without case but stored as typed; other texts, and letters
    // beyond A to Z, are compared exactly.
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
    // Only among open tickets.
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
    // Half-open: one may start when another ends.
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
    expect(attempt({ subject: 'a\0b' })).toThrow('Ticket.subject contains a NUL character, which a database cannot store');
    expect(attempt({ tags: ['a', 'b\0'] })).toThrow('Ticket.tags contains a NUL character');
    expect(attempt({ extra: new Map<string, Value>([['a', ['\0']]]) })).toThrow('Ticket.extra contains a NUL character');
    expect(attempt({ body: '\ud83d' })).toThrow('Ticket.body contains a lone surrogate, which a database cannot store');
    expect(() => write(store, { kind: 'update', entity: 'Ticket', id: idOf(11), values: { body: '\0' } })).toThrow(ValueConflict);
    write(store, insert('Ticket', ticket(15, ana, { body: '\u0001 😀 \uffff' })));
    expect(store.record('Ticket', idOf(15))?.['body']).toBe('\u0001 😀 \uffff');
  });

  test('refuses a unique text that some database cannot keep in an index, and keeps the longest that all can', async () => {
    const store = await filled();
    // Four bytes per character.
    const text = (bytes: number): string => incompressible(bytes / 4);
    const said = (number: number, body: string) => (): void => write(store, insert('Comment', comment(number, idOf(11), bo, body)));
    expect(said(23, text(2404))).toThrow('Comment.body cannot take more than 2400 bytes, because the database compares records by it');
    expect(said(23, 'x'.repeat(2401))).toThrow(ValueConflict);
    said(23, text(2400))();
    said(24, 'x'.repeat(2400))();
    expect(() => write(store, { kind: 'update', entity: 'Comment', id: idOf(24), values: { body: text(2404) } })).toThrow(ValueConflict);
    expect(said(25, text(2400))).toThrow(UniqueConflict);
    write(store, insert('Ticket', ticket(15, ana, { body: text(2404).repeat(9) })));
  });

  test('refuses a text that is too long for the index of what must not overlap', async () => {
    const store = await filled();
    write(store, insert('Visit', visit(31, { place: incompressible(600) })));
    expect(() => write(store, insert('Visit', visit(32, { place: incompressible(601) })))).toThrow(ValueConflict);
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
    // clear: bo is no ticket's customer once ticket 12 is gone; ana stays bo's boss until she goes
    expect(conflict({ kind: 'delete', entity: 'Ticket', id: idOf(13) }, { kind: 'delete', entity: 'User', id: ana })).toBeNull();
    expect(store.record('User', bo)?.['boss']).toBeNull();
    expect(conflict({ kind: 'delete', entity: 'User', id: idOf(96) })).toBeNull();
  });
}
