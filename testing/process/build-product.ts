import { productFolder, root } from '../../scripts/prepare.mjs';
import { build } from '../../src/cli/commands/build.ts';
import { diskHost } from './disk-host.ts';

/**
 * `ninefold build FILE --out FOLDER …` in this process, which starts two Node programs less;
 * paths begin at the root of this repository. The runtime must be built, as `npm test` does.
 */
export async function buildProduct(file: string, out: string): Promise<void> {
  const host = Object.assign(diskHost(root), { productRuntime: async () => ({ folder: productFolder }) });
  const code = await build.run([file, '--out', out], host, []);
  if (code !== 0) throw new Error(`The build of ${file} ended with ${code}: ${host.errors}`);
}
