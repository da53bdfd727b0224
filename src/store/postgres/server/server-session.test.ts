import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestServer, whyNoServer } from '../../../../testing/postgres/postgres-server.ts';
import { DatabaseUnavailable } from '../../errors.ts';
import { PostgresError } from '../postgres-error.ts';
import { StatementTexts } from '../statement-texts.ts';
import { readAddress } from './server-address.ts';
import { openServerSession } from './server-session.ts';

const open = (address: string, silence = 60_000) =>
  openServerSession({ address: readAddress(address), settings: 'SELECT 1', texts: new StatementTexts(), silence });
const asked = (sql: string) => ({ sql, values: [] });

const missing = whyNoServer() ?? (process.env['DATABASE_URL'] ? 'the server of DATABASE_URL lets in whom it lets in' : null);

describe.skipIf(missing !== null)(`a session with a server${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let server: TestServer;
  let port: string;
  let certificate: string;

  beforeAll(async () => {
    server = await startPostgres();
    const folder = server.folder ?? '';
    port = new URL(server.address).port;
    const administrator = postgres(server.address.replace(/\?.*$/, ''), { ssl: false, max: 1, onnotice: () => undefined });
    const say = (text: string) => administrator.unsafe(text);
    await say(`SET password_encryption = 'scram-sha-256'; CREATE ROLE modern LOGIN PASSWORD 'pän'`);
    await say(`SET password_encryption = 'md5'; CREATE ROLE old LOGIN PASSWORD 'old'`);
    await say(`CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    // The first matching line decides how a user logs in.
    const rules = join(folder, 'pg_hba.conf');
    const lines = ['modern scram-sha-256', 'old md5', 'plain password'].map((line) => line.split(' '));
    const own = lines.map(([user, how]) => `host all ${user} 127.0.0.1/32 ${how}`).join('\n');
    writeFileSync(rules, `${own}\n${readFileSync(rules, 'utf8')}`);
    certificate = join(folder, 'server.crt');
    const key = join(folder, 'server.key');
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', [...made, '-days', '2', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const { uid, gid } = statSync(rules);
    for (const file of [key, certificate]) chownSync(file, uid, gid);
    chmodSync(key, 0o600);
    await say(`ALTER SYSTEM SET ssl = on`);
    await say('SELECT pg_reload_conf()');
    await administrator.end();
    // The server reloads its settings with a delay.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, 60_000);
  afterAll(() => server.close());

  async function ask(address: string, text: string): Promise<unknown> {
    const session = await open(address);
    const [reply] = await session.ask([asked(text)]);
    await session.close();
    if (reply instanceof PostgresError) throw reply;
    return reply?.rows[0]?.[0];
  }
  const as = (who: string, rest = '?sslmode=disable', host = '127.0.0.1'): string => `postgres://${who}@${host}:${port}/postgres${rest}`;

  test.each(['modern:p%C3%A4n', 'old:old', 'plain:plain'])('%s can log in', async (who) => {
    expect(await ask(as(who), 'SELECT current_user')).toBe(who.split(':')[0]);
  });

  test.each(['modern:wrong', 'old:wrong', 'plain:wrong', 'nobody:x'])('%s cannot log in', async (who) => {
    await expect(ask(as(who), 'SELECT 1')).rejects.toThrow(
      `the database ${who.split(':')[0]}@127.0.0.1:${port}/postgres refused the sign-in`,
    );
    await expect(ask(as(who), 'SELECT 1')).rejects.not.toThrow('wrong');
  });

  test('accepts requests before earlier ones are answered, and answers in order', async () => {
    const session = await open(as('ninefold'));
    const questions = ["SELECT 'a', 1 FROM pg_sleep(0.2)", 'SELECT 1 / 0', 'SELECT 3'].map((sql) => session.ask([asked(sql)]));
    const replies = (await Promise.all(questions)).map(([reply]) => (reply instanceof PostgresError ? reply.code : reply?.rows[0]?.at(-1)));
    expect(replies).toEqual([1, '22012', 3]);
    await session.close();
  });

  test('gives up on a silent server, and is not used again', async () => {
    const session = await open(as('ninefold'), 300);
    const left = await Promise.allSettled([session.ask([asked('SELECT pg_sleep(60)')]), session.ask([asked('SELECT 4')])]);
    expect(left.map((one) => (one.status === 'rejected' ? one.reason : null))).toEqual([
      expect.any(DatabaseUnavailable),
      expect.any(DatabaseUnavailable),
    ]);
    expect(session.open).toBe(false);
    await expect(session.ask([asked('SELECT 5')])).rejects.toThrow(DatabaseUnavailable);
  });

  test('returns values as the server’s text, except integers, floats, booleans and bytes', async () => {
    const session = await open(as('ninefold'));
    const sql = `SELECT 9007199254740993::int8, 5::int2, 1.5::float8, true, 1.10::numeric, '2026-01-02'::date, '2026-01-02 03:04:05.678901+00'::timestamptz,
      interval '1 month 2 days', '{"a": 1}'::jsonb, '\\x00ff'::bytea, NULL, ?::text, ?::boolean, ?::date, ?::jsonb, ?::bytea`;
    const [reply] = await session.ask([{ sql, values: ['ä?', 'true', '2026-01-02', '{"b":2}', new Uint8Array([1, 254])] }]);
    if (reply === undefined || reply instanceof PostgresError) throw reply;
    expect(reply.rows[0]?.map((value) => (value instanceof Uint8Array ? [...value] : value))).toEqual([
      9007199254740993n,
      5,
      1.5,
      1,
      '1.10',
      '2026-01-02',
      expect.stringMatching(/^2026-01-02 /),
      expect.any(String),
      '{"a": 1}',
      [0, 255],
      null,
      'ä?',
      1,
      '2026-01-02',
      '{"b": 2}',
      [1, 254],
    ]);
    await session.close();
  });

  test('rejects for a missing database and for a missing server', async () => {
    await expect(ask(as('ninefold').replace('/postgres?', '/nothing?'), 'SELECT 1')).rejects.toThrow('database "nothing" does not exist');
    await expect(ask('postgres://ninefold@127.0.0.1:1/x', 'SELECT 1')).rejects.toThrow('cannot be reached: connect ECONNREFUSED');
    await expect(ask('postgres://ninefold@no.such.host.invalid/x', 'SELECT 1')).rejects.toThrow('cannot be reached');
  });

  test('encrypts if the address requires it, and only with servers that it trusts', async () => {
    const secure = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect(await ask(as('modern:p%C3%A4n', '?sslmode=disable'), secure)).toBe(0);
    expect(await ask(as('modern:p%C3%A4n', ''), secure)).toBe(1);
    expect(await ask(as('modern:p%C3%A4n', '?sslmode=require'), secure)).toBe(1);
    await expect(ask(as('modern:p%C3%A4n', '?sslmode=verify-full', 'localhost'), secure)).rejects.toThrow('no safe connection');
    const trusted = `&sslrootcert=${certificate}`;
    expect(await ask(as('modern:p%C3%A4n', `?sslmode=verify-full${trusted}`, 'localhost'), secure)).toBe(1);
    // The certificate is for localhost.
    await expect(ask(as('modern:p%C3%A4n', `?sslmode=verify-full${trusted}`), secure)).rejects.toThrow('no safe connection');
    expect(await ask(as('modern:p%C3%A4n', `?sslmode=verify-ca${trusted}`), secure)).toBe(1);
  });

  test('receives an answer of many megabytes completely', async () => {
    expect(String(await ask(as('modern:p%C3%A4n'), `SELECT repeat('äb', 5000000)`))).toHaveLength(10_000_000);
  });
});
