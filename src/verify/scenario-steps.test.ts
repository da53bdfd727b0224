import { expect, test } from 'vitest';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { readModel } from '../model/read.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { watchSteps } from './scenario-steps.ts';
import { playScenario } from './scenarios.ts';

test('a scenario is played row by row, and each row reports what it did', () => {
  const model = readModel(helpdesk);
  const [scenario] = model.scenarios;
  if (scenario === undefined) expect.unreachable('helpdesk has scenarios');
  const play = playScenario(model, scenario, createMemoryStore(model));
  const steps = watchSteps(play);
  try {
    expect(play.next()).toMatchObject({ passed: true });
    const [created] = steps();
    expect(created).toMatchObject({ entity: 'Ticket', record: 't', operation: 'create' });
    expect(created?.changes).toContainEqual({ field: 'subject', to: 'Boiler is cold' });
    expect(play.next()).toMatchObject({ passed: true, actual: 'refused FORBIDDEN' });
    expect(steps()).toEqual([]);
    expect(play.next()?.passed).toBe(true);
    expect(
      steps().flatMap(({ record, operation, changes }) => changes.map(({ field, to }) => `${record} ${operation}: ${field} ${to}`)),
    ).toEqual(expect.arrayContaining(['t assign: status assigned', 't assign: assignee Bo Chen']));
    let rows = 3;
    while (play.next() !== null) rows++;
    expect(rows).toBe(scenario.rows.length);
  } finally {
    play.close();
  }
});
