import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/ninefold.js', import.meta.url));

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its output: the log, and the messages for people. */
  readonly said: string;
}

export interface ServedProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<End>;
}

/**
 * `ninefold serve` as a person starts it: as a process, on a free port. Rejects with its output if
 * it ends before it serves. `prefix`: a command that runs it (`unshare …`). `children`: receives
 * the process immediately, so that it can be ended even if it never serves. `env`: variables in
 * addition to those of this process.
 */
export function serveProcess(
  file: string,
  options: readonly string[],
  {
    prefix = [],
    children,
    env = {},
  }: { readonly prefix?: readonly string[]; readonly children: ChildProcess[]; readonly env?: Readonly<Record<string, string>> },
): Promise<ServedProcess> {
  const [command = process.execPath, ...args] = [...prefix, process.execPath, bin, 'serve', file, '--port', '0', ...options];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  children.push(child);
  let said = '';
  const ended = new Promise<End>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, said })));
  child.stdout.on('data', (data) => (said += data));
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += data;
      const url = /Serving .* at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (url !== undefined) resolve({ url, child, ended });
    });
    void ended.then(({ code, signal }) => reject(new Error(`ended with ${code ?? signal}: ${said}`)));
  });
}
