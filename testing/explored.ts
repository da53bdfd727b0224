import { expect } from 'vitest';
import type { Bounds } from '../src/explorer/document/bounds.ts';
import { type Exploration, explore } from '../src/explorer/explore.ts';
import { scenarioOf } from '../src/explorer/steps/trace.ts';
import { readModel } from '../src/model/read.ts';
import { runScenarios } from '../src/verify/scenarios.ts';

/**
 * Explores all worlds within the bounds, and expects each trace to pass as a scenario of the
 * document.
 */
export async function explored(text: string, bounds: Partial<Bounds> = { records: 1 }): Promise<Exploration> {
  const found = await explore(readModel(text), { bounds: { states: 20_000, ...bounds }, now: () => 0 });
  expect(found.complete).toBe(true);
  const traces = found.findings.flatMap(({ trace }, place) => (trace === null ? [] : [scenarioOf(`trace ${place}`, trace)]));
  const results = runAdded(text, traces);
  expect(results).toHaveLength(traces.length);
  expect(results.flatMap(({ rows }) => rows.filter(({ passed }) => !passed))).toEqual([]);
  return found;
}

/** Runs scenarios at the end of a document, and not its own. */
export function runAdded(text: string, scenarios: readonly string[]): ReturnType<typeof runScenarios> {
  if (scenarios.length === 0) return [];
  const model = readModel(`${text}\n\n${scenarios.join('\n')}`);
  return runScenarios({ ...model, scenarios: model.scenarios.slice(-scenarios.length) });
}

/** The findings as `code: the text at its place`. */
export const placesIn = (text: string, { findings }: Exploration): readonly string[] =>
  findings.map(({ code, span }) => `${code}: ${text.slice(span.from, span.to)}`);
