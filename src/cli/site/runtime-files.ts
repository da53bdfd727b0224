import { join } from 'node:path';
import type { ReadRuntimeFile } from '../../export/site/runtime.ts';
import type { Machine } from '../machine.ts';

/** Reads files of the product runtime from the folder. Rejects if a file is missing. */
export const runtimeFiles =
  (folder: string, host: Machine): ReadRuntimeFile =>
  async (path) => {
    const file = join(folder, path);
    const content = await host.readFile(file);
    if (content.kind !== 'file') throw new Error(`the product runtime is incomplete: cannot read ${file} (${content.kind})`);
    return content.bytes;
  };
