import { expect, test } from 'vitest';
import { orders } from '../../../testing/orders.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { explore } from '../../explorer/explore.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { scenarioEdits, scenarioToPlay } from './trace-scenario.ts';

test('the steps of a finding become a passing scenario with a unique title', async () => {
  const text = orders({
    rows: ['open | close | closed | | | | | final'],
    rules: ['never closed | Order | never `status == "closed"` |'],
  });
  const model = readModel(text);
  const { findings } = await explore(model, { bounds: { records: 1 }, now: () => 0 });
  const trace = findings.find(({ code }) => code === 'invariant-broken')?.trace;
  if (trace == null) throw new Error('no way was found');
  const once = applyEdits(text, scenarioEdits(model, 'invariant broken', trace));
  const twice = readModel(applyEdits(once, scenarioEdits(readModel(once), 'invariant broken', trace)));
  expect(twice.scenarios.map(({ title }) => title)).toEqual(['invariant broken', 'invariant broken 2']);
  expect(twice.rules).toEqual(model.rules);
  expect(runScenarios(twice).map(({ passed }) => passed)).toEqual([true, true]);
  expect(scenarioToPlay(model, 'invariant broken', trace)?.scenario.rows).toHaveLength(trace.rows.length);
});

test.each([
  ['beside the other examples', /\| Bea .*\n/, ['Cleo', 'Carl', 'boss1']],
  ['below the fields where there are none', /\| Example \|[\s\S]*?\n\n/, ['boss1']],
])('people who act but are not in the document join its examples, %s', async (_, examples, names) => {
  const text = orders({
    rows: ['open | close | closed | boss | | | | final'],
    rules: ['never closed | Order | never `status == "closed"` |'],
    cells: { create: 'no | yes' },
  }).replace(examples, '');
  const model = readModel(text);
  const { findings, limits } = await explore(model, { bounds: { records: 1 }, now: () => 0 });
  expect(limits.filter((limit) => limit.includes('made up'))).toHaveLength(1);
  const trace = findings.find(({ code }) => code === 'invariant-broken')?.trace;
  if (trace == null) expect.unreachable('a boss can close an order');
  const written = readModel(applyEdits(text, scenarioEdits(model, 'it is closed', trace)));
  expect(written.entities.find(({ name }) => name.text === 'Person')?.examples.map(({ name }) => name.text)).toEqual(names);
  expect(runScenarios(written).map(({ passed }) => passed)).toEqual([true]);
});
