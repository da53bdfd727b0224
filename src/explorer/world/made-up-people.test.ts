import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';
import { examplesTable, madeUpPeople, peopleIn, withPeople } from './made-up-people.ts';

interface Parts {
  readonly fields: readonly string[];
  readonly roles: readonly string[];
  readonly examples?: string;
}

const about = ({ fields, roles, examples = '' }: Parts): string => `# Specification: Clubs

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
${fields.map((row) => `| ${row} |`).join('\n')}

${examples}

### Club

| Field | Type |
|---|---|
| state | state |

## 4. States and transitions

### Club.state

| From | Event | To |
|---|---|---|
| | | planned |
| planned | open | open |

### Person.standing

| From | Event | To |
|---|---|---|
| | | new |
| new | admit | member |

## 6. Roles and permissions

| Role | Is |
|---|---|
${roles.map((row) => `| ${row} |`).join('\n')}

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | ${roles.map((row) => row.split(' |')[0]).join(' | ')} |
|---|${roles.map(() => '---|').join('')}
| Club: create, read, open | ${roles.map(() => 'yes').join(' | ')} |
`;

const kind = 'kind | enum guest, desk | yes';
const guest = 'guest | `me.kind == "guest"`';
const desk = 'desk | `me.kind == "desk"`';

test('two people are made up for each role that no example has', () => {
  const examples = [
    'Example | email | kind | born',
    '---|---|---|---',
    'Dan | dan@example.com | desk | 1999-01-01',
    'guest1 | g@example.com | desk | 1999-01-01',
  ]
    .map((row) => `| ${row} |`)
    .join('\n');
  const people = madeUpPeople(readModel(about({ fields: [kind, 'born | date | yes'], roles: [guest, desk], examples })));
  expect(examplesTable(people).split('\n')).toEqual([
    '| Example | email | born | kind |',
    '|---|---|---|---|',
    '| guest2 | guest2@example.com | 2000-01-01 | guest |',
    '| guest3 | guest3@example.com | 2000-01-02 | guest |',
  ]);
  expect(peopleIn(people, '| guest2 | `open club1` |').map(({ name }) => name)).toEqual(['guest2']);
});

test('a person has the role that is wanted and as few others as possible', () => {
  const roles = ['boss | `me.boss`', 'member | `me.standing == "member"`', 'both | `me.boss && me.standing == "member"`'];
  const model = readModel(about({ fields: ['boss | boolean | yes', 'standing | state |'], roles }));
  const people = madeUpPeople(model);
  expect(people.map(({ role, cells }) => `${role}: ${cells.get('boss')} ${cells.get('standing')}`)).toEqual([
    'boss: yes new',
    'boss: yes new',
    'member: no member',
    'member: no member',
    'both: yes member',
    'both: yes member',
  ]);
  expect(madeUpPeople(withPeople(model, people))).toEqual([]);
});

test('no people are made up if a value that they need cannot be, or if no values give them the role', () => {
  expect(madeUpPeople(readModel(about({ fields: [kind, 'club | Club | yes'], roles: [guest] })))).toEqual([]);
  expect(madeUpPeople(readModel(about({ fields: [kind], roles: ['odd | `me.email == "odd@example.com"`'] })))).toEqual([]);
});

test('made-up people do what only their role may do, and the answer names them', async () => {
  const model = readModel(about({ fields: [kind], roles: [guest, desk] }));
  const { reached, complete, limits, people, findings } = await explore(model, { bounds: { records: 1 }, now: () => 0 });
  expect(complete).toBe(true);
  expect(reached.states.filter(({ entity }) => entity === 'Club').map(({ state }) => state)).toEqual(['planned', 'open']);
  expect(limits).toContain('No example has the roles guest and desk, so people with them were made up: guest1, guest2, desk1 and desk2.');
  expect(people).toHaveLength(4);
  expect(findings.map(({ code }) => code)).toEqual([]);
  const fromExamples = await explore(model, { bounds: { records: 1, examples: true }, now: () => 0 });
  expect(fromExamples.people).toEqual([]);
});
