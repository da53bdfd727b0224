import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { writeIn } from '../../src/check/asking/write.ts';
import { explore } from '../../src/explorer/explore.ts';
import { scenarioOf, type Trace } from '../../src/explorer/steps/trace.ts';
import { readModel } from '../../src/model/read.ts';
import { runScenarios } from '../../src/verify/scenarios.ts';
import { rounds } from '../../testing/rounds.ts';
import { deepDocument, drawnDeep } from './deep-document.ts';
import { drawnDocument, sketchDocument } from './document.ts';

/** Rows of traces that do not come out as they say, of all that the explorer says of a document. */
async function failing(text: string, states = 40): Promise<{ readonly traces: number; readonly failed: readonly unknown[] }> {
  const model = readModel(text);
  const found = await explore(model, { bounds: { records: 1, states }, now: () => 0, behaviours: true });
  const traces = new Map<string, { readonly of: string; readonly trace: Trace }>();
  const add = (of: string, trace: Trace | null): void => {
    if (trace?.rows.some(({ do: what }) => what !== '')) traces.set(`way ${traces.size}`, { of, trace });
  };
  for (const { code, trace } of found.findings) add(code, trace);
  for (const { name, trace } of found.behaviours ?? []) add(name, trace);
  const scenarios = [...traces].map(([title, { trace }]) => scenarioOf(title, trace)).join('\n');
  const replayed = readModel(traces.size === 0 ? text : applyEdits(text, writeIn(model, 1, scenarios)));
  const results = runScenarios(replayed).filter(({ title }) => traces.has(title));
  expect(results).toHaveLength(traces.size);
  const failed = results.filter(({ passed }) => !passed).map((result) => ({ result, ...traces.get(result.title) }));
  return { traces: traces.size, failed };
}

test('in random documents, every trace of the explorer ends as it says', async () => {
  let traces = 0;
  for (const drawn of fc.sample(drawnDocument, { numRuns: 8, seed: 16 })) {
    const { text } = sketchDocument(drawn);
    const found = await failing(text);
    expect(found.failed, text).toEqual([]);
    traces += found.traces;
  }
  expect(traces).toBeGreaterThan(100);
}, 120_000);

test('so it does in deeper ones, with timers, the calendar and answers of a service', async () => {
  let traces = 0;
  for (const drawn of fc.sample(drawnDeep, rounds(8))) {
    const { text } = deepDocument(drawn);
    const found = await failing(text, 400);
    expect(found.failed, text).toEqual([]);
    traces += found.traces;
  }
  expect(traces).toBeGreaterThan(100);
}, 120_000);
