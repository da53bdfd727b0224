import { describe, expect, it } from 'vitest';
import { filterText, filterValue, readFilter, writeFilter } from './filter-state.ts';
import {
  emptyListState,
  type ListState,
  listOptions as optionsOfList,
  readListState,
  toggledSort,
  withParameter,
  writeListState,
} from './query-state.ts';

const around = (name: string) => (name === 'this-week' ? { from: '2026-01-05', to: '2026-01-11' } : null);
const listOptions = (state: ListState, perPage: number | null, typeOf: (field: string) => string) =>
  optionsOfList(state, perPage, typeOf, around);

const typeOf = (field: string): string => ({ late: 'boolean', number: 'integer', due: 'datetime' })[field] ?? 'text';

describe('a list’s state in the address', () => {
  const state = {
    search: 'a & b=c',
    sort: [
      { field: 'priority', descending: true },
      { field: 'due', descending: false },
    ],
    page: 2,
    filters: { status: ['open', 'in progress'], assignee: [''] },
    any: true,
    columns: ['number', 'due'],
    sums: ['number'],
    group: '',
    rows: 50,
  };

  it('survives a round trip', () => {
    expect(readListState(writeListState('', null, state), null)).toEqual(state);
    expect(readListState(writeListState('', '1.0', state), '1.0')).toEqual(state);
    expect(writeListState('', null, state)).toContain('cols=number,due&sum=number');
  });

  it('leaves other keys alone', () => {
    const query = writeListState('tab.1=board&0.q=other', null, state);
    expect(new URLSearchParams(query).get('tab.1')).toBe('board');
    expect(readListState(query, '0').search).toBe('other');
    expect(writeListState(query, null, emptyListState)).toBe('tab.1=board&0.q=other');
  });

  it('ignores invalid values', () => {
    expect(readListState('page=-3&sort=-,,&q=', null)).toEqual(emptyListState);
    expect(readListState('page=1e99', null).page).toBe(0);
  });

  it('becomes options with the types of the fields', () => {
    const asked = readListState('f.late=true&f.number=4&f.number=&f.due=2026-01-01..&page=3', null);
    expect(listOptions(asked, 10, typeOf)).toEqual({
      filters: { late: [true], number: [4, null], due: { from: '2026-01-01' } },
      offset: 20,
    });
    expect(listOptions(emptyListState, null, typeOf)).toEqual({});
  });

  it('requests a range only for ordered types, and a substring only for texts', () => {
    const filters = (query: string) => listOptions(readListState(query, null), null, typeOf).filters;
    expect(filters('f.subject=a..b')).toEqual({ subject: ['a..b'] });
    expect(filters('f.number=1..')).toEqual({ number: { from: 1 } });
    expect(filters('f.number=..')).toEqual({ number: {} });
    expect(filters('f.number=1..2..3')).toEqual({ number: { from: 1, to: '2..3' } });
    expect(filters('f.subject=~a..b')).toEqual({ subject: { contains: 'a..b' } });
    expect(filters(`f.subject=${encodeURIComponent(filterText('~a'))}`)).toEqual({ subject: ['~a'] });
    expect(filters('f.late=~a')).toEqual({ late: [false] });
  });

  it('requests exclusions, empty and non-empty values, and periods relative to today', () => {
    const options = (query: string) => listOptions(readListState(query, null), null, typeOf);
    expect(options('f.subject=!a&f.subject=!b&f.number=!&f.due=')).toEqual({
      filters: { subject: { not: ['a', 'b'] }, number: { not: [null] }, due: [null] },
    });
    expect(options('f.due=@this-week').filters).toEqual({ due: { from: '2026-01-05', to: '2026-01-11' } });
    // It matches nothing, and is reported.
    expect(options('f.due=@never').filters).toEqual({ due: { from: 'never', to: 'never' } });
    expect(options('f.due=@this-week&f.number=1&match=any').match).toBe('any');
    expect(options('f.number=1&match=any').match).toBeUndefined();
  });

  it('writes a filter as it reads it', () => {
    for (const [chosen, type] of [
      [['open', ''], 'state'],
      [['!open', '!closed'], 'state'],
      [['!'], 'text'],
      [[''], 'datetime'],
      [['~a..b'], 'text'],
      [['1..'], 'integer'],
      [['@this-week'], 'datetime'],
    ] as const)
      expect(writeFilter(readFilter(chosen, type))).toEqual(chosen);
    expect(readFilter(['!~a'], 'text')).toMatchObject({ operator: 'isNot', values: ['~a'] });
    expect(readFilter(['\\!a'], 'text')).toMatchObject({ operator: 'is', values: ['\\!a'] });
  });

  it('requests columns, a group and rows per page', () => {
    expect(listOptions(readListState('cols=due,,number&group=status&rows=100&page=2', null), 10, typeOf)).toEqual({
      fields: ['due', 'number'],
      group: 'status',
      limit: 100,
      offset: 100,
    });
    expect(listOptions(readListState('group=&rows=1000000', null), null, typeOf)).toEqual({ group: null });
  });

  it('writes filter values as text and reads them back', () => {
    for (const [value, type] of [
      [true, 'boolean'],
      [null, 'relation'],
      [12, 'integer'],
      ['open', 'state'],
      ['\\~~', 'text'],
      ['~', 'text'],
      ['!a', 'text'],
      ['@a', 'text'],
    ] as const) {
      expect(filterValue(filterText(value), type)).toBe(value);
    }
  });
});

describe('toggledSort', () => {
  it('goes from ascending to descending to none', () => {
    const up = toggledSort([], 'due', false);
    const down = toggledSort(up, 'due', false);
    expect(up).toEqual([{ field: 'due', descending: false }]);
    expect(down).toEqual([{ field: 'due', descending: true }]);
    expect(toggledSort(down, 'due', false)).toEqual([]);
  });

  it('extends to other columns, keeping the position of each', () => {
    const two = toggledSort([{ field: 'a', descending: false }], 'b', true);
    expect(two.map((one) => one.field)).toEqual(['a', 'b']);
    expect(toggledSort(two, 'a', true)).toEqual([
      { field: 'a', descending: true },
      { field: 'b', descending: false },
    ]);
  });
});

it('sets and removes one parameter of the query', () => {
  expect(withParameter('a=1', 'tab', 'board')).toBe('a=1&tab=board');
  expect(withParameter('a=1&tab=board', 'tab', null)).toBe('a=1');
});
