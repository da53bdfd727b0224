import { expect, test } from 'vitest';
import { eventTo, isExit } from './verbs.ts';

test('the event that leads to a state is a common verb', () => {
  const events = {
    diagnosed: 'diagnose',
    approved: 'approve',
    shipped: 'ship',
    collected: 'collect',
    billed: 'bill',
    applied: 'apply',
    estimated: 'estimate',
    prepared: 'prepare',
    agreed: 'agree',
    withdrawn: 'withdraw',
    'in repair': 'start repair',
    'picked up': 'pick up',
    'signed off': 'sign off',
    'ready for collection': 'mark ready for collection',
    cooking: 'start cooking',
    'partly paid': 'pay partly',
  };
  for (const [state, event] of Object.entries(events)) expect(eventTo(state, [])).toBe(event);
});

test('without a certain, free and unreserved verb, the event names the state', () => {
  expect(eventTo('waiting for parts', [])).toBe('move to waiting for parts');
  expect(eventTo('deleted', [])).toBe('move to deleted');
  expect(eventTo('shipped', ['ship'])).toBe('move to shipped');
  expect(eventTo('bed', [])).toBe('move to bed');
});

test('recognises states that end a record without success', () => {
  for (const exit of ['cancelled', 'rejected', 'withdrawn', 'lost', 'no show', 'cancelled by customer']) expect(isExit(exit)).toBe(true);
  for (const stage of ['ready', 'collected', 'lost and found', 'closed', 'rejection']) expect(isExit(stage)).toBe(false);
});
