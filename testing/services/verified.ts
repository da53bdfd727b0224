import { expect } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { readModel } from '../../src/model/read.ts';
import type { Plan } from '../../src/verifier/plan/situations.ts';
import { verify } from '../../src/verifier/run.ts';
import { type Hooks, oracleService } from './oracle-service.ts';

/** A run against a service that behaves exactly as the document says, so nothing is reported. */
export async function verified(text: string, budget: number, hooks: Hooks = {}): ReturnType<typeof verify> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const run = await verify({
    model: readModel(text),
    platform,
    implementation: oracleService(text, clock, hooks),
    marker: 'vk3f9x',
    budget,
  });
  expect(run.findings).toEqual([]);
  return run;
}

/** The names of the calls of a scenario's requests, from the start of the plan. */
export function callsOfScenario({ nodes, start }: Plan): readonly string[] {
  const names: string[] = [];
  for (let node = nodes.get(start); node !== undefined; ) {
    const next = node.moves.find(({ planned }) => planned.rank === -1);
    if (next !== undefined) names.push(next.planned.call.name.text);
    node = next === undefined ? undefined : nodes.get(next.to);
  }
  return names;
}
