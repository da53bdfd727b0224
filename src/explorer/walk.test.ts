import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orders } from '../../testing/orders.ts';
import { applyEdits } from '../base/text-edit.ts';
import { writeIn } from '../check/asking/write.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { explore } from './explore.ts';
import { scenarioOf, type TraceRow } from './steps/trace.ts';
import { Walk } from './walk.ts';

const helpdesk = readFileSync('testing/documents/helpdesk.md', 'utf8');
const step = (as: string, what: string) => ({ as, do: `\`${what}\`` });

test('a walk lists the records, and the possible next steps with their people', () => {
  const walk = new Walk(readModel(helpdesk));
  const start = walk.to([]);
  expect(start.records).toEqual([]);
  const create = start.steps.find(({ row }) => row.as === 'Ana' && row.do.startsWith('`create Ticket'))?.row;
  if (create === undefined) throw new Error('Ana cannot create a ticket');
  const created = walk.to([create]);
  expect(created.records).toEqual([{ entity: 'Ticket', name: 'ticket1', states: [{ field: 'status', state: 'open' }] }]);
  const assigning = created.steps.filter(({ row }) => row.do === '`assign ticket1 with {"assignee": Bo}`');
  expect(assigning.map(({ row }) => row.as)).toEqual(['Bo', 'Ida', 'Mia']);
  const row = readModel(helpdesk).machines[0]?.transitions.find(
    ({ trigger }) => trigger.kind === 'event' && trigger.name.text === 'assign',
  );
  expect(assigning[0]?.taken).toBe(row?.span.from);
  // No one has answered yet, so no one may resolve it.
  expect(created.steps.filter(({ row: { do: what } }) => what.includes('resolve'))).toEqual([]);
});

test('a walk ends before the first step that is not possible', () => {
  const walk = new Walk(readModel(orders({ rows: ['open | close | closed | | | | | final'] })));
  const [create] = walk.to([]).steps;
  if (create === undefined) throw new Error('no step');
  const { rows, records } = walk.to([create.row, step('Ada', 'close nothing1'), create.row]);
  expect(rows).toEqual([create.row]);
  expect(records).toHaveLength(1);
});

test('the steps of any walk pass as a scenario of the document', () => {
  const model = readModel(helpdesk);
  const walk = new Walk(model);
  for (let turn = 0; turn < 2; turn++) {
    let rows: readonly TraceRow[] = [];
    for (let taken = 0; taken < 5; taken++) {
      const { steps } = walk.to(rows);
      const next = steps[(turn * 7 + taken * 5) % steps.length];
      if (next === undefined) break;
      rows = [...rows, next.row];
      expect(walk.to(rows).rows).toEqual(rows);
    }
    const text = applyEdits(helpdesk, writeIn(model, 1, scenarioOf('walked', { rows })));
    const walked = runScenarios(readModel(text)).filter(({ title }) => title === 'walked');
    expect(walked.map(({ passed }) => passed)).toEqual([true]);
  }
});

test('the steps of a finding can be walked', async () => {
  const text = orders({ rows: ['open | close | closed | | | | | final'], rules: ['never closed | Order | never `status == "closed"` |'] });
  const model = readModel(text);
  const { findings } = await explore(model, { bounds: { records: 1 }, now: () => 0 });
  const rows = findings.find(({ code }) => code === 'invariant-broken')?.trace?.rows ?? [];
  const { rows: taken, records } = new Walk(model).to(rows);
  expect(taken).toHaveLength(rows.length);
  expect(records[0]?.states).toEqual([{ field: 'status', state: 'closed' }]);
});
