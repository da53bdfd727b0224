import { describe, expect, test } from 'vitest';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { writeCell } from '../check/asking/write.ts';
import type { Placed } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { answersFor } from './draft.ts';

const model = readModel(helpdesk);

const machine = model.machines.find(({ entity }) => entity === 'Ticket');
const guarded = machine?.transitions.find(({ guard }) => guard !== null);
const rule = model.rules[0];
if (guarded === undefined || rule === undefined) throw new Error('The helpdesk has no guard or no rule.');

/**
 * The answers for text typed into a cell with the caret at `¦`, written as code and as plain text.
 */
function answers(row: Placed, header: string, typed: string, ways = [(words: string) => `\`${words}\``, (words: string) => words]) {
  const draft = {
    typed: typed.replace('¦', ''),
    caret: typed.indexOf('¦'),
    ways: (words: string) => ways.map((way) => writeCell(model, row.span, header, way(words))),
  };
  const { span, items, reads } = answersFor(model, draft);
  return { word: draft.typed.slice(span.from, span.to), labels: items.map(({ label }) => label), reads };
}

describe('completions for text typed outside the document', () => {
  test('are those of the place it will be written to', () => {
    const found = answers(guarded, 'Guard', 'assi¦');
    expect(found.word).toBe('assi');
    expect(found.labels).toEqual(expect.arrayContaining(['assignee', 'comments', 'now']));
    expect(answers(guarded, 'Guard', 'assignee.¦ == 1').labels).toEqual(expect.arrayContaining(['role', 'email']));
    expect(answers(guarded, 'Guard', 'status == "¦"').labels).toEqual(expect.arrayContaining(['open', 'resolved']));
  });

  test('include the cell’s keywords besides code, without a backtick', () => {
    const { labels } = answers(rule, 'Must hold', 'u¦');
    expect(labels).toEqual(expect.arrayContaining(['unique', 'never', 'subject']));
    expect(labels).not.toContain('`…`');
  });

  test('span the word up to the caret, even with pipes before it', () => {
    expect(answers(guarded, 'Guard', 'assignee == null || due > no¦ && true')).toMatchObject({
      word: 'no',
      labels: expect.arrayContaining(['now']),
    });
  });

  test('are empty in prose, and the document does not change', () => {
    expect(answers(guarded, 'Description', 'tick¦', [(words) => words])).toEqual({ word: '', labels: [], reads: null });
    expect(model.tree.text).toBe(helpdesk);
  });
});

describe('a typed condition in words', () => {
  test.each([
    ['assignee == null || due > now¦', 'assignee is missing or due is after now'],
    ['due == null || due ¦> now', 'due is after now'],
    ['assignee ==¦', null],
    ['asignee == null¦', null],
    ['size(comments) > "a"¦', null],
    ['¦', null],
  ])('%s', (typed, reads) => {
    expect(answers(guarded, 'Guard', typed, [(words) => (words === '' ? '' : `\`${words}\``)]).reads).toBe(reads);
  });

  test('describes the whole row of a rule', () => {
    expect(answers(rule, 'Must hold', 'size(subject) > 3¦').reads).toMatch(/^For every ticket, the length of subject is more than 3/);
    expect(answers(rule, 'Must hold', 'unique subject¦', [(words) => words]).reads).toMatch(
      /^No two records of ticket have the same subject/,
    );
  });
});
