import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Takes a folder for this process. Two processes that write to one embedded database would destroy it. Returns the end of it. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'ninefold.lock');
  for (let attempt = 1; ; attempt++) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, `${process.pid}\n`);
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = holderOf(file);
      if (attempt > 3 || (holder !== null && isAlive(holder)))
        throw new Error(
          `the data in ${folder} is in use by another process${holder === null ? '' : ` (${holder})`}: stop that one, or choose another folder` +
            ` (if none is running, delete ${file})`,
        );
      // Left behind by one that was killed.
      rmSync(file, { force: true });
    }
  }
}

function holderOf(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    // Gone meanwhile: the next attempt takes it.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, but somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
