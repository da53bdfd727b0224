import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { emptiedStores, openDatabase } from '../../testing/postgres/test-databases.ts';
import { readModel } from '../model/read.ts';
import { runScenario } from './scenarios.ts';

const database = await openDatabase();
afterAll(() => database.close());
const stores = emptiedStores(database);

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
])(
  '%s: its scenarios pass over Postgres as they do in memory',
  (name) => {
    const model = readModel(readFileSync(new URL(`../../${name}.md`, import.meta.url), 'utf8'));
    // One scenario at a time, because the tables are emptied for the next.
    const results = model.scenarios.map((scenario) => {
      stores.takeBack();
      return runScenario(model, scenario, stores.open(model));
    });
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter((result) => !result.passed)).toEqual([]);
  },
  60_000,
);
