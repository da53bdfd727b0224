import { expect } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { checkModel } from '../../src/check/check.ts';
import { readModel } from '../../src/model/read.ts';
import type { Plan } from '../../src/verifier/plan/situations.ts';
import { verify } from '../../src/verifier/run.ts';
import { type Hooks, oracleService } from './oracle-service.ts';

/**
 * A run against a service that behaves exactly as the document says, so nothing is reported. The
 * document must have no error: what is not read cannot be verified.
 */
export async function verified(text: string, budget: number, hooks: Hooks = {}): ReturnType<typeof verify> {
  const model = readModel(text);
  expect(checkModel(model).filter(({ severity }) => severity === 'error')).toEqual([]);
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const run = await verify({
    model,
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
