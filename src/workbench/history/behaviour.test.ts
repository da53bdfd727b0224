import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../model/read.ts';
import { compareBehaviour } from './behaviour.ts';

const model = readModel(helpdesk);
const changes = (text: string) =>
  compareBehaviour(model, readModel(text)).map(({ section, kind, what, from, to }) => `${section} ${kind} ${what}: ${from} > ${to}`);

test('rewording and moved rows are no change of behaviour', () => {
  expect(changes(helpdesk.replace('and got lost', 'and got mislaid'))).toEqual([]);
  const row = '| BODY_TOO_LONG | 422 | The description can have at most {MAX_BODY} characters. | at body |\n';
  expect(changes(helpdesk.replace(row, '').replace('| NOT_FOUND | 404 |', `${row}| NOT_FOUND | 404 |`))).toEqual([]);
});

test('a change of meaning is reported at its row', () => {
  expect(changes(helpdesk.replace('| DAILY_LIMIT | 20 | tickets |', '| DAILY_LIMIT | 30 | tickets |'))).toEqual([
    '9 changed the constant DAILY_LIMIT: 20 | tickets > 30 | tickets',
  ]);
  expect(changes(helpdesk.replace('| Ticket: delete | no | no | no | yes |', '| Ticket: delete | no | no | yes | yes |'))).toEqual([
    '6 added agent may: Ticket: delete:  > yes',
  ]);
  expect(changes(helpdesk.replace(/\| few tags .*\n/, ''))).toEqual([
    expect.stringContaining('5 removed the rule “few tags”: Ticket.tags'),
  ]);
});
