import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../read.ts';

test('an assumed screen does not take the address of a call', () => {
  const calls = (path: string) => `# Specification: T

## 3. Entities and their fields

### Ticket

| Field | Type |
|---|---|
| subject | text |

## 7. The calls it makes

| Call | Does | Returns |
|---|---|---|
| \`GET ${path}\` | \`list Ticket as ts\` | 200 \`{"total": total}\` |
`;
  const routes = (path: string) => readModel(calls(path)).screens.map(({ route }) => route);
  expect(routes('/api/tickets')).toEqual(['/tickets', '/tickets/new', '/tickets/:id']);
  expect(routes('/tickets/:number?full')).toEqual(['/tickets-records', '/tickets-records/new', '/tickets-records/:id']);
  expect(routes('/tickets')[0]).toBe('/tickets-records');
});

const lending = (rows: { readonly signUp?: string; readonly is?: string; readonly screens?: string }): string => `# Specification: Lending
${rows.screens ?? ''}
## 3. Entities and their fields

### Member

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| password | password | yes |

## 6. Roles and permissions

| Role | Is |
|---|---|
| guest | ${rows.is ?? '`me == null`'} |

| Account | |
|---|---|
| Entity | Member |
| Sign in with | email, password |
| Sign up | ${rows.signUp ?? 'yes'} |
`;

const entries = (text: string) =>
  readModel(text)
    .screens.filter(({ route }) => route.startsWith('/sign'))
    .map(({ name, route, roles, parts }) => [
      name.text,
      route,
      roles.map((role) => role.text).join(),
      parts.map(({ kind }) => kind).join(),
    ]);

test('where no screen lets people sign in, they get those to sign in and to sign up', () => {
  const signIn = ['Sign in', '/sign-in', 'guest', 'sign-in'];
  const both = [
    ['Sign in', '/sign-in', 'guest', 'sign-in,link'],
    ['Sign up', '/sign-up', 'guest', 'sign-up,link'],
  ];
  expect(entries(lending({}))).toEqual(both);
  expect(entries(lending({ signUp: 'no' }))).toEqual([signIn]);
  expect(entries(lending({ signUp: 'no', is: '`me != null`' }))).toEqual([['Sign in', '/sign-in', '', 'sign-in']]);
  const screens = '\n## 2. Screens and routes\n\n| Screen | Route |\n|---|---|\n| Members | / |\n';
  expect(entries(lending({ screens }))).toEqual(both);
  const taken = screens.replace('| / |', '| /sign-in |');
  expect(entries(lending({ screens: taken })).map(([name]) => name)).toEqual(['Members']);
});

test('the screens to sign in and to sign up link to each other', () => {
  const { screens, references } = readModel(lending({}));
  const links = screens.flatMap(({ name, parts }) =>
    parts.flatMap((part) => (part.kind === 'link' ? [[name.text, part.screen.text]] : [])),
  );
  expect(links).toEqual([
    ['Sign in', 'Sign up'],
    ['Sign up', 'Sign in'],
  ]);
  expect(references.filter(({ found }) => !found)).toEqual([]);
});

test('the quick fix writes the screens to sign in with the others, and then nothing more is assumed', () => {
  const model = readModel(lending({}));
  const fix = model.assumptions.find(({ section }) => section === 2);
  expect(fix?.text).toBe(
    'Section 2 shows no screens: Member can be listed, shown, created and changed, and people can sign in and sign up.',
  );
  const written = readModel(applyEdits(model.text, fix?.write?.edits ?? []));
  expect(written.screens.map(({ name, roles }) => [name.text, ...roles.map(({ text }) => text)])).toEqual(
    model.screens.map(({ name, roles }) => [name.text, ...roles.map(({ text }) => text)]),
  );
  expect(written.assumptions.filter(({ section }) => section === 2)).toEqual([]);
});
