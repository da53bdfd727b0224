import { openPool } from './pool.ts';
import type { Files } from './sqlite/files.ts';

/**
 * A tab that was just closed may still hold the files: how often to retry, and how long to wait
 * each time, in milliseconds.
 */
const patience = { times: 20, pause: 150 };

/**
 * Null if files are available, otherwise the reason. A file system that exists but fails is an
 * error, not a reason to continue without data.
 */
async function whyNoFiles(): Promise<string | null> {
  if (typeof navigator === 'undefined' || typeof navigator.storage?.getDirectory !== 'function') {
    return 'This browser has no file storage for pages (or the page is not served securely): what is written is gone when the tab closes.';
  }
  try {
    await navigator.storage.getDirectory();
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `This browser does not let the page keep files (private windows may not): what is written is gone when the tab closes. (${why})`;
  }
}

/**
 * Opens the files of one document in the browser's own file system (OPFS); only in a dedicated
 * worker, and only once at a time per `key`. Resolves to the reason if the browser offers none.
 * Rejects if another tab keeps them open. Imports little, because a worker calls it before its
 * engine has loaded.
 */
export async function openFiles(key: string): Promise<Files | string> {
  const none = await whyNoFiles();
  if (none !== null) return none;
  for (let attempt = 1; ; attempt++) {
    try {
      return await openPool(['ninefold', directoryName(key)]);
    } catch (error) {
      if (attempt >= patience.times)
        throw new Error(`the product's data cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
      await new Promise((resolve) => setTimeout(resolve, patience.pause));
    }
  }
}

/** Letters, digits, hyphens and underscores only; different keys have different names. */
const directoryName = (key: string): string =>
  Array.from(key, (character) => (/[a-z0-9-]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ''}_`)).join(
    '',
  ) || '_';
