import { expect, it } from 'vitest';
import { type Entry, matching } from './entries.ts';

const entry = (label: string): Entry => ({ key: label, group: 'screens', label, run: () => undefined });
const labels = (query: string, ...given: string[]): string[] => matching(given.map(entry), query).map((one) => one.label);

it('offers everything while nothing is asked', () => {
  expect(labels('  ', 'Queue', 'Team')).toEqual(['Queue', 'Team']);
});

it('finds words in any order, without their marks, and the best first', () => {
  expect(labels('tick', 'My sticker', 'New ticket', 'Tickets')).toEqual(['Tickets', 'New ticket', 'My sticker']);
  expect(labels('ticket new', 'Tickets', 'New ticket')).toEqual(['New ticket']);
  expect(labels('diaz', 'Ana Díaz', 'Bo Chen')).toEqual(['Ana Díaz']);
  expect(labels('تذكر', 'تذكرة جديدة')).toEqual(['تذكرة جديدة']);
  expect(labels('zzz', 'Queue')).toEqual([]);
});
