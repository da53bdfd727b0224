import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { embeddedStores } from '../../testing/postgres/postgres-embedded.ts';
import { readModel } from '../model/read.ts';
import { openStore } from '../store/sql/document-store.ts';
import { runScenarios } from './scenarios.ts';

const makeStore = embeddedStores();

test.each(['helpdesk', 'conduit', 'booking', 'inventory', 'school'])(
  '%s: its scenarios pass over Postgres as they do in memory',
  (name) => {
    const model = readModel(readFileSync(new URL(`../../specs/${name}.md`, import.meta.url), 'utf8'));
    const results = runScenarios(model, (of) => openStore(makeStore(), of));
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter((result) => !result.passed)).toEqual([]);
  },
  60_000,
);
