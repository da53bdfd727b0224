import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file that is written piece by piece under a temporary name, then moved to its path. */
export interface FileInPieces {
  write(bytes: Uint8Array): void;
  /** Discards what was written and starts over. */
  restart(): void;
  /** Moves the file to its path. Returns null, or the first error; then no file is left. */
  keep(): string | null;
  /** Discards the file. */
  drop(): void;
}

/**
 * Opens the file synchronously, because the caller cannot wait (docs/decisions/0080); `keep`
 * returns the first error. `mode`: the permissions of a new file; a replaced file keeps its own.
 */
export function openFile(path: string, mode = 0o666): FileInPieces {
  let wrong: unknown = null;
  const tried = <T>(act: () => T): T | null => {
    if (wrong !== null) return null;
    try {
      return act();
    } catch (error) {
      wrong = error;
      return null;
    }
  };
  const target = tried(() => existing(() => realpathSync(path))) ?? path;
  const former = tried(() => existing(() => statSync(target).mode & 0o777));
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const file = tried(() => {
    mkdirSync(dirname(target), { recursive: true });
    return openSync(beside, 'w', former ?? mode);
  });
  const drop = (): void => {
    if (file === null) return;
    closeSync(file);
    rmSync(beside, { force: true });
  };
  let at = 0;
  return {
    write: (bytes) =>
      void tried(() => {
        for (let from = 0; from < bytes.length && file !== null; ) {
          const count = writeSync(file, bytes, from, bytes.length - from, at);
          from += count;
          at += count;
        }
      }),
    restart: () =>
      void tried(() => {
        at = 0;
        if (file !== null) ftruncateSync(file, 0);
      }),
    keep() {
      tried(() => {
        if (file !== null) fsyncSync(file);
      });
      if (wrong === null) tried(() => renameSync(beside, target));
      drop();
      return wrong === null ? null : wrong instanceof Error ? wrong.message : String(wrong);
    },
    drop,
  };
}

function existing<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
