import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits, type TextEdit } from '../../../base/text-edit.ts';
import { readModel } from '../../../model/read.ts';
import { type MatrixLine, matrixOf, reachabilityOf } from './matrix.ts';
import {
  addFieldRow,
  addPermission,
  changeCell,
  changeOperation,
  changeRefusalError,
  conditionMistake,
  grantAll,
} from './permission-edits.ts';

const model = readModel(helpdesk);
const lines = (text: string): readonly MatrixLine[] =>
  matrixOf(readModel(text)).flatMap((entity) => entity.lines.flatMap((line) => [line, ...line.fields]));
const lineOf = (id: string, text = helpdesk): MatrixLine =>
  lines(text).find((line) => line.id === id) ?? expect.unreachable(`no line ${id}`);
const verdicts = (line: MatrixLine) =>
  line.cells.map(({ role, verdict }) => `${role}: ${verdict.kind === 'when' ? verdict.conditions.join(' or ') : verdict.kind}`);

/** Returns the changed lines, before and after. */
function changed(edits: readonly TextEdit[], text = helpdesk): readonly [readonly string[], readonly string[]] {
  const before = text.split('\n');
  const after = applyEdits(text, edits).split('\n');
  let from = 0;
  while (before[from] === after[from] && from < before.length) from++;
  let behind = 0;
  while (before.at(-1 - behind) === after.at(-1 - behind) && behind < Math.min(before.length, after.length) - from) behind++;
  return [before.slice(from, before.length - behind), after.slice(from, after.length - behind)];
}

test('a cell combines all rows', () => {
  expect(verdicts(lineOf('Ticket.:update'))).toEqual([
    'visitor: refused',
    'customer: customer == me && status == "open"',
    'agent: allowed',
    'manager: allowed',
  ]);
  expect(verdicts(lineOf('User.role:update'))).toEqual(['visitor: refused', 'customer: refused', 'agent: refused', 'manager: allowed']);
  expect(verdicts(lineOf('Comment.:delete'))).toEqual(['visitor: refused', 'customer: refused', 'agent: refused', 'manager: refused']);
  expect(lineOf('Ticket.:assign').event).toBe(true);
});

test('an empty cell shows the verdict of the included role, and names that role', () => {
  const text = helpdesk.replace('| Ticket: delete | no | no | no | yes |', '| Ticket: delete | no | no | yes | |');
  const cell = lineOf('Ticket.:delete', text).cells.find(({ role }) => role === 'manager');
  expect(cell).toMatchObject({ verdict: { kind: 'allowed' }, sources: [{ includedRole: 'agent' }] });
});

test('without a table, everything is assumed', () => {
  const text = helpdesk.slice(0, helpdesk.indexOf('| Permission |')) + helpdesk.slice(helpdesk.indexOf('## 7.'));
  expect(new Set(lines(text).flatMap(({ cells }) => cells.map(({ verdict }) => verdict.kind)))).toEqual(new Set(['assumed']));
  const line = lineOf('Ticket.:delete', text);
  const after = applyEdits(text, addPermission(readModel(text), line, 'customer', { kind: 'no' }));
  expect(verdicts(lineOf('Ticket.:delete', after))).toEqual([
    'visitor: allowed',
    'customer: refused',
    'agent: allowed',
    'manager: allowed',
  ]);
  expect(verdicts(lineOf('Ticket.:read', after)).every((said) => said.endsWith('allowed'))).toBe(true);
});

test('who can ever perform an operation', () => {
  const says = (id: string) =>
    reachabilityOf(model, lineOf(id)).map(({ role, reachable, why }) => `${role} ${reachable ? 'yes' : 'no'}: ${why}`);
  expect(says('Ticket.:reopen')).toEqual([
    'visitor no: section 4 names customer, manager only',
    'customer yes: when customer == me',
    'agent no: section 4 names customer, manager only',
    'manager yes: always',
  ]);
  expect(says('Ticket.:delete')).toEqual(['visitor no: never', 'customer no: never', 'agent no: never', 'manager yes: always']);
});

test('changing a cell changes nothing else', () => {
  const row = lineOf('Ticket.:delete').cells[0]?.sources[0]?.row ?? expect.unreachable('no row');
  expect(changed(changeCell(model, row, 'agent', { kind: 'when', condition: 'assignee == me || status == "closed"' }))).toEqual([
    ['| Ticket: delete | no | no | no | yes |'],
    ['| Ticket: delete | no | no | `assignee == me \\|\\| status == "closed"` | yes |'],
  ]);
});

test('one operation of a row that names several gets its own row', () => {
  const row = lineOf('Ticket.:resolve').cells[0]?.sources[0]?.row ?? expect.unreachable('no row');
  expect(changed(changeOperation(model, row, 'resolve', 'customer', { kind: 'yes' }))).toEqual([
    ['| Ticket: assign, resolve, close | no | no | yes | yes |'],
    ['| Ticket: assign, close | no | no | yes | yes |', '| Ticket: resolve | no | yes | yes | yes |'],
  ]);
});

test('an operation without a row gets one', () => {
  expect(changed(addPermission(model, lineOf('Comment.:delete'), 'manager', { kind: 'yes' }))).toEqual([
    [],
    ['| Comment: delete | no | no | no | yes |'],
  ]);
  expect(changed(addFieldRow(model, lineOf('Comment.:read'), 'body'))).toEqual([
    [],
    ['| Comment.body: read | no | `ticket.customer == me` | yes | yes |'],
  ]);
});

test('a condition is an expression', () => {
  expect(conditionMistake('')).toContain('Enter a condition');
  expect(conditionMistake('`a`')).toContain('backticks');
  expect(conditionMistake('a == me')).toBeNull();
});

test('the error of a refusal is written in the column Else, which is added if it is missing', () => {
  const row = lineOf('Ticket.:resolve').cells[0]?.sources[0]?.row ?? expect.unreachable('no row');
  const text = applyEdits(helpdesk, changeRefusalError(model, row, 'NO_ANSWER'));
  const after = readModel(text).permissions ?? [];
  expect(after.find(({ title }) => title === row.title)?.error?.text).toBe('NO_ANSWER');
  expect(after.filter(({ error }) => error !== null)).toHaveLength(1);
  const again = after.find(({ title }) => title === row.title) ?? expect.unreachable('no row');
  const taken = readModel(applyEdits(text, changeRefusalError(readModel(text), again, ''))).permissions ?? [];
  expect(taken.every(({ error }) => error === null)).toBe(true);
  // The rest of the matrix is unchanged.
  expect(lines(text).map(verdicts)).toEqual(lines(helpdesk).map(verdicts));
});

test('a whole row or column is set in one step, and other operations stay unchanged', () => {
  const row = lineOf('Ticket.:assign').cells.map(({ role }) => ({ id: 'Ticket.:assign', role }));
  const all = applyEdits(helpdesk, grantAll(model, row, { kind: 'yes' }));
  expect(verdicts(lineOf('Ticket.:assign', all))).toEqual(['visitor: allowed', 'customer: allowed', 'agent: allowed', 'manager: allowed']);
  const others = (text: string) => lines(text).flatMap((line) => (line.id === 'Ticket.:assign' ? [] : [[line.id, ...verdicts(line)]]));
  expect(others(all)).toEqual(others(helpdesk));

  const ids = matrixOf(model).flatMap(({ entity, lines: own }) => (entity === 'Ticket' ? own.map(({ id }) => id) : []));
  const column = applyEdits(
    helpdesk,
    grantAll(
      model,
      ids.map((id) => ({ id, role: 'agent' })),
      { kind: 'no' },
    ),
  );
  expect(ids.map((id) => lineOf(id, column).cells.find(({ role }) => role === 'agent')?.verdict.kind)).toEqual(ids.map(() => 'refused'));
  const rest = (text: string) =>
    lines(text).flatMap((line) => line.cells.flatMap(({ role, verdict }) => (role === 'agent' ? [] : [[line.id, role, verdict]])));
  expect(rest(column)).toEqual(rest(helpdesk));
});
