import { productFolder, root } from '../../scripts/prepare.mjs';
import { build } from '../../src/cli/commands/build.ts';
import { diskHost } from './disk-host.ts';

/**
 * Runs `ninefold build FILE --out OUT …` in this process, which saves starting two Node programs;
 * paths are relative to the repository's root. The runtime must be built already, as `npm test`
 * does.
 */
export async function buildProduct(file: string, out: string, ...options: readonly string[]): Promise<void> {
  const host = Object.assign(diskHost(root), { productRuntime: async () => ({ folder: productFolder }) });
  const code = await build.run([file, '--out', out, ...options], host, []);
  if (code !== 0) throw new Error(`The build of ${file} ended with ${code}: ${host.errors}`);
}
