import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { readModel } from '../../model/read.ts';
import { attachStore, openStore } from '../sql/document-store.ts';
import { postgresEngine } from './postgres-engine.ts';

const conduit = readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8');
const open = postgresConnections();

/** The document without its searches for tags in section 2, in section 7, or in both. */
const shown = conduit.replace('(tag == null \\|\\| tag in tagList) && ', '');
const called = conduit.replace('filter tagList, author', 'filter author');
const neither = shown.replace('filter tagList, author', 'filter author');

test('a list of texts has an index for as long as the document searches it', () => {
  const connection = open();
  const made = (text: string) => {
    openStore(attachStore(connection, postgresEngine), readModel(text));
    return postgresEngine.indexNames(connection).filter((name) => name.startsWith('~in '));
  };
  expect(new Set([conduit, shown, called, neither]).size).toBe(4);
  const [name] = made(conduit);
  connection.run('SET enable_seqscan = off');
  const list = { text: 't."tagList"', parameters: [] };
  const condition = postgresEngine.dialect.listHolds(list, { text: "'a'::text", parameters: [] })?.text;
  const plan = connection.rows(`EXPLAIN SELECT 1 FROM "Article" AS t WHERE ${condition}`);
  expect(plan.join('\n')).toContain(name);
  expect([shown, called, conduit].map(made)).toEqual([[name], [name], [name]]);
  expect(made(neither)).toEqual([]);
});
