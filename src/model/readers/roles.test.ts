import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

const documentWith = (signIn: string, type = 'email'): string => `# Lending

## 3. Entities

### User

| Field | Type | Required |
|---|---|---|
| email | ${type} | yes |
| password | password | yes |

## 6. Roles

| Account | |
|---|---|
| Entity | User |
| Sign in with | ${signIn} |
`;

test.each(['email, password, OpenID', 'email, password, open id', 'OpenID, email, password'])(
  '%s: reads a provider and fields',
  (signIn) => {
    const { account } = readModel(documentWith(signIn));
    expect(account?.openId).toBe(true);
    expect(account?.signInWith.map(({ text }) => text)).toEqual(['email', 'password']);
  },
);

test('without OpenID in the row, there is no provider', () => {
  expect(readModel(documentWith('email, password')).account?.openId).toBe(false);
});

test('OpenID needs an email field to find accounts by', () => {
  const { misreads } = readModel(documentWith('email, OpenID', 'text'));
  expect(misreads.map(({ message }) => message)).toContainEqual(expect.stringContaining('no field of type email'));
});
