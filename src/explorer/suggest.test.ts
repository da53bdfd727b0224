import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runAdded } from '../../testing/explored.ts';
import { withFewExamples } from '../../testing/few-examples.ts';
import { orders } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { suggestScenarios } from './suggest.ts';

const rows = [
  'open | review | checked | clerk | | | | ',
  'checked | close | closed | boss | `made != me` | WRONG | | final',
  'open | after `DEADLINE` | late | | | | | final',
];
const text = orders({ rows, cells: { update: 'no | no' } });

test('few scenarios show each transition, refusal and permission, and all of them pass', async () => {
  const { scenarios, covered, left, complete } = await suggestScenarios(readModel(text), { now: () => 0 });
  expect({ covered, left, complete }).toEqual({ covered: 10, left: [], complete: true });
  expect(scenarios.length).toBeLessThan(7);
  const all = scenarios.join('\n');
  for (const part of ['`review order1`', 'refused WRONG', 'refused CONFLICT', '`order1.status == "closed"`', '`wait days(7)`'])
    expect(all).toContain(part);
  const results = runScenarios(readModel(`${text}\n${all}`));
  expect(results).toHaveLength(scenarios.length);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
});

const specs = readdirSync('specs').filter((name) => name.endsWith('.md'));

test.each(specs)(
  '%s: every scenario that is suggested passes',
  async (name) => {
    const spec = withFewExamples(name, readFileSync(`specs/${name}`, 'utf8'));
    // The document's own scenarios, some of which name other examples, suggest nothing.
    const model = { ...readModel(spec), scenarios: [] };
    const { scenarios, covered } = await suggestScenarios(model, { bounds: { states: 3 }, now: () => 0 });
    expect(scenarios.length).toBeGreaterThan(0);
    expect(covered).toBeGreaterThanOrEqual(scenarios.length);
    const results = runAdded(spec, scenarios);
    expect(results).toHaveLength(scenarios.length);
    expect(results.filter(({ passed }) => !passed)).toEqual([]);
  },
  240_000,
);
