import { expect, test } from 'vitest';
import type { Planned } from '../plan/planned.ts';
import type { Move, Node } from '../plan/situations.ts';
import { Left } from './ways.ts';

const request = (words: string, rank?: number): Planned =>
  ({ mutation: { kind: 'input', input: 'a', words }, ...(rank === undefined ? {} : { rank }) }) as unknown as Planned;
const node = (key: string, ...checks: Planned[]): Node => ({ key, path: [], checks, moves: [] });
const wordsIn = (left: Left, at: Node): readonly (string | undefined)[] =>
  (left.of(at)?.checks ?? []).map(({ mutation }) => (mutation?.kind === 'input' ? mutation.words : undefined));

test('the most informative requests are open first, in all situations; widening opens the rest', () => {
  const [near, far] = [node('near', request('a', 2), request('b'), request('c', 1)), node('far', request('d', 0), request('e', 1))];
  const left = new Left([near, far].values(), () => true);
  expect([left.plansOneMore(), left.plansOneMore(), left.plansOneMore()]).toEqual([true, true, false]);
  expect([wordsIn(left, near), wordsIn(left, far)]).toEqual([['b'], ['d']]);
  expect(left.widens()).toBe(true);
  expect([wordsIn(left, near), wordsIn(left, far)]).toEqual([
    ['b', 'c'],
    ['d', 'e'],
  ]);
  expect(left.widens()).toBe(true);
  expect(wordsIn(left, near)).toEqual(['b', 'c', 'a']);
  expect(left.widens()).toBe(false);
});

test('requests planned later for a situation are added once', () => {
  const near = node('near', request('a'));
  const left = new Left([near, near].values(), () => true);
  left.plansOneMore();
  near.checks.push(request('b'));
  left.plansOneMore();
  expect(wordsIn(left, near)).toEqual(['a', 'b']);
});

test('what is left is one line for each call, with the nearest of its situations', () => {
  const call = (method: string, path: string): Planned => ({ call: { method, path } }) as unknown as Planned;
  const [make, close] = [call('POST', '/jobs'), call('POST', '/jobs/:id/close')];
  const far: Node = { key: 'far', path: [make, close], checks: [close, call('GET', '/jobs')], moves: [] };
  const near: Node = { key: 'near', path: [make], checks: [close, close], moves: [] };
  const left = new Left([far, near].values(), () => true);
  while (left.plansOneMore());
  expect(left.untried()).toEqual([
    'POST /jobs/:id/close after POST /jobs, and in 1 other situation',
    'GET /jobs after POST /jobs, POST /jobs/:id/close',
  ]);
});

test('the requests of scenarios come before the others of their situation, in order', () => {
  const move = (planned: Planned): Move => ({ planned, to: '', isNew: true, lasts: false });
  const near: Node = { key: 'near', path: [], checks: [], moves: [move(request('a')), move(request('b', -1)), move(request('c', -1))] };
  const left = new Left([near].values(), () => true);
  expect(left.isOfScenario(near)).toBe(false);
  left.plansOneMore();
  const words = left.of(near)?.moves.map(({ planned: { mutation } }) => (mutation?.kind === 'input' ? mutation.words : ''));
  expect(words).toEqual(['b', 'c', 'a']);
  expect(left.isOfScenario(near)).toBe(true);
});
