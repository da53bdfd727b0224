import { tableText } from '../../syntax/edit-table.ts';
import type { Adapter } from './adapter.ts';
import type { Learned } from './learn.ts';

/** Adds what was learned to the adapter; existing rows win. */
export function withLearned(adapter: Adapter, learned: Learned): Adapter {
  return {
    ...adapter,
    answerIn: [...adapter.answerIn, ...learned.answerIn],
    fields: [...adapter.fields, ...learned.fields.filter(({ field }) => adapter.fields.every((row) => row.field !== field))],
    errors: [...adapter.errors, ...learned.errors.filter(({ error }) => adapter.errors.every((row) => row.error !== error))],
    statuses: [
      ...adapter.statuses,
      ...learned.statuses.filter(({ call, status }) => adapter.statuses.every((row) => row.call !== call || row.status !== status)),
    ],
  };
}

/** The adapter as Markdown tables; empty tables are left out. */
export function adapterText(adapter: Adapter, title: string): string {
  const { base, token, bodyIn, answerIn, calls, fields, errors, statuses } = adapter;
  const connection = [
    ...(base === '' ? [] : [['Base path', base]]),
    ...(bodyIn.length === 0 ? [] : [['Bodies in', bodyIn.join('.')]]),
    ...(answerIn.length === 0 ? [] : [['Answers in', answerIn.join('.')]]),
    ...(token === null ? [] : [['Token', `${token.header}: ${token.scheme === '' ? '' : `${token.scheme} `}…`]]),
  ];
  const tables = [
    tableOf('Connection', ['What', 'Here'], connection),
    tableOf(
      'Calls',
      ['Call', 'Here', 'Body in', 'Answer in'],
      calls.map((row) => [row.call, `${row.method} ${row.path}`, around(row.bodyIn), around(row.answerIn)]),
    ),
    tableOf(
      'Fields',
      ['Field', 'Here', 'Call'],
      fields.map(({ field, here, call }) => [field, here, call ?? '']),
    ),
    tableOf(
      'Errors',
      ['Error', 'Here', 'Status'],
      errors.map(({ error, here, status }) => [error, here ?? '', String(status ?? '')]),
    ),
    tableOf(
      'Statuses',
      ['Status', 'Here', 'Call'],
      statuses.map(({ status, here, call }) => [String(status), String(here), call ?? '']),
    ),
  ];
  return `# ${title}\n\nWhat this implementation names differently than the document.\n${tables.join('')}`;
}

/** `.` means no key; an empty cell means the adapter's keys. */
const around = (keys: readonly string[] | null): string => (keys === null ? '' : keys.length === 0 ? '.' : keys.join('.'));

const tableOf = (title: string, header: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `\n## ${title}\n\n${tableText(header, rows)}\n`;
