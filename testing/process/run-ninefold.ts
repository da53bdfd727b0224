import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the command in the repository's root, as people do. Rejects with its output if it fails. */
export function runNinefold(args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['bin/ninefold.js', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`ninefold ${args.join(' ')} ended with ${code}: ${said}`))));
  });
}
