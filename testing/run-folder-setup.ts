import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { buildPrograms, builtFolder } from './process/built-programs.ts';

/** The environment variable with the folder that the files of one run share. */
export const runFolder = 'NINEFOLD_RUN_FOLDER';

/**
 * Creates that folder, and builds the programs that tests start, except where sources may change
 * during the run. After the run, stops the Postgres servers in the folder, and deletes both.
 */
export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  // Two projects use this; the second shares the first one's folder.
  if (process.env[runFolder] !== undefined) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-run-'));
  process.env[runFolder] = folder;
  const programs = vitest.config.watch ? null : await buildPrograms(basename(folder));
  if (programs !== null) process.env[builtFolder] = programs;
  return async () => {
    delete process.env[runFolder];
    delete process.env[builtFolder];
    if (programs !== null) rmSync(programs, { recursive: true, force: true });
    for (const name of readdirSync(folder)) await stopServer(join(folder, name, 'data', 'postmaster.pid'));
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The file's first line is the server's process id; the server deletes the file when it stops. */
async function stopServer(file: string): Promise<void> {
  if (!existsSync(file)) return;
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT');
  while (existsSync(file)) await pause(10);
}
