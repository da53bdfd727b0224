import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/*
 * Programs and threads that tests start. From its sources each would first load hundreds of files,
 * so a run builds all of them once (testing/run-folder-setup.ts).
 */

/** The environment variable with the folder of what was built. */
export const builtFolder = 'NINEFOLD_BUILT_PROGRAMS';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Their sources, by the names of their files; modules look for threads beside themselves. */
const programs = {
  thread: 'src/store/postgres/embedded/thread.ts',
  'blocking-thread': 'testing/postgres/blocking-thread.ts',
  'embedded-writer': 'testing/postgres/embedded-writer.ts',
  'contention-writer': 'testing/contention/contention-writer.ts',
  'folder-holder': 'testing/process/folder-holder.ts',
  opening: 'testing/opening.ts',
  'fault-writer': 'tests/faults/writer.ts',
  'full-folder': 'tests/faults/full-folder.ts',
  'outbox-child': 'tests/outbox/child.ts',
};

/** What Node is given to run a program: its built file, or where nothing is built its source. */
export function programArguments(name: keyof typeof programs): readonly string[] {
  const folder = process.env[builtFolder];
  return folder === undefined ? ['--import', 'tsx', join(root, programs[name])] : [join(folder, `${name}.js`)];
}

/** Builds all of them into a new folder below `dist`, from where they find their packages. */
export async function buildPrograms(name: string): Promise<string> {
  const outDir = join(root, 'dist', name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(programs).map(([program, source]) => [program, join(root, source)])),
        // In one folder, so that addresses relative to any module are the same.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return outDir;
}
