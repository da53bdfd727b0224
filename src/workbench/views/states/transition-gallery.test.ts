import { describe, expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import gallery from '../../../../tests/samples/gallery.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { transitionInWords } from '../../../language/in-words.ts';
import { readModel } from '../../../model/read.ts';
import { type NewTransition, startTransition, transitionTiles, writeTransition } from './transition-gallery.ts';

/** Returns the lines that a choice adds to a document, and how its row reads. */
function write(text: string, from: string, to: string, row: Partial<NewTransition>) {
  const model = readModel(text);
  const machine = model.machines[0] ?? expect.unreachable('the document has a machine');
  const { edits, wrong, input } = writeTransition(model, machine, { ...startTransition(model, machine, from, to), ...row });
  if (edits === undefined) return { wrong, input };
  const after = applyEdits(text, edits);
  const lines = text.split('\n');
  const written = readModel(after).machines[0];
  const last = written?.transitions.at(-1);
  return {
    come: after.split('\n').filter((line) => !lines.includes(line)),
    reads: written === undefined || last === undefined ? '' : transitionInWords(written, last),
  };
}

describe('chosen transitions', () => {
  test.each<[string, Partial<NewTransition>, string[], string]>([
    [
      'after a time',
      { form: 'after', length: '3 days' },
      ['| open | after `days(3)` | closed | | | | | |'],
      'A ticket that is open becomes closed by itself, 3 days later.',
    ],
    [
      'after a constant, under a condition',
      { form: 'after', length: 'AUTO_CLOSE', guard: [{ path: 'assignee', comparison: 'missing', value: '' }] },
      ['| open | after `AUTO_CLOSE` | closed | | `assignee == null` | | | |'],
      'A ticket that is open becomes closed by itself, AUTO_CLOSE later, if assignee is missing.',
    ],
    [
      'before a time of the record',
      { form: 'at', field: 'due', length: '2 hours', side: 'before' },
      ['| open | at `due - hours(2)` | closed | | | | | |'],
      'A ticket that is open becomes closed by itself, at due minus 2 hours.',
    ],
    [
      'calendar events',
      { form: 'every', rhythm: 'monday', clock: '8:30' },
      ['| open | every monday at `time("08:30")` | closed | | | | | |'],
      'A ticket that is open becomes closed by itself, every Monday at 08:30.',
    ],
    [
      'by people, with a condition, its error, and the row of section 6',
      {
        event: 'close',
        roles: ['agent'],
        guard: [{ path: 'comments', comparison: 'some', value: '' }],
      },
      [
        '| open | close | closed | agent | `size(comments) > 0` | TICKET_CLOSE_REFUSED | | |',
        '| TICKET_CLOSE_REFUSED | 422 | Comments must not be empty. | toast |',
      ],
      'A ticket that is open becomes closed by “close”, by people who are agent, if comments is not empty.',
    ],
    [
      'a new event for some people',
      { event: 'park', to: 'parked', roles: ['agent', 'manager'], asks: ['assignee'], isFinal: true },
      ['| open | park(assignee) | parked | agent, manager | | | | final |', '| Ticket: park | no | no | yes | yes |'],
      'A ticket that is open becomes parked by “park” (asks for assignee), by people who are agent or manager.',
    ],
    ['deleted', { form: 'delete' }, ['| open | delete | | | | | | |'], 'A ticket that is open is deleted.'],
  ])('%s', (_, row, come, reads) => {
    const given = write(helpdesk, 'open', 'closed', row);
    expect(given.come).toEqual(come);
    expect(given.reads).toBe(reads);
  });

  test('a refusal names the state in its message', () => {
    expect(write(gallery, 'under way', '', { form: 'refuse', event: 'start' }).come).toContain(
      '| TASK_START_REFUSED | 422 | “Start” is not possible while it is under way. | toast |',
    );
  });
});

test.each<[string, Partial<NewTransition>, string, RegExp]>([
  ['no event', { event: ' ' }, 'event', /Enter an event/],
  ['capitals', { event: 'Close It' }, 'event', /lower-case/],
  ['a timer typed as an event', { event: 'after 3 days' }, 'event', /choose a time/],
  ['a state with capitals', { event: 'close', to: 'Closed' }, 'to', /lower-case/],
  ['no length', { form: 'after', length: '' }, 'length', /length of time/],
  ['a length that is none', { form: 'after', length: 'soon' }, 'length', /length of time/],
  ['a time of day that is none', { form: 'every', clock: '25:00' }, 'clock', /such as 08:00/],
  ['half a condition', { event: 'close', guard: [{ path: 'number', comparison: 'more', value: '' }] }, 'guard', /Enter a value/],
])('%s is refused at its input', (_, row, input, wrong) => {
  const given = write(helpdesk, 'open', 'closed', row);
  expect(given.input).toBe(input);
  expect(given.wrong).toMatch(wrong);
});

test('what the document has no basis for cannot be chosen', () => {
  const text =
    '# Specification: A\n\n## 3. Entities\n\n### Bike\n\n| Field | Type |\n|---|---|\n| status | state |\n\n## 4. States\n\n### Bike.status\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n';
  const model = readModel(text);
  const machine = model.machines[0] ?? expect.unreachable('a machine');
  expect(transitionTiles(model, machine).find(({ key }) => key === 'at')?.why).toBe('Bike has no date or time.');
  expect(write(text, 'open', 'done', { event: 'finish', isFinal: true }).come).toContain('| open | finish | done | final |');
});
