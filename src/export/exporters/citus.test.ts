import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LineIndex } from '../../base/position.ts';
import { readModel } from '../../model/read.ts';
import { citus } from './citus.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const sample = read('tests/samples/divided.md');

describe('a document that can be distributed', () => {
  const { text, losses } = citus.export(readModel(sample));

  test('becomes SQL that distributes or replicates each table', () => {
    expect(text).toContain(
      `-- The tables of “Projects of many workspaces” for Citus, divided by Workspace: Project, Task, Note are stored with their Workspace.`,
    );
    expect(text).toContain('--   Task: divided by the Workspace that its project belongs to');
    expect(text).toContain('-- By --by it could be Project (Task, Note);');
    expect(text?.match(/^SELECT create_.*$/gm)).toEqual([
      `SELECT create_reference_table('"User"');`,
      `SELECT create_distributed_table('"Workspace"', 'id', colocate_with => 'none');`,
      `SELECT create_distributed_table('"Project"', 'workspace', colocate_with => '"Workspace"');`,
      `SELECT create_distributed_table('"Task"', '~root', colocate_with => '"Workspace"');`,
      `SELECT create_distributed_table('"Note"', '~root', colocate_with => '"Workspace"');`,
      `SELECT create_distributed_table('"Task.helpers"', '~root', colocate_with => '"Workspace"');`,
      `SELECT create_distributed_table('"Task.related"', '~root', colocate_with => '"Workspace"');`,
    ]);
    expect(text).toContain('FOREIGN KEY ("~root", "project") REFERENCES "Project" ("workspace", "id") ON DELETE CASCADE');
    expect(text).toContain('FOREIGN KEY ("workspace") REFERENCES "Workspace" ("id") ON DELETE CASCADE');
    expect(text).toContain('FOREIGN KEY ("~root", "after") REFERENCES "Task" ("~root", "id") ON DELETE NO ACTION');
    expect(text).toContain('FOREIGN KEY ("lead") REFERENCES "User" ("id") ON DELETE SET NULL');
  });

  test('lists what changes when tables are distributed', () => {
    expect(new Set(losses.map(({ kind }) => kind))).toEqual(new Set(['no longer possible', 'weaker guarantee', 'slower']));
  });

  test('by another entity', () => {
    expect(citus.export(readModel(sample), { by: 'Project' }).text).toContain(
      'divided by Project: Task, Note are stored with their Project',
    );
  });
});

describe('where people work in an organisation', () => {
  const of = (entity: string, field: string, unique = ''): string =>
    `### ${entity}\n\n| Field | Type | Required | Unique |\n|---|---|---|---|\n| ${field} | ${field === 'email' ? 'email' : 'text'} | | ${unique} |\n`;
  const document = (shift: string): string => `# Specification: Shifts

## 3. Entities and their fields

${of('User', 'email')}
${of('Organisation', 'purpose')}
${shift}
${of('Course', 'place')}
${of('Lesson', 'title')}| course | Course | yes | |

## 6. Roles and permissions

| Account | |
|---|---|
| Entity | User |
| Works in | Organisation |

| Permission | everyone |
|---|---|
| Shift.org: update | no |
| Lesson.course: update | no |
`;
  const reasons = (shift: string): string[] => {
    const { text, losses } = citus.export(readModel(document(shift)));
    expect(text).toContain('divided by Course: Lesson is stored with its Course');
    return losses.flatMap(({ kind, message }) => (kind?.startsWith('not divided') ? [`${kind}: ${message}`] : []));
  };

  test('another root comes with the reason that rules out the organisation', () => {
    expect(reasons(`${of('Shift', 'code', 'yes')}| org | Organisation | yes | |\n`)).toEqual([
      expect.stringMatching(/^not divided by Organisation: Shift\.code must be unique among all records/),
    ]);
    expect(reasons(of('Shift', 'code'))).toEqual([
      'not divided by Organisation: no entity belongs to an Organisation by a required relation that stays.',
    ]);
  });
});

describe('a document that cannot be distributed', () => {
  const refusals = (text: string, by?: string): string[] => {
    const { text: written, losses } = citus.export(readModel(text), by === undefined ? {} : { by });
    expect(written).toBeNull();
    const lines = new LineIndex(text);
    return losses.map(({ span, kind, message }) => `${lines.position(span.from).line}: ${kind}: ${message}`);
  };

  test('gives the reason and the relations that would have to be immutable', () => {
    expect(refusals(read('specs/booking.md'))).toEqual([
      '1: cannot be divided: no entity has a required relation that stays, by which its records would belong to one of another.',
      expect.stringMatching(
        /^\d+: cannot be divided: Booking\.place may change: the row “Booking\.place, member, starts, ends: update” of section 6 lets a person update it\.$/,
      ),
      expect.stringMatching(/^\d+: cannot be divided: Booking\.member may change/),
    ]);
  });

  test('by an entity that no records belong to, or an unknown one', () => {
    expect(refusals(sample, 'Label')).toEqual([
      expect.stringMatching(/cannot be divided: no entity belongs to a Label by a required relation that stays\.$/),
    ]);
    expect(refusals(sample, 'Workspac')).toEqual(['1: cannot be divided: there is no entity Workspac (did you mean Workspace?).']);
  });

  test('with a rule that only all machines together could enforce', () => {
    expect(refusals(sample.replace('unique project, title', 'unique title'), 'Workspace')).toEqual([
      expect.stringMatching(/cannot be divided: Task\.title must be unique among all records/),
    ]);
  });
});
