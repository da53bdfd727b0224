import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spentBy } from '../../testing/process/processor-time.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, 'bin', 'ninefold.js');

test('check of helpdesk takes at most eight times the processor time of an empty program, help three times', { timeout: 120_000 }, () => {
  // The first may build the command.
  spentBy([bin, 'help']);
  // In turn, and the least of each: other work on the machine only adds.
  const rounds = Array.from({ length: 5 }, () =>
    [
      ['-e', '0'],
      [bin, 'help'],
      [bin, 'check', join(root, 'specs', 'helpdesk.md')],
    ].map((args) => spentBy(args).processor),
  );
  const least = (program: number): number => Math.min(...rounds.map((round) => round[program] ?? Number.NaN));
  expect(least(1) / least(0)).toBeLessThan(3);
  expect(least(2) / least(0)).toBeLessThan(8);
});

test('a clone builds the command where it is missing or older than a source, and only then', { timeout: 120_000 }, () => {
  const clone = mkdtempSync(join(tmpdir(), 'ninefold-clone-'));
  try {
    for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json'])
      cpSync(join(root, name), join(clone, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    const help = () => spawnSync(process.execPath, [join(clone, 'bin', 'ninefold.js'), 'help'], { encoding: 'utf8' });
    expect(help()).toMatchObject({ status: 0, stderr: expect.stringContaining('Building the command') });
    expect(help()).toMatchObject({ status: 0, stderr: '' });

    const source = join(clone, 'src', 'cli', 'described.ts');
    writeFileSync(source, readFileSync(source, 'utf8').replace(/(name: 'check',.*?summary: ')[^']*/s, '$1A new summary.'));
    const before = readdirSync(join(clone, 'dist', 'node'));
    expect(help()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('A new summary.'),
      stderr: expect.stringContaining('Building'),
    });
    // A process that runs the old build can still load its modules.
    expect(readdirSync(join(clone, 'dist', 'node'))).toEqual(expect.arrayContaining(before));

    writeFileSync(source, 'no TypeScript (');
    expect(help()).toMatchObject({ status: 2, stderr: expect.stringContaining('Could not build the command') });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
