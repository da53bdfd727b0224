import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable with the folder for what the files of one run share. */
export const runFolder = 'NINEFOLD_RUN_FOLDER';

/** Makes that folder, and deletes it after the run. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-run-'));
  process.env[runFolder] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
