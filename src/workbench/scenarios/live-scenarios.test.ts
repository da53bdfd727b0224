import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../model/read.ts';
import { createLiveScenarios, type ScenarioPort } from './live-scenarios.ts';
import type { FromScenarios, RowOutcome, ToScenarios } from './messages.ts';
import { rowsOfScenario } from './run-rows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('only the last text of a burst is run, and only its rows are shown', async () => {
  const sent: ToScenarios[] = [];
  const shown: [number, readonly RowOutcome[]][] = [];
  const port: ScenarioPort = { postMessage: (message) => void sent.push(message), onmessage: null, terminate: () => undefined };
  const live = createLiveScenarios(
    async () => port,
    (version, rows) => void shown.push([version, rows]),
    (error) => expect.unreachable(String(error)),
  );
  live.offer(1, 'a', 1);
  live.offer(2, 'b', 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([{ id: 2, text: 'b' }]);
  const rows = [{ span: { from: 0, to: 1 }, passed: true, words: '' }];
  const answer = (data: FromScenarios): void => port.onmessage?.({ data });
  live.offer(3, 'c', 1);
  answer({ id: 2, rows, done: true });
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  answer({ id: 3, rows, done: true });
  expect(shown).toEqual([[3, rows]]);
  live.offer(4, 'no scenario', 0);
  expect(shown.at(-1)).toEqual([4, []]);
  live.destroy();
});

test('of the texts that come while the worker starts, only the last one is run', async () => {
  const sent: ToScenarios[] = [];
  const port: ScenarioPort = { postMessage: (message) => void sent.push(message), onmessage: null, terminate: () => undefined };
  let started = (_: ScenarioPort): void => undefined;
  const live = createLiveScenarios(
    () => new Promise((resolve) => (started = resolve)),
    () => undefined,
    (error) => expect.unreachable(String(error)),
  );
  for (const [version, text] of ['a', 'b', 'c'].entries()) {
    live.offer(version, text, 1);
    await vi.advanceTimersByTimeAsync(1000);
  }
  started(port);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ id: 2, text: 'c' }]);
  live.destroy();
});

test('a failing row shows what was expected and what happened', () => {
  const model = readModel(helpdesk.replace('`size(t.comments) == 1`', '`size(t.comments) == 7`'));
  const rows = rowsOfScenario(model, 0);
  expect(rows.length).toBeGreaterThan(3);
  const failed = rows.filter(({ passed }) => !passed);
  expect(failed).toHaveLength(1);
  expect(failed[0]?.words).toMatch(/^Expected .*7/);
  expect(model.tree.text.slice(failed[0]?.span.from, failed[0]?.span.to)).toContain('== 7');
});
