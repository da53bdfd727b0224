import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { programArguments } from '../../../../testing/process/built-programs.ts';
import { ownNumbers, whyNoNumbers } from '../../../../testing/store/own-numbers.ts';
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

test('only one process at a time has the lock, and releasing it leaves nothing behind', async () => {
  const folder = makeFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`the data in ${folder} is in use by another process`);
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test('never admits two processes, however many start at the same moment', async () => {
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

/** Starts a process that tries to take the folder; returns what it reports. */
async function holder(folder: string, prefix: readonly string[] = []) {
  const [command = process.execPath, ...args] = [...prefix, process.execPath, ...programArguments('folder-holder'), folder];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const said = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { said, kill };
}

const missing = process.platform === 'linux' ? whyNoNumbers() : 'no Linux';
const places: readonly (readonly [string, readonly string[], string | null])[] = [
  ['side by side', [], process.platform === 'win32' ? 'no sockets in folders' : null],
  ['in two containers, where each is process 1', ownNumbers, missing],
];
describe.each(places.map(([place, prefix, why]) => ({ place, prefix, why })))('processes $place', ({ prefix, why }) => {
  test.skipIf(why !== null)(
    `one holds it; once it is killed it holds nothing${why === null ? '' : ` (left out: ${why})`}`,
    async () => {
      const folder = makeFolder();
      const first = await holder(folder, prefix);
      expect(first.said).toMatch(prefix.length > 0 ? /^held by 1\n/ : /^held by \d+\n/);
      const second = await holder(folder, prefix);
      expect(second.said).toContain('is in use by another process');
      await expect(lockFolder(folder)).rejects.toThrow('is in use by another process');
      await first.kill();
      await second.kill();
      const third = await holder(folder, prefix);
      expect(third.said).toContain('held by');
      await third.kill();
      // This also removes the sockets of dead processes.
      (await lockFolder(folder))();
      expect(readdirSync(folder)).toEqual([]);
    },
    120_000,
  );
});

test.skipIf(process.platform !== 'linux')('on Linux, a path may be too long for a socket', async () => {
  const folder = makeFolder('x'.repeat(120));
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow('in use');
  release();
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});
