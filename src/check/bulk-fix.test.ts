import { expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { readModel } from '../model/read.ts';
import { bulkFix } from './bulk-fix.ts';
import { checkModel } from './check.ts';

const text = `# Specification: X

## 3. Entities and their fields

### Ticket

| Field | Type |
|---|---|
| subject | text |

## 6. Roles and permissions

| Role | Is |
|---|---|
| a | \`true\` |
| b | \`false\` |

| Permission | a | b |
|---|---|---|
| Ticket: create | yes | |
| Ticket: read | yes | |
| Ticket: update, delete | | yes |
`;

test('one click writes “no” into every empty permission cell', () => {
  const findings = checkModel(readModel(text));
  const one = findings.find(({ code }) => code === 'empty-permission-cell');
  const fix = one?.fixes[0];
  if (one === undefined || fix === undefined) throw new Error('there is a fix');
  const all = bulkFix(findings, one, fix);
  expect(all?.count).toBe(3);
  const after = applyEdits(text, all?.edits ?? []);
  expect(after).toContain('| Ticket: create | yes | no |');
  expect(after).toContain('| Ticket: update, delete | no | yes |');
  expect(checkModel(readModel(after)).filter(({ code }) => code === 'empty-permission-cell')).toEqual([]);
});

test('a finding without similar ones has nothing more to fix', () => {
  const findings = checkModel(readModel(text.replace('| yes | |\n| Ticket: read | yes | |', '| yes | no |\n| Ticket: read | yes | no |')));
  const one = findings.find(({ code }) => code === 'empty-permission-cell');
  const fix = one?.fixes[0];
  if (one === undefined || fix === undefined) throw new Error('there is a fix');
  expect(bulkFix(findings, one, fix)).toBeNull();
});
