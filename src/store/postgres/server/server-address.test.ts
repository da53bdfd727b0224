import { expect, test } from 'vitest';
import { addressWords, readAddress } from './server-address.ts';

test('reads user, host, database and encryption from an address', () => {
  expect(readAddress('postgres://ana:s%40cret@db.example.com:6543/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem')).toEqual({
    host: 'db.example.com',
    port: 6543,
    user: 'ana',
    password: 's@cret',
    database: 'shop',
    encryption: 'verify-full',
    rootCertificate: '/etc/ca.pem',
  });
  expect(readAddress('postgresql:///shop?host=/run/postgresql&user=ana')).toMatchObject({
    host: '/run/postgresql',
    port: 5432,
    database: 'shop',
  });
  expect(readAddress('postgres://ana@localhost', 'elsewhere')).toMatchObject({
    database: 'ana',
    password: 'elsewhere',
    encryption: 'prefer',
  });
  expect(readAddress('postgres://ana@[::1]:5433/x').host).toBe('::1');
});

test('reports errors in an address, but never the password', () => {
  const said = (address: string): string => {
    try {
      readAddress(address);
    } catch (error) {
      if (error instanceof RangeError) return error.message;
    }
    throw new Error(`${address} is no mistake`);
  };
  expect(said('db.example.com')).toContain('postgres://user:password@host:5432/name');
  expect(said('mysql://ana:secret@host/x')).toBe('the address of the database begins with postgres://, not mysql://');
  expect(said('postgres://host/x')).toContain('names no user');
  expect(said('postgres://ana:secret@host/x?sslmode=maybe')).toBe(
    'sslmode=maybe in the address of the database is not one of disable, prefer, require, verify-ca, verify-full',
  );
  expect(said('postgres://ana:secret@host/x?application=y')).toContain('says application, which is not one of');
  expect(said('postgres://ana:secret@host/x?port=0')).toContain('port');
  expect(said('postgres://ana:se%cret@host/x')).toBe(
    'a % in the database URL must be followed by two hexadecimal digits: write a literal % as %25',
  );
  expect(addressWords(readAddress('postgres://ana:secret@host/x'))).toBe('ana@host:5432/x');
});
