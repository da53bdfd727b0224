import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openCoordination } from './coordination.ts';

test('parses an address as the store does', () => {
  const options = (address: string) => openCoordination(address, 'test').options;
  expect(options('postgres://ana:s%40cret@db.example.com:6543/shop?sslmode=require')).toMatchObject({
    host: ['db.example.com'],
    port: [6543],
    user: 'ana',
    pass: 's@cret',
    database: 'shop',
    ssl: { rejectUnauthorized: false },
  });
  expect(options('postgres:///x?host=/run/postgresql&user=ana&dbname=shop&port=5433')).toMatchObject({
    path: '/run/postgresql/.s.PGSQL.5433',
    user: 'ana',
    database: 'shop',
    ssl: false,
  });
  expect(options('postgres://ana@localhost/x').ssl).toBe('prefer');
  expect(options('postgres://ana@localhost/x?sslmode=disable').ssl).toBe(false);
  const certificate = fileURLToPath(import.meta.url);
  expect(options(`postgres://ana@localhost/x?sslmode=verify-full&sslrootcert=${certificate}`).ssl).toMatchObject({
    ca: expect.any(Buffer),
  });
  expect(() => options('postgres://ana@localhost/x?sslmode=maybe')).toThrow(RangeError);
});
