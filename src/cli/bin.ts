import { watch } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { version } from '../base/version.ts';
import { openFile } from '../serve/files/open-file.ts';
import type { Machine } from './machine.ts';
import { productRuntime } from './product-runtime.ts';
import { fileInPieces, readWhole, scratchFile } from './read-file.ts';
import { runCli } from './run.ts';

const host: Machine = {
  cwd: process.cwd(),
  // https://no-color.org: any non-empty value.
  color: process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
  readFile: readWhole,
  fileInPieces,
  scratchFile,
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  writeFile: async (path, bytes) =>
    replaceFile(path, bytes).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
  openFile,
  listFolder: (path) =>
    readdir(path, { withFileTypes: true }).then(
      (entries) => entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort(),
      () => null,
    ),
  removeFile: (path) => rm(path, { force: true }),
  productRuntime,
  readLine,
  watch: watchFiles,
  environment: (name) => process.env[name],
  interrupted: () =>
    new Promise((done) => {
      process.once('SIGINT', () => done());
      process.once('SIGTERM', () => done());
    }),
  exit(code) {
    // Output may still be waiting for a pipe. The wait is limited, because the other end may not
    // read.
    setTimeout(() => process.exit(code), 200);
    process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
  },
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  streams: { input: process.stdin, output: process.stdout },
};

/**
 * Writes a temporary file beside the target and renames it, so that concurrent readers, and a
 * machine that crashes, find either the old content or the new.
 */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  // Replace the target of a link, not the link itself.
  const target = await realpath(path).catch(() => path);
  const known = await stat(target).catch(() => null);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(beside, bytes, known === null ? {} : { mode: known.mode & 0o777 });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function readLine(prompt: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise<string | null>((done) => {
      lines.once('close', () => done(null));
      lines.question(prompt, done);
    });
  } finally {
    lines.close();
  }
}

/** Watches folders, because an editor that replaces a file would end a watch on the file itself. */
function watchFiles(files: readonly string[], changed: () => void): { stop(): void } | { readonly why: string } {
  const names = new Map<string, Set<string>>();
  for (const file of files) {
    const path = resolve(file);
    names.set(dirname(path), (names.get(dirname(path)) ?? new Set()).add(basename(path)));
  }
  // Editors save in several steps, so changes within this time count as one.
  const settle = 60;
  let timer: NodeJS.Timeout | undefined;
  const watchers: { close(): void }[] = [];
  const stop = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const [folder, own] of names) {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null && !own.has(name)) return;
        clearTimeout(timer);
        timer = setTimeout(changed, settle);
      });
      watchers.push(watcher);
    }
  } catch (error) {
    stop();
    return { why: error instanceof Error ? error.message : String(error) };
  }
  return { stop };
}

/** `ninefold check … | head` closes the pipe early, which is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  // process.exit would lose output that is still waiting for a pipe.
  process.exitCode = await runCli(process.argv.slice(2), host, version);
} catch (error) {
  host.writeError(
    `This is a bug in Ninefold, not in your document. Please report it with the lines below.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 2;
}
