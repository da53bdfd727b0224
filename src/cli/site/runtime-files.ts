import { join } from 'node:path';
import type { ReadRuntimeFile } from '../../export/site/runtime.ts';
import type { Machine } from '../machine.ts';

/** The files of the product runtime in the folder that the host names. */
export const runtimeFiles =
  (folder: string, host: Machine): ReadRuntimeFile =>
  async (path) => {
    const file = join(folder, path);
    const content = await host.readFile(file);
    if (content.kind !== 'file') throw new Error(`the product runtime is incomplete: cannot read ${file} (${content.kind})`);
    return content.bytes;
  };
