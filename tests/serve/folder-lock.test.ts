import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type ServedProcess, serveProcess } from '../../testing/served-process.ts';

const conduit = fileURLToPath(new URL('../../specs/conduit.md', import.meta.url));

/** As in a container: the server is process 1, and sees no process of the other container. */
const ownNumbers = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

const whyNot = (): string | null => {
  const [command = '', ...args] = ownNumbers;
  const { status, error, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `no namespaces of process ids here: ${error?.message ?? stderr.trim()}`;
};
const missing = whyNot();

describe.skipIf(missing !== null)(`one folder, two containers${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-containers-'));
  const running: ServedProcess[] = [];
  afterAll(() => {
    for (const { child } of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const serve = async (prefix: readonly string[] = ownNumbers): Promise<ServedProcess> => {
    const served = await serveProcess(conduit, ['--data', join(folder, 'data'), '--screens', 'no', '--log', 'errors'], prefix);
    running.push(served);
    return served;
  };
  const known = { email: 'mia@example.com', password: 'correct horse' };
  const post = (url: string, path: string, user: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user }) });

  test('a second server is refused though it cannot see the first, and one that was killed holds nothing', async () => {
    const first = await serve([]);
    await expect(serve()).rejects.toThrow(/ended with 2: .*is in use by another process/s);
    expect((await post(first.url, '/api/users', { ...known, username: 'mia' })).status).toBe(201);
    // Killed outside a namespace, and then as process 1 of one: neither keeps the folder.
    for (let last = first, times = 0; times < 2; times++) {
      last.child.kill('SIGKILL');
      await last.ended;
      last = await serve();
      expect((await post(last.url, '/api/users/login', known)).status).toBe(200);
    }
  }, 180_000);
});
