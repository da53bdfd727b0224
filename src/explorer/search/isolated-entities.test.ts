import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { wholeAnswer } from '../../../testing/whole-answer.ts';
import { readModel } from '../../model/read.ts';
import { type Exploration, explore } from '../explore.ts';

const sentence = (exploration: Exploration): string | undefined =>
  exploration.limits.find((limit) => limit.startsWith('A world has only one record of'));

/** A document about notes with their lines, which people write and close. The options vary it. */
const notes = ({
  noteFields = '',
  lineFields = '',
  guard = '`lines.exists(l, l.good)`',
  effect = '',
  event = 'close',
  rules = '',
  update = 'no',
  more = '',
}: Partial<
  Record<'noteFields' | 'lineFields' | 'guard' | 'effect' | 'event' | 'rules' | 'update' | 'more', string>
> = {}): string => `# Specification: Notes

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| notes | list of Note by owner | |

| Example | email |
|---|---|
| Ann | ann@example.com |
| Bob | bob@example.com |

### Note

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| owner | Person | yes | | \`me\` |
| status | state | | | |
| lines | list of Line by note | | | |
${noteFields}
### Line

| Field | Type | Required | Unique |
|---|---|---|---|
| note | Note on delete cascade | yes | |
| good | boolean | yes | |
${lineFields}${more}
## 4. States and transitions

### Note.status

| From | Event | To | Roles | Guard | Effect | Description |
|---|---|---|---|---|---|---|
| | | open | | | | |
| open | ${event} | closed | | ${guard} | ${effect} | final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| closed is closed | Line on create | \`note.status != "closed"\` | CLOSED |
${rules}
## 6. Roles and permissions

| Role | Is |
|---|---|
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | person |
|---|---|
| Note: create, read, close, delete | \`owner == me\` |
| Note: update | no |
| Line: create, read | \`note.owner == me\` |
| Line: update | ${update} |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CLOSED | 409 | Closed. |
`;

test('records that never meet are searched one at a time, and the answer says so', async () => {
  const exploration = await explore(readModel(notes()), { bounds: { records: 2 }, now: () => 0 });
  expect(sentence(exploration)).toContain('one record of Note, with what belongs to it');
});

test('the answers equal those of worlds with several records', async () => {
  const [one, several] = [await wholeAnswer(notes(), true), await wholeAnswer(notes(), false)];
  expect(one?.said).toEqual(several?.said);
  expect(one?.worlds).toBeLessThan(several?.worlds ?? 0);
});

test('the helpdesk gets the same answers from a tenth of the worlds', async () => {
  const [one, several] = [await wholeAnswer(helpdesk, true, { asks: false }), await wholeAnswer(helpdesk, false, { asks: false })];
  expect(one?.said).toEqual(several?.said);
  expect((one?.worlds ?? 0) * 10).toBeLessThan(several?.worlds ?? 0);
}, 240_000);

test.each([
  ['a guard looks at all of them', { guard: '`Note.filter(n, n.status == "open").size() == 1`' }],
  ['a guard looks at the records that belong to others', { guard: '`Line.exists(l, l.good)`' }],
  ['a guard looks at them over a person', { guard: '`owner.notes.size() == 1`' }],
  ['a value must differ', { noteFields: '| place | integer | yes | yes | |\n' }],
  ['a value of what belongs to them must differ', { lineFields: '| place | integer | yes | yes |\n' }],
  ['they name each other', { noteFields: '| after | Note | | | |\n' }],
  ['what belongs to them belongs to something else, too', { lineFields: '| other | Note | | |\n' }],
  ['what belongs to them can be moved', { update: '`note.owner == me`' }],
  ['an event is given one', { event: 'close(into: Note)' }],
  ['an effect makes one', { effect: '`create Note with {"owner": owner}`' }],
  [
    'an effect makes something else',
    { effect: '`create Mark with {"good": true}`', more: '\n### Mark\n\n| Field | Type |\n|---|---|\n| good | boolean |\n' },
  ],
  ['something else lists them', { more: '\n### Pin\n\n| Field | Type |\n|---|---|\n| notes | list of Note |\n' }],
  ['a rule speaks of all', { rules: '| few | | always `Note.filter(n, n.status == "open").size() < 2` | |\n' }],
])('not where %s', async (_, different) => {
  const text = notes(different);
  expect(readModel(text).entities.length).toBeGreaterThanOrEqual(3);
  const exploration = await explore(readModel(text), { bounds: { records: 1 }, now: () => 0 });
  expect(sentence(exploration)).toBeUndefined();
});
