import { expect, it } from 'vitest';
import { type Command, matching } from './commands.ts';

const command = (label: string): Command => ({ key: label, group: 'screens', label, run: () => undefined });
const labels = (query: string, ...given: string[]): string[] => matching(given.map(command), query).map((one) => one.label);
const loosely = (query: string, ...given: string[]): string[] => matching(given.map(command), query, true).map((one) => one.label);

it('returns all commands for an empty query', () => {
  expect(labels('  ', 'Queue', 'Team')).toEqual(['Queue', 'Team']);
});

it('finds words in any order, ignoring diacritics, best matches first', () => {
  expect(labels('tick', 'My sticker', 'New ticket', 'Tickets')).toEqual(['Tickets', 'New ticket', 'My sticker']);
  expect(labels('ticket new', 'Tickets', 'New ticket')).toEqual(['New ticket']);
  expect(labels('diaz', 'Ana Díaz', 'Bo Chen')).toEqual(['Ana Díaz']);
  expect(labels('تذكر', 'تذكرة جديدة')).toEqual(['تذكرة جديدة']);
  expect(labels('zzz', 'Queue')).toEqual([]);
});

it('finds commands by their synonyms, after matches by name', () => {
  const dark: Command = { ...command('Theme: dark'), also: 'appearance night' };
  const found = matching([dark, command('Nightly report')], 'night').map(({ label }) => label);
  expect(found).toEqual(['Nightly report', 'Theme: dark']);
});

it('falls back to loose matches, which come last', () => {
  expect(loosely('tp', 'Two people side by side', 'Http calls', 'Outputs')).toEqual(['Http calls', 'Outputs', 'Two people side by side']);
  expect(loosely('hstry', 'History', 'Theme: system')).toEqual(['History']);
  expect(loosely('expeve', 'Export everything', 'Expand')).toEqual(['Export everything']);
  expect(loosely('yrotsih', 'History')).toEqual([]);
  expect(labels('tp', 'Two people side by side')).toEqual([]);
});
