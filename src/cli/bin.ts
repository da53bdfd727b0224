import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { FileContent, Host } from './host.ts';
import { runCli } from './run.ts';

const host: Host = {
  cwd: process.cwd(),
  // https://no-color.org: any value that is not empty.
  color: process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
  readFile: read,
  writeFile: async (path, bytes) =>
    writeFile(path, bytes).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  streams: { input: process.stdin, output: process.stdout },
};

async function read(path: string): Promise<FileContent> {
  try {
    return { kind: 'file', bytes: await readFile(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === 'EISDIR') return { kind: 'folder' };
    if (code === 'EACCES' || code === 'EPERM') return { kind: 'denied' };
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  }
}

/** `ninefold check … | head` closes the pipe early: that is no mistake. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

try {
  // Not process.exit: what is still to be written to a pipe would be lost.
  process.exitCode = await runCli(process.argv.slice(2), host, version);
} catch (error) {
  host.writeError(
    `This is a mistake of Ninefold, not of your document. Please report it with the lines below.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 2;
}
