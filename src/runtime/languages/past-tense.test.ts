import { expect, test } from 'vitest';
import { pastTense } from './past-tense.ts';

test.each([
  ['Withdraw', 'withdrew'],
  ['Resolve', 'resolved'],
  ['Close', 'closed'],
  ['Reopen', 'reopened'],
  ['Retry', 'retried'],
  ['Play', 'played'],
  ['Ship', 'shipped'],
  ['Review', 'reviewed'],
  ['Cancel', 'cancelled'],
  ['Answer', 'answered'],
  ['Mark as paid', 'marked as paid'],
  ['Write off', 'wrote off'],
  ['Shared', 'shared'],
  ['3D print', '3D print'],
])('%s: %s', (event, said) => {
  expect(pastTense(event)).toBe(said);
});
