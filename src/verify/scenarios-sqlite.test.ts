import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { readModel } from '../model/read.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { runScenario } from './scenarios.ts';

test.each([
  'specs/helpdesk',
  'specs/conduit',
  'specs/booking',
  'specs/inventory',
  'specs/school',
  'specs/bookshop',
  'specs/invoicing',
  'specs/clinic',
  'specs/teamwork',
  'tests/samples/invoices',
])('%s: its scenarios pass over SQLite as they do in memory', async (name) => {
  const makeDatabase = await memoryDatabases();
  const model = readModel(readFileSync(new URL(`../../${name}.md`, import.meta.url), 'utf8'));
  const results = model.scenarios.map((scenario) => runScenario(model, scenario, openSqliteStore(makeDatabase(), model)));
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter((result) => !result.passed)).toEqual([]);
});
