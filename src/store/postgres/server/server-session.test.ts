import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'pg-protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestServer, whyNoServer } from '../../../../testing/postgres-server.ts';
import { readAnswer } from '../protocol/answer.ts';
import { readAddress } from './server-address.ts';
import { openServerSession } from './server-session.ts';

const missing = whyNoServer() ?? (process.env['DATABASE_URL'] ? 'the server of DATABASE_URL lets in whom it lets in' : null);

describe.skipIf(missing !== null)(`a session with a server${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let server: TestServer;
  let port: string;
  let certificate: string;

  beforeAll(async () => {
    server = await startPostgres();
    const folder = server.folder ?? '';
    port = new URL(server.address).port;
    const session = await openServerSession(readAddress(server.address));
    const say = (text: string): Promise<Uint8Array> => session.exchange(serialize.query(text));
    await say(`SET password_encryption = 'scram-sha-256'; CREATE ROLE modern LOGIN PASSWORD 'pän'`);
    await say(`SET password_encryption = 'md5'; CREATE ROLE old LOGIN PASSWORD 'old'`);
    await say(`CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    // The first line that fits decides who is let in how.
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
    session.close();
    // The server reads its settings when it gets round to it.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, 60_000);
  afterAll(() => server.close());

  async function ask(address: string, text: string): Promise<unknown> {
    const session = await openServerSession(readAddress(address));
    const answer = readAnswer(await session.exchange(serialize.query(text)));
    session.close();
    return answer.found.at(-1)?.rows[0]?.[0];
  }
  const as = (who: string, rest = '?sslmode=disable', host = '127.0.0.1'): string => `postgres://${who}@${host}:${port}/postgres${rest}`;

  test.each(['modern:p%C3%A4n', 'old:old', 'plain:plain'])('%s is let in', async (who) => {
    expect(await ask(as(who), 'SELECT current_user')).toBe(who.split(':')[0]);
  });

  test.each(['modern:wrong', 'old:wrong', 'plain:wrong', 'nobody:x'])('%s is not', async (who) => {
    await expect(ask(as(who), 'SELECT 1')).rejects.toThrow(
      `the database ${who.split(':')[0]}@127.0.0.1:${port}/postgres does not let us in`,
    );
    await expect(ask(as(who), 'SELECT 1')).rejects.not.toThrow('wrong');
  });

  test('takes requests in turn, before the earlier ones are answered; what is not answered any more rejects', async () => {
    const session = await openServerSession(readAddress(as('ninefold')));
    const say = (text: string) => session.exchange(serialize.query(text));
    const answers = await Promise.all([say('SELECT pg_sleep(0.2)::text, 1'), say('SELECT 1 / 0'), say('SELECT 3')]);
    expect(answers.map((bytes) => readAnswer(bytes)).map(({ found, error }) => error?.code ?? found[0]?.rows[0]?.at(-1))).toEqual([
      1,
      '22012',
      3,
    ]);
    const left = Promise.allSettled([say('SELECT pg_sleep(60)'), say('SELECT 4')]);
    session.abandon('nothing is heard of it');
    expect((await left).map((one) => (one.status === 'rejected' ? String(one.reason) : one.status))).toEqual(
      Array.from({ length: 2 }, () => 'Error: nothing is heard of it'),
    );
    expect(session.open).toBe(false);
    await expect(say('SELECT 5')).rejects.toThrow('nothing is heard of it');
  });

  test('a database that is not there, and a server that is not', async () => {
    await expect(ask(as('ninefold').replace('/postgres?', '/nothing?'), 'SELECT 1')).rejects.toThrow('database "nothing" does not exist');
    await expect(ask('postgres://ninefold@127.0.0.1:1/x', 'SELECT 1')).rejects.toThrow('cannot be reached: connect ECONNREFUSED');
    await expect(ask('postgres://ninefold@no.such.host.invalid/x', 'SELECT 1')).rejects.toThrow('cannot be reached');
  });

  test('encrypted where the address says so, and only with whom it trusts', async () => {
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

  test('an answer of many megabytes comes whole', async () => {
    expect(String(await ask(as('modern:p%C3%A4n'), `SELECT repeat('äb', 5000000)`))).toHaveLength(10_000_000);
  });
});
