import { expect, test } from 'vitest';
import type { Answer, Exploration } from '../../explorer/explore.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { createExploring, type ExplorerPort } from './exploring.ts';
import type { FromExplorer, ToExplorer } from './messages.ts';

const analysisOf = (text: string): Analysis => ({ text }) as Analysis;
const found = { worlds: 3, who: null } as unknown as Exploration;
const answer = { can: true } as Answer;

function fakePort() {
  const sent: ToExplorer[] = [];
  const port: ExplorerPort = {
    postMessage: (message) => void sent.push(message),
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  };
  const say = (data: FromExplorer): void => port.onmessage?.({ data });
  return { port, sent, say };
}

test('each version is explored once, and the last result stays until the next search ends', () => {
  const { port, sent, say } = fakePort();
  const exploring = createExploring(() => port);
  const first = analysisOf('one');
  exploring.explore(first, false);
  exploring.explore(analysisOf('one'), false);
  expect(sent).toEqual([{ kind: 'explore', id: 1, text: 'one', who: false, effort: 1 }]);
  say({ kind: 'progress', id: 1, worlds: 2, depth: 1 });
  expect(exploring.state.get().progress).toEqual({ worlds: 2, depth: 1 });
  say({ kind: 'explored', id: 1, found });
  exploring.explore(first, false);
  exploring.explore(analysisOf('two'), false);
  expect(sent.slice(1)).toEqual([{ kind: 'explore', id: 2, text: 'two', who: false, effort: 1 }]);
  expect(exploring.state.get()).toMatchObject({ explored: { analysis: first }, progress: { worlds: 0 } });
  // Late messages of an earlier search change nothing.
  say({ kind: 'explored', id: 1, found: { worlds: 9 } as Exploration });
  expect(exploring.state.get().explored?.found.worlds).toBe(3);
});

test('results of the smallest world are available while larger ones are searched', () => {
  const { port, say } = fakePort();
  const exploring = createExploring(() => port);
  exploring.explore(analysisOf('one'), false);
  say({ kind: 'found', id: 1, found });
  expect(exploring.state.get()).toMatchObject({ explored: { found: { worlds: 3 } }, progress: { worlds: 0 } });
  say({ kind: 'explored', id: 1, found: { ...found, worlds: 9 } });
  expect(exploring.state.get()).toMatchObject({ explored: { found: { worlds: 9 } }, progress: null });
});

test('who can do what, for a version that was explored without it', () => {
  const { port, sent, say } = fakePort();
  const exploring = createExploring(() => port);
  const one = analysisOf('one');
  exploring.explore(one, false);
  say({ kind: 'explored', id: 1, found });
  exploring.explore(one, true);
  exploring.explore(one, true);
  expect(sent.slice(1)).toEqual([{ kind: 'explore', id: 2, text: 'one', who: true, effort: 1 }]);
  say({ kind: 'explored', id: 2, found: { ...found, who: [] } });
  exploring.explore(one, false);
  expect(sent).toHaveLength(2);
});

test('a question takes precedence, and the interrupted search continues afterwards', () => {
  const { port, sent, say } = fakePort();
  const exploring = createExploring(() => port);
  const one = analysisOf('one');
  exploring.explore(one, false);
  exploring.ask(one, 'Order: true');
  expect(exploring.state.get().asked).toMatchObject({ question: 'Order: true', answer: null });
  say({ kind: 'answered', id: 2, answer });
  expect(exploring.state.get().asked?.answer).toBe(answer);
  expect(sent.map(({ kind }) => kind)).toEqual(['explore', 'ask', 'explore']);
});

test('a search that did not finish is repeated with more time, a finished one is not', () => {
  const { port, sent, say } = fakePort();
  const exploring = createExploring(() => port);
  const one = analysisOf('one');
  exploring.explore(one, false);
  say({ kind: 'explored', id: 1, found });
  exploring.explore(one, false, 4);
  exploring.explore(one, false, 4);
  expect(sent.slice(1)).toEqual([{ kind: 'explore', id: 2, text: 'one', who: false, effort: 4 }]);
  say({ kind: 'explored', id: 2, found });
  expect(exploring.state.get().explored?.effort).toBe(4);
  exploring.explore(one, false);
  expect(sent).toHaveLength(2);
  exploring.ask(one, 'Order: true', 16);
  expect(sent.at(-1)).toEqual({ kind: 'ask', id: 3, text: 'one', question: 'Order: true', effort: 16 });
  expect(exploring.state.get().asked?.effort).toBe(16);
});

test('an invalid question reports why, and a worker that fails is restarted', () => {
  const ports = [fakePort(), fakePort()];
  let started = 0;
  const exploring = createExploring(() => ports[started++]?.port as ExplorerPort);
  const one = analysisOf('one');
  exploring.ask(one, 'Ordr: true');
  ports[0]?.say({ kind: 'failed', id: 1, message: 'There is no entity Ordr.' });
  expect(exploring.state.get()).toMatchObject({ asked: { trouble: 'There is no entity Ordr.' }, progress: null, trouble: null });
  exploring.explore(one, false);
  ports[0]?.port.onerror?.({ message: 'out of memory' });
  expect(exploring.state.get()).toMatchObject({ trouble: 'out of memory', progress: null });
  exploring.explore(one, false);
  expect(ports[1]?.sent).toEqual([{ kind: 'explore', id: 3, text: 'one', who: false, effort: 1 }]);
});

test('the previous result of a walk stays, marked as belonging to earlier steps, until the next world is known', () => {
  const { port, say } = fakePort();
  const exploring = createExploring(() => port);
  const walked = { rows: [], records: [], steps: [] };
  exploring.walk(analysisOf('one'), []);
  expect(exploring.state.get().walking).toMatchObject({ walked: null, isWaiting: true });
  say({ kind: 'walked', id: 1, walked });
  expect(exploring.state.get().walking).toMatchObject({ walked, isWaiting: false });
  exploring.walk(analysisOf('one'), [{ as: 'Ana', do: '`close t`', expect: '' }]);
  expect(exploring.state.get().walking).toMatchObject({ walked, isWaiting: true });
  say({ kind: 'failed', id: 2, message: 'It stopped.' });
  expect(exploring.state.get().walking).toMatchObject({ trouble: 'It stopped.', isWaiting: false });
});
