import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { runScenarios } from './scenarios.ts';

const spec = (name: string): string => readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8');

test.each(['helpdesk.md', 'conduit.md'])('all scenarios of %s pass', (name) => {
  const results = runScenarios(readModel(spec(name)), createMemoryStore);
  const failed = results.flatMap(({ title, rows }) => rows.filter((row) => !row.passed).map((row) => ({ title, ...row })));
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(0);
});
