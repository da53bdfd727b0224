import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Machine } from '../../src/cli/machine.ts';
import { fileInPieces, readWhole } from '../../src/cli/read-file.ts';
import { openFile } from '../../src/serve/files/open-file.ts';
import { type MemoryHost, memoryHost } from './memory-host.ts';

/** A host with the files of a folder that captures its output. Faster than a separate process. */
export function diskHost(folder: string): MemoryHost {
  const path = (name: string): string => resolve(folder, name);
  const disk: Partial<Machine> = {
    readFile: (name) => readWhole(path(name)),
    async writeFile(name, bytes) {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), bytes);
      return null;
    },
    fileInPieces: (name) => fileInPieces(path(name)),
    openFile: (name, mode) => openFile(path(name), mode),
    listFolder: (name) =>
      readdir(path(name), { withFileTypes: true }).then(
        (entries) => entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort(),
        () => null,
      ),
    removeFile: (name) => rm(path(name), { force: true }),
  };
  // The output is read through accessors, which a copy would freeze.
  return Object.assign(memoryHost(), disk);
}
