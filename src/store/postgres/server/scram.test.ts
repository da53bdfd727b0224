import { expect, test } from 'vitest';
import { scram } from './scram.ts';

// RFC 7677, section 3; there the user is named in the exchange, Postgres takes the name from the start of the session.
const nonce = 'rOprNGfwEbeRWgbNEkqO';
const together = `${nonce}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0`;
const server = `r=${together},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`;

test('each side proves to the other that it knows the password', () => {
  const client = scram('pencil', nonce);
  expect(client.first).toBe(`n,,n=,r=${nonce}`);
  const last = client.last(server);
  expect(last.startsWith(`c=biws,r=${together},p=`)).toBe(true);
  expect(() => client.verify('v=AAAA')).toThrow('does not know the password');
});

test('a server that answers another question is not trusted', () => {
  expect(() => scram('pencil', nonce).last(server.replace(nonce, 'another'))).toThrow('nonce');
  expect(() => scram('pencil', nonce).last(`r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`)).toThrow('nonce');
  expect(() => scram('pencil', nonce).last(`r=${together},s=,i=4096`)).toThrow('salt');
  expect(() => scram('pencil', nonce).last(`r=${together},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=0`)).toThrow('salt');
});
