import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ServedProcess, serveProcess } from '../../testing/process/served-process.ts';
import { ownNumbers, whyNoNumbers } from '../../testing/store/own-numbers.ts';

const conduit = fileURLToPath(new URL('../../testing/documents/conduit.md', import.meta.url));

const missing = whyNoNumbers();

/**
 * The server is process 1, and so was the one before it that was killed
 * (src/store/postgres/embedded/folder-lock.test.ts has the rest).
 */
test.skipIf(missing !== null)(
  `a server in a container starts again after a kill${missing === null ? '' : ` (left out: ${missing})`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-container-'));
    const children: ChildProcess[] = [];
    const serve = (): Promise<ServedProcess> =>
      serveProcess(conduit, ['--data', join(folder, 'data'), '--screens', 'no', '--log', 'errors'], { prefix: ownNumbers, children });
    const known = { email: 'mia@example.com', password: 'correct horse' };
    const post = (url: string, path: string, user: object) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user }) });
    try {
      const first = await serve();
      expect((await post(first.url, '/api/users', { ...known, username: 'mia' })).status).toBe(201);
      first.child.kill('SIGKILL');
      await first.ended;
      const again = await serve();
      expect((await post(again.url, '/api/users/login', known)).status).toBe(200);
    } finally {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
  240_000,
);
