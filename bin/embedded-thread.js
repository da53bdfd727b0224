// The entry of the thread that holds PGlite, in a clone, where the sources run as they are (through
// tsx). What is built starts its threads by themselves; a run of the tests builds this one.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = process.env.NINEFOLD_BUILT_PROGRAMS;
if (built === undefined) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  await import(new URL('../src/store/postgres/embedded/thread.ts', import.meta.url).href);
} else await import(pathToFileURL(join(built, 'thread.js')).href);
