import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { readWritten } from '../model/written/read.ts';
import { writeModel } from '../model/written/write.ts';
import { runScenarios } from './scenarios.ts';

test.each(['helpdesk.md', 'clinic.md', 'conduit.md', 'invoicing.md', 'bookshop.md', 'teamwork.md'])(
  'the engine does the same with the written model of %s',
  (file) => {
    const model = readModel(readFileSync(new URL(`../../specs/${file}`, import.meta.url), 'utf8'));
    const observed = (one: Model) => {
      const seen: unknown[] = [];
      const results = runScenarios(one, (what) => seen.push(what));
      return { results, seen };
    };
    const again = observed({ ...model, ...readWritten(writeModel(model)) });
    expect(again).toEqual(observed(model));
    expect(again.results.length).toBeGreaterThan(0);
  },
);
