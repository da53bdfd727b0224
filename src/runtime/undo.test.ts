import { expect, it } from 'vitest';
import type { RecordData } from '../engine/record-data.ts';
import { valuesBefore } from './undo.ts';

const relation = (id: string) => ({ entity: 'User', id, label: id, address: null });

const record: RecordData = {
  entity: 'Ticket',
  id: '1',
  label: 'Boiler',
  values: { subject: 'Boiler', due: null, assignee: relation('bo'), watchers: [relation('ana'), relation('bo')], tags: ['a'] },
};

it('restores exactly the values that were given, relations by id', () => {
  expect(valuesBefore(record, { subject: 'Valve', assignee: null, watchers: [], tags: [] })).toEqual({
    subject: 'Boiler',
    assignee: 'bo',
    watchers: ['ana', 'bo'],
    tags: ['a'],
  });
  expect(valuesBefore(record, { due: '2026-01-05T09:00:00Z' })).toEqual({ due: null });
});

it('is null if a value cannot be read', () => {
  expect(valuesBefore(record, { subject: 'x', password: 'y' })).toBeNull();
});
