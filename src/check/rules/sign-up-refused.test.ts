import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const document = (account: string, visitor: string): string => `# Specification: Door

## 2. Screens and routes

| Screen | Route |
|---|---|
| Door | / |

### Door

- sign-up form

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| password | password | yes |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |
${account}
| Permission | visitor | member |
|---|---|---|
| User: create | ${visitor} | no |
| User: read | no | yes |
`;
const table = (signUp: string): string => `
| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |
${signUp}`;

const found = (text: string): string[] =>
  checkModel(readModel(text)).flatMap(({ code, span, message }) =>
    code === 'sign-up-refused' ? [`${text.slice(span.from, span.to)}: ${message}`] : [],
  );

test('a form to sign up where the table Account lets no one', () => {
  expect(found(document(table(''), 'yes'))).toEqual([expect.stringMatching(/^- sign-up form: People cannot sign up/)]);
  expect(found(document(table('| Sign up | yes |\n'), 'yes'))).toEqual([]);
});

test('section 6 refuses it, also where the account is assumed', () => {
  expect(found(document(table('| Sign up | yes |\n'), 'no'))).toEqual([expect.stringMatching(/^User: People can sign up/)]);
  expect(found(document('', 'no'))).toEqual([expect.stringMatching(/^- sign-up form: People can/)]);
});
