import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { readModel } from '../../../model/read.ts';
import { runScenarios } from '../../../verify/scenarios.ts';
import { scenarioEdits } from '../../explore/trace-scenario.ts';
import { beginRecording, type Recording } from './recording.ts';

const model = readModel(helpdesk);

const become = async ({ session }: Recording, example: string): Promise<void> => {
  const actor = (await session.actors()).find((one) => one.example === example);
  if (actor === undefined) throw new Error(`no example ${example}`);
  await session.actAs(actor.id);
};

const rowsOf = (recording: Recording) => recording.steps().flatMap((step) => (step.kind === 'row' ? [step.row] : []));

test('actions become a passing scenario with refusals, states and waits', async () => {
  const recording = beginRecording(model);
  try {
    const { session } = recording;
    await become(recording, 'Ana');
    const ran = await session.run({
      kind: 'create',
      part: null,
      entity: 'Ticket',
      values: { subject: 'Printer `on` fire | smoke', priority: 'high', body: '' },
    });
    const id = ran.ok ? (ran.value.record?.id ?? '') : '';
    expect(id).not.toBe('');
    await session.run({ kind: 'create', part: null, entity: 'Ticket', values: { subject: ' ' } });
    await become(recording, 'Bo');
    await session.run({ kind: 'event', entity: 'Ticket', id, event: 'resolve', parameters: {} });
    recording.wait(86_400_000);
    await session.run({ kind: 'create', part: null, entity: 'Comment', values: { ticket: id, body: 'Use water.' } });
    await session.run({ kind: 'event', entity: 'Ticket', id, event: 'resolve', parameters: {} });
    const rows = rowsOf(recording);
    expect(rows.map(({ as }) => as)).toEqual(['Ana', 'Ana', 'Bo', 'nobody', 'Bo', 'Bo']);
    expect(rows[0]?.do).toContain('create Ticket as ticket1 with {"subject": ');
    expect(rows[1]?.expect).toMatch(/^refused [A-Z_]+$/);
    expect(rows[2]?.expect).toMatch(/^refused [A-Z_]+$/);
    expect(rows[3]?.do).toBe('`wait days(1)`');
    expect(rows[4]?.do).toContain('"ticket": ticket1');
    expect(rows.at(-1)?.expect).toBe('`ticket1.status == "resolved"`');
    const written = readModel(applyEdits(helpdesk, scenarioEdits(model, 'recorded', { rows })));
    const result = runScenarios(written).find(({ title }) => title === 'recorded');
    expect(result?.rows.filter(({ passed }) => !passed)).toEqual([]);
    expect(result?.rows).toHaveLength(6);
  } finally {
    recording.close();
  }
});

test('a step that a scenario cannot express is reported, not dropped', async () => {
  const recording = beginRecording(model);
  try {
    await become(recording, 'Ana');
    await recording.session.run({ kind: 'event', entity: 'Ticket', id: 'unknown', event: 'resolve', parameters: {} });
    expect(recording.steps()).toMatchObject([{ kind: 'left-out' }]);
  } finally {
    recording.close();
  }
});
