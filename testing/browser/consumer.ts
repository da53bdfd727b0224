import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command that npm installed into a folder, with a given `node`. */
export function runInstalled(folder: string, args: readonly string[], node = process.execPath): Ran {
  const { status, stdout, stderr } = spawnSync(node, [command(folder), ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { code: status, output: stdout, errors: stderr };
}

const command = (folder: string): string => join(folder, 'node_modules', '.bin', 'ninefold');

/**
 * Starts `serve` in a folder and returns its response to a GET of a path, then stops it. Rejects
 * with its output if it does not serve.
 */
export async function askServed(folder: string, args: readonly string[], path: string, node = process.execPath): Promise<Response> {
  const child = spawn(node, [command(folder), 'serve', ...args, '--port', '0'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (data) => {
        said += data;
        const found = /Serving .* at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(`serve ended: ${said}`)));
    });
    const answer = await fetch(`${url}${path}`);
    return new Response(await answer.text(), { status: answer.status });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
