import { expect, test } from 'vitest';
import { readModel } from '../read.ts';
import { type TableKind, tableWords } from '../vocabulary.ts';
import { synonyms } from './header-synonyms.ts';

/** A section with a table of that kind that has all columns, or those of two roles. */
function sectionOf(kind: TableKind): string {
  const { section, first, columns } = tableWords[kind];
  const headers = [first, ...(kind === 'permission' ? ['visitor', 'member'] : columns.map(({ name }) => name))];
  const roles = kind === 'permission' ? '| Role | Is |\n|---|---|\n| visitor | `me == null` |\n| member | `me != null` |\n\n' : '';
  return `## ${section}. S\n\n${roles}### Ticket.status\n\n| ${headers.join(' | ')} |\n${'|---'.repeat(headers.length)}|\n${'| a '.repeat(headers.length)}|\n`;
}

const kinds = Object.keys(synonyms) as TableKind[];

test.each(kinds)('another word for a header of the table “%s” is noted with the header that is meant', (kind) => {
  const { first = [], columns = {} } = synonyms[kind] ?? {};
  const meant = [
    ...first.map((word) => [word, tableWords[kind].first]),
    ...Object.entries(columns).flatMap(([name, words]) => words.map((word) => [word, name])),
  ];
  expect(meant.length).toBeGreaterThan(0);
  const text = sectionOf(kind);
  for (const [word = '', column = ''] of meant) {
    const from = text.indexOf(`| ${column} |`) + 2;
    const changed = `${text.slice(0, from)}${word}${text.slice(from + column.length)}`;
    const note = readModel(changed).misreads.find(({ span }) => span.from === from);
    expect([word, note?.code, note?.suggestions.map(({ insert }) => insert)]).toEqual([word, 'near-miss', [column]]);
  }
});

test('an author’s own column beside the intended one is prose', () => {
  const rows = '| From | Event | To | Roles | Who |\n|---|---|---|---|---|\n| | | open | | Ana |\n';
  expect(readModel(`## 4. S\n\n### T.status\n\n${rows}`).misreads).toEqual([]);
});
