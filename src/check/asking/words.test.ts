import { expect, test } from 'vitest';
import { eventTo } from './answer-words.ts';

test('the event that leads to a state is a verb as people write it', () => {
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
  };
  for (const [state, event] of Object.entries(events)) expect(eventTo(state, [])).toBe(event);
});

test('where no verb is certain, taken or reserved, the event says where it leads', () => {
  expect(eventTo('waiting for parts', [])).toBe('move to waiting for parts');
  expect(eventTo('deleted', [])).toBe('move to deleted');
  expect(eventTo('shipped', ['ship'])).toBe('move to shipped');
  expect(eventTo('bed', [])).toBe('move to bed');
});
