import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function makeFolder(name = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-lock-'));
  folders.push(folder);
  const below = join(folder, name);
  mkdirSync(below, { recursive: true });
  return below;
}

test('is held by one at a time, and leaves nothing behind', async () => {
  const folder = makeFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`the data in ${folder} is in use by another process`);
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test('never two at once, however many start at the same moment', async () => {
  const folder = makeFolder();
  let held = 0;
  const took = await Promise.allSettled(
    Array.from({ length: 12 }, async () => {
      const release = await lockFolder(folder);
      expect(++held).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 2));
      held--;
      release();
    }),
  );
  const reasons = took.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  for (const reason of reasons) expect(reason).toContain('is in use by another process');
  (await lockFolder(folder))();
});

test.skipIf(process.platform === 'win32')('the socket of a process that was killed is nobody’s, and is removed', async () => {
  const folder = makeFolder();
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  const killed = promisify(execFile)(process.execPath, ['-e', script, join(folder, 'ninefold-0123456789abcdef.lock')]);
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect(readdirSync(folder)).toHaveLength(1);
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('a path that is too long for a socket is no hindrance on Linux', async () => {
  const folder = makeFolder('x'.repeat(120));
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow('in use');
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});
