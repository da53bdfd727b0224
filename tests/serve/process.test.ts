import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

/** `ninefold serve` as a person starts it: as a process, data in a folder. */
const bin = fileURLToPath(new URL('../../bin/ninefold.js', import.meta.url));
const conduit = fileURLToPath(new URL('../../testing/documents/conduit.md', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ninefold-serve-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly said: string;
}

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  /** With its last output: an unexpected signal alone would not tell why. */
  readonly ended: Promise<End>;
}

function serve(...options: readonly string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    [bin, 'serve', conduit, '--port', '0', '--data', join(folder, 'data'), '--screens', 'no', ...options],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  const ended = new Promise<End>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, said })));
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += data;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) resolve({ url, child, ended });
    });
    void ended.then(({ code, signal }) => reject(new Error(`ended with ${code ?? signal}: ${said}`)));
  });
}

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('what was answered is kept over a stop and over a kill', async () => {
  const user = { email: 'mia@example.com', password: 'correct horse' };
  const first = await serve();
  try {
    expect((await post(`${first.url}/api/users`, { user: { ...user, username: 'mia' } })).status).toBe(201);
    // A second server on the same folder would destroy it.
    await expect(serve()).rejects.toThrow(/ended with 2: .*in use by another process/s);
  } finally {
    first.child.kill('SIGTERM');
  }
  expect(await first.ended).toMatchObject({ code: 0, signal: null });

  const second = await serve();
  expect((await post(`${second.url}/api/users/login`, { user })).status).toBe(200);
  expect(
    (await post(`${second.url}/api/users`, { user: { email: 'bo@example.com', password: 'correct horse', username: 'bo' } })).status,
  ).toBe(201);
  second.child.kill('SIGKILL');
  await second.ended;

  const third = await serve();
  try {
    expect((await post(`${third.url}/api/users/login`, { user: { email: 'bo@example.com', password: 'correct horse' } })).status).toBe(200);
    expect(await (await fetch(`${third.url}/readyz`)).text()).toBe('ready\n');
  } finally {
    third.child.kill('SIGTERM');
  }
  expect(await third.ended).toMatchObject({ code: 0, signal: null });
}, 240_000);
