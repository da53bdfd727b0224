import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { constantOf, errorOf } from '../../model/lookup.ts';
import { readModel } from '../../model/read.ts';
import { messageOf, statusMistake } from './errors/error-words.ts';
import { constantNameMistake } from './new-row-panel.tsx';
import { usesOf } from './uses.ts';

const model = readModel(helpdesk);
const error = (name: string) => errorOf(model, name) ?? expect.unreachable(`there is no ${name}`);

test('the uses of a constant and of an error', () => {
  const constant = constantOf(model, 'MAX_SUBJECT') ?? expect.unreachable('there is no MAX_SUBJECT');
  expect(usesOf(model, constant.name.span.from).map(({ words }) => words)).toEqual([
    '5 Validation rules: subject is short',
    '8 The error catalogue: SUBJECT_TOO_LONG',
  ]);
  expect(usesOf(model, error('NO_ANSWER').name.span.from).map(({ section }) => section)).toContain(4);
});

test('an error reads as a person sees it', () => {
  expect(messageOf(model, error('SUBJECT_TOO_LONG'))).toBe('The subject can have at most 120 characters.');
  expect(messageOf(model, error('REOPEN_TOO_LATE'))).toBe('A ticket can be reopened within 7 days.');
  expect(messageOf(model, error('NOT_FOUND'))).toBe('There is no such record.');
});

test('an invalid name or status is reported', () => {
  const mistake = constantNameMistake(['TOO_MANY']);
  expect(mistake('too many')).toContain('capitals');
  expect(mistake('TOO_MANY')).toContain('already');
  expect(mistake('TOO_FEW')).toBeNull();
  expect(statusMistake('200')).not.toBeNull();
  expect(statusMistake('409')).toBeNull();
});
