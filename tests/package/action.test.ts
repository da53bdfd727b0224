import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const action = readFileSync(join(root, 'action.yml'), 'utf8');

/** The script of a step of action.yml, as the runner gives it to bash. */
function scriptOf(step: string): string {
  const lines = action.slice(action.indexOf(`- name: ${step}\n`)).split('\n');
  const at = lines.findIndex((line) => /^ {6}run: /.test(line));
  const first = lines[at]?.slice('      run: '.length) ?? '';
  if (first !== '|') return first;
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('        '));
  return lines.slice(at + 1, end === -1 ? undefined : end).join('\n');
}

test('the steps of the GitHub Action check documents and run scenarios', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-action-'));
  try {
    const wrong = '# Specification: Shop\n\n## 3. Entities\n\n### A\n\n| Field | Type |\n|---|---|\n| b | Nothing |\n';
    writeFileSync(join(folder, 'wrong.md'), wrong);
    writeFileSync(join(folder, 'good.md'), wrong.replace('Nothing', 'text'));
    const run = (step: string, env: Readonly<Record<string, string>>) =>
      spawnSync('bash', ['-e', '-o', 'pipefail', '-c', scriptOf(step)], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], COMMAND: join(root, 'bin/ninefold.js'), MAX_WARNINGS: '', BASELINE: '', ...env },
      });
    const found = run('Check', { FILES: '*.md' });
    expect(found.stdout).toMatch(/^::error file=wrong\.md,line=9/m);
    expect(found.status).toBe(1);
    expect(run('Check', { FILES: 'good.md' }).status).toBe(0);
    expect(run('Check', { FILES: 'good.md', MAX_WARNINGS: 'many' }).status).toBe(2);
    expect(run('Run the scenarios', { FILES: 'good.md' }).status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the action puts no input into a script, where its text would be run', () => {
  for (const step of ['Check', 'Run the scenarios']) expect(scriptOf(step)).not.toContain('${{');
});
