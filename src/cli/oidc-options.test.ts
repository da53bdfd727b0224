import { expect, test } from 'vitest';
import { readOidc } from './oidc-options.ts';

const environment = (variables: Readonly<Record<string, string>> = {}) => ({ environment: (name: string) => variables[name] });

test('a provider has an address, a client and a name, and its secret comes from the environment', () => {
  expect(readOidc({}, environment())).toBeNull();
  const secret = environment({ NINEFOLD_OIDC_CLIENT: 'from-env', NINEFOLD_OIDC_SECRET: 'secret' });
  expect(readOidc({ oidc: 'https://login.example.com/realm' }, secret)).toEqual({
    issuer: new URL('https://login.example.com/realm'),
    clientId: 'from-env',
    clientSecret: 'secret',
    name: 'login.example.com',
  });
  expect(readOidc({ oidc: 'http://127.0.0.1:9000', 'oidc-client': 'a', 'oidc-name': 'Test' }, environment())).toMatchObject({
    clientId: 'a',
    clientSecret: null,
    name: 'Test',
  });
});

test('missing or wrong options produce a message', () => {
  expect(readOidc({ oidc: 'https://login.example.com' }, environment())).toContain('NINEFOLD_OIDC_CLIENT');
  expect(readOidc({ oidc: 'http://login.example.com', 'oidc-client': 'a' }, environment())).toContain('https://');
  expect(readOidc({ oidc: 'nonsense', 'oidc-client': 'a' }, environment())).toContain('“nonsense”');
  expect(readOidc({ 'oidc-name': 'Test' }, environment())).toContain('--oidc');
});
