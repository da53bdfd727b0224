import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkModel } from '../check/check.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from './scenarios.ts';

const read = (name: string): string => readFileSync(new URL(`../../specs/${name}.md`, import.meta.url), 'utf8');

/** Runs the document with this scenario alone. */
function played(text: string, rows: readonly string[]) {
  const scenario = `### Scenario: links\n\n| As | Do | Expect |\n|---|---|---|\n${rows.join('\n')}\n\n`;
  const [before = '', after = ''] = text.split(/(?=^### Scenario)[\s\S]*?(?=^## 2\.)/m);
  const model = readModel(`${before}${scenario}${after}`);
  const [only] = model.scenarios;
  if (only === undefined || model.scenarios.length > 1) throw new Error('not one scenario');
  const found = checkModel(model).filter(({ severity }) => severity === 'error');
  return {
    found: found.map(({ message }) => message),
    rows: (runScenarios(model)[0]?.rows ?? []).map(({ passed, actual }) => (passed ? '' : actual)),
  };
}

const helpdesk = read('helpdesk').replace(
  '| Session | `SESSION_LENGTH` |',
  '| Confirm email | yes |\n| Reset password | by mail |\n| Invite | manager |\n| Session | `SESSION_LENGTH` |',
);
const expired = helpdesk.replace('| UNAUTHORIZED | 401', '| LINK_EXPIRED | 404 | The link has expired. | page |\n| UNAUTHORIZED | 401');

test('a link resets a password, once and within an hour', () => {
  const follow = '`follow mail to "ana@example.com" with {"password": "a-new-password"}`';
  const { found, rows } = played(expired, [
    `| nobody | ${follow} | refused NOT_FOUND |`,
    '| nobody | `mail reset to "ANA@example.com"` | |',
    `| nobody | ${follow} | \`me == null\` |`,
    '| nobody | `sign in with {"email": "ana@example.com", "password": "a-new-password"}` | |',
    `| nobody | ${follow} | refused LINK_EXPIRED |`,
    '| nobody | `mail reset to "ana@example.com"` | |',
    '| nobody | `wait hours(2)` | |',
    `| nobody | ${follow} | refused LINK_EXPIRED |`,
  ]);
  expect(found).toEqual([]);
  expect(rows).toEqual(['', '', '', '', '', '', '', '']);
});

test('an invitation creates an account with its role, and an unknown address gets no link', () => {
  const { found, rows } = played(helpdesk, [
    '| Ana | `mail invite to "kim@example.com" as agent` | refused FORBIDDEN |',
    '| Mia | `mail invite to "kim@example.com" as agent` | |',
    '| nobody | `follow mail to "kim@example.com" with {"name": "Kim", "password": "long-enough"}` | `User.exists(u, u.name == "Kim" && u.role == "agent")` |',
    '| nobody | `mail reset to "nobody.there@example.com"` | |',
    '| nobody | `follow mail to "nobody.there@example.com"` | refused NOT_FOUND |',
  ]);
  expect(found).toEqual([]);
  expect(rows).toEqual(['', '', '', '', '']);
});

test('a message to an address leads to an account and its invitation', () => {
  const { rows } = played(read('teamwork'), [
    '| Ada | `create Invitation as i with {"org": Northwind, "email": "jo@example.com"}` | |',
    '| nobody | `follow mail to "jo@example.com" with {"name": "Jo", "password": "long-enough"}` | `User.exists(u, u.email == "jo@example.com")` |',
  ]);
  expect(rows).toEqual(['', '']);
});

test('a malformed mail step is reported with the correct form', () => {
  const { found } = played(helpdesk, ['| nobody | `mail letter to "ana@example.com"` | |', '| nobody | `follow mail` | |']);
  expect(found.filter((message) => message.includes('mail reset to'))).toHaveLength(2);
});
