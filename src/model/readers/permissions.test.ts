import { expect, test } from 'vitest';
import { readModel } from '../read.ts';

test.each(['User.email, password', 'User.email, User.password', 'User.email,User.password'])('%s: read names two fields', (fields) => {
  const text = `# Lending

## 3. Entities

### User

| Field | Type |
|---|---|
| email | email |
| password | password |

## 6. Roles

| Role | Is |
|---|---|
| all | \`true\` |

| Permission | all |
|---|---|
| ${fields}: read | yes |
`;
  const { permissions, misreads } = readModel(text);
  expect(misreads).toEqual([]);
  const named = permissions?.[0]?.fields ?? [];
  expect(named.map((name) => name.text)).toEqual(['email', 'password']);
  expect(named.map(({ span }) => text.slice(span.from, span.to))).toEqual(['email', 'password']);
});
