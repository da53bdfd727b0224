import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LineIndex } from '../../base/position.ts';
import { readModel } from '../../model/read.ts';
import { type Division, divisionsOf, isBlocked, layoutBy } from './divide.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const sample = read('tests/samples/divided.md');

const by = (root: string, text = sample): Division => {
  const found = divisionsOf(readModel(text)).divisions.find((division) => division.root === root);
  if (found === undefined) throw new Error(`nothing hangs on ${root}`);
  return found;
};
/** The findings of a kind, each preceded by the first cell of its row. */
const said = ({ findings }: Division, kind: string, text = sample): string[] => {
  const lines = new LineIndex(text);
  return findings
    .filter((finding) => finding.kind === kind)
    .map(({ span, message }) => `${text.split('\n')[lines.position(span.from).line - 1]?.split('|')[1]?.trim()}: ${message}`);
};
const where = ({ layout }: Division): Record<string, string> =>
  Object.fromEntries(layout.tables.map((table) => [table.table, table.kind === 'divided' ? table.column : table.kind]));

describe('a document in which everything belongs to one workspace', () => {
  test('can be divided by it, without an obstacle', () => {
    const [best] = divisionsOf(readModel(sample)).divisions;
    expect(best?.root).toBe('Workspace');
    expect(best !== undefined && isBlocked(best)).toBe(false);
    expect(where(by('Workspace'))).toEqual({
      User: 'copied',
      Workspace: 'id',
      Project: 'workspace',
      Task: '~root',
      Note: '~root',
      Label: 'single',
      'Task.helpers': '~root',
      'Task.related': '~root',
    });
  });

  test('reads the root of an indirectly dependent record from the record it depends on', () => {
    const of = (name: string) => by('Workspace').layout.tables.find(({ table }) => table === name);
    expect(of('Task')).toMatchObject({ from: { column: 'project', table: 'Project', theirs: 'workspace' } });
    expect(of('Note')).toMatchObject({ from: { column: 'task', table: 'Task', theirs: '~root' } });
    expect(of('Task.helpers')).toMatchObject({ from: { column: 'owner', table: 'Task', theirs: '~root' } });
  });

  test('reports what would be refused, enforced less strictly, or slower, with its row', () => {
    const division = by('Workspace');
    expect(said(division, 'narrower').map((one) => one.split(':')[0])).toEqual(['after', 'related']);
    expect(said(division, 'weaker')).toEqual([
      expect.stringMatching(/^few at all: the rule “few at all” looks at records of Task under every Workspace/),
    ]);
    expect(said(division, 'slower')).toEqual([
      expect.stringContaining('this lists Task without limiting it to one Workspace'),
      expect.stringContaining('this looks for a record of Project without limiting it to one Workspace'),
    ]);
    // A list of one project goes to one machine if the tables are divided by project.
    expect(said(by('Project'), 'slower')).toHaveLength(2);
  });
});

test.each([
  [
    'a guard',
    '| From | Event | To | Description |\n|---|---|---|---|\n| | | open | |\n| open | finish | done | final |',
    '| From | Event | To | Guard |\n|---|---|---|---|\n| | | open | |\n| open | finish | done | `size(Task) > 1` |',
    /^open: this guard of Task\.status looks at records of Task/,
  ],
  [
    'what a call checks',
    '`list Task as ts`',
    '`check size(Task) > 1 else BUSY; list Task as ts`',
    /: what is checked here looks at records of Task/,
  ],
])('%s that looks at records under every root is kept less', (_, from, to, message) => {
  const text = sample.replace(from, to);
  expect(said(by('Workspace', text), 'weaker', text)).toContainEqual(expect.stringMatching(message));
});

describe('an obstacle', () => {
  const hindered = (from: string, to: string, root = 'Workspace'): string[] =>
    said(by(root, sample.replace(from, to)), 'hinders', sample.replace(from, to));

  test('is a value that must be unique across all roots', () => {
    expect(hindered('| title once | Task | unique project, title |', '| title once | Task | unique title |')).toEqual([
      'title once: Task.title must be unique among all records, whatever Workspace they belong to: no machine has all of them to look',
    ]);
    // Not so for serial numbers: the counter never repeats one, wherever the record is.
    expect(hindered('| lead |', '| code | text | | yes | |\n| lead |')).toEqual([
      expect.stringMatching(/^code: Project\.code must be unique/),
    ]);
  });

  test('is an interval that must not overlap across all roots', () => {
    expect(hindered('from, until per project', 'from, until')).toEqual([
      expect.stringMatching(/^one at a time: the rule “one at a time” of Task allows no overlap among all records/),
    ]);
  });

  test('is a relation from an entity that belongs to no root', () => {
    expect(
      hindered('| name | text | yes | label |\n\n## 4', '| name | text | yes | label |\n| task | Task on delete clear | | |\n\n## 4'),
    ).toEqual([
      expect.stringMatching(
        /^task: Label\.task leads to a Task, which lies on one machine only, while nothing says to which Workspace a Label belongs/,
      ),
    ]);
  });
});

describe('only unchangeable relations tie records together', () => {
  const hanging = (from: string, to: string): string[] => {
    const { divisions } = divisionsOf(readModel(sample.replace(from, to)));
    return [...(divisions.find(({ root }) => root === 'Workspace')?.hanging.keys() ?? [])];
  };
  const loose = (from: string, to: string): string[] =>
    divisionsOf(readModel(sample.replace(from, to))).ties.loose.map(
      ({ tie, change }) => `${tie.entity}.${tie.field.name.text}: ${change.why}`,
    );

  test('in the unchanged document', () => {
    expect(hanging('', '')).toEqual(['Project', 'Task', 'Note']);
    expect(loose('', '')).toEqual([]);
  });

  test.each([
    [
      'a row of section 6',
      '| Project.workspace: update | no | no |\n',
      '',
      /^Project\.workspace: the row “Project: create, read, update, delete” .* \(a row “Project\.workspace: update”/,
    ],
    ['no rule', '`project == old.project`', '`size(title) > 0`', /^Task\.project: the row/],
    ['a weaker rule', '`project == old.project`', '`project == old.project || title == ""`', /^Task\.project: the row/],
    [
      'an effect',
      '| From | Event | To | Description |\n|---|---|---|---|\n| | | open | |\n| open | finish | done | final |',
      '| From | Event | To | Effect |\n|---|---|---|---|\n| | | open | |\n| open | finish | done | `project = project` |',
      /^Task\.project: an effect/,
    ],
    ['an event', '| open | finish | done | final |', '| open | finish(project) | done | final |', /^Task\.project: the event “finish”/],
  ])('%s', (_, from, to, why) => {
    expect(sample).toContain(from);
    expect(loose(from, to)).toEqual([expect.stringMatching(why)]);
    expect(layoutBy(readModel(sample.replace(from, to)), 'Workspace')).not.toEqual(by('Workspace').layout);
  });

  test('not an optional relation, nor one that a deletion clears', () => {
    expect(hanging('| project | Project on delete cascade | yes |', '| project | Project on delete cascade | |')).toEqual(['Project']);
    expect(hanging('| project | Project on delete cascade | yes |', '| project | Project on delete clear | yes |')).toEqual(['Project']);
  });
});

describe('the root itself', () => {
  test('is copied if its values must be unique', () => {
    const text = sample.replace(
      '### Workspace\n\n| Field | Type | Required | Description |\n|---|---|---|---|\n| name | text | yes | label |',
      '### Workspace\n\n| Field | Type | Required | Unique | Description |\n|---|---|---|---|---|\n| name | text | yes | yes | label |',
    );
    expect(where(by('Workspace', text))).toMatchObject({ Workspace: 'copied', Project: 'workspace' });
    expect(isBlocked(by('Workspace', text))).toBe(false);
  });

  test('is copied if other records refer to it as well', () => {
    const text = sample.replace('| after |', '| seenBy | Workspace on delete clear | | | |\n| after |');
    expect(where(by('Workspace', text))).toMatchObject({ Workspace: 'copied' });
  });

  test('accounts are copied, whatever depends on them', () => {
    expect(where(by('User'))).toMatchObject({ User: 'copied', Note: 'author' });
  });
});

test.each([
  ['school', ['Course', 'User']],
  ['inventory', ['Part', 'Supplier', 'User']],
  ['conduit', ['Article', 'User']],
  ['helpdesk', ['Ticket']],
  ['booking', []],
])('%s can be divided by %j', (name, roots) => {
  const { divisions } = divisionsOf(readModel(read(`specs/${name}.md`)));
  expect(divisions.filter((division) => !isBlocked(division)).map(({ root }) => root)).toEqual(roots);
});

test('prefers the entity that people work in, even if more depends on another', () => {
  const of = (entity: string, field: string, type: string): string =>
    `### ${entity}\n\n| Field | Type | Required |\n|---|---|---|\n| name | text | |\n| ${field} | ${type} | yes |\n`;
  const document = (account: string): string => `# Specification: Shifts

## 3. Entities and their fields

${of('User', 'email', 'email')}
${of('Organisation', 'purpose', 'text')}
${of('Shift', 'org', 'Organisation')}
${of('Course', 'place', 'text')}
${of('Lesson', 'course', 'Course')}
${of('Note', 'course', 'Course')}
## 6. Roles and permissions

| Account | |
|---|---|
| Entity | User |
${account}
| Permission | everyone |
|---|---|
| Shift.org: update | no |
| Lesson.course: update | no |
| Note.course: update | no |
`;
  const best = (text: string) => divisionsOf(readModel(text)).divisions[0]?.root;
  expect(best(document(''))).toBe('Course');
  expect(best(document('| Works in | Organisation |\n'))).toBe('Organisation');
});
