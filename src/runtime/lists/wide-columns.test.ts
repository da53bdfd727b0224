import { expect, test } from 'vitest';
import type { RecordData } from '../../engine/record-data.ts';
import { wideColumnsOf } from './wide-columns.ts';

const row = (values: RecordData['values']): RecordData => ({ entity: 'Invoice', id: '1', label: 'H-1', values });
const kinds: Readonly<Record<string, 'text' | 'relation' | 'integer'>> = {
  number: 'text',
  city: 'text',
  title: 'text',
  client: 'relation',
  lines: 'integer',
};
const column = (name: string) => ({ type: { kind: kinds[name] ?? 'integer' } as never });
const client = { entity: 'Client', id: '2', label: 'Sailing School Lemmer', address: null };

test('a short number gets no extra width at the cost of a name, and texts share what is left', () => {
  const rows = [row({ number: 'H-1', client, city: 'Lemmer', lines: 2, title: 'Menu for the summer and the autumn' })];
  expect([...wideColumnsOf(rows, ['number', 'client', 'city', 'lines'], column)]).toEqual([['client', 21]]);
  expect([...wideColumnsOf(rows, ['number', 'city', 'lines'], column)]).toEqual([['city', 6]]);
  expect([...wideColumnsOf(rows, ['number', 'title', 'client'], column)]).toEqual([['title', 34]]);
  expect([...wideColumnsOf(rows, ['lines'], column)]).toEqual([]);
});
