// The entry of the thread of testing/postgres/blocking.ts. It is JavaScript that loads what is
// built for a run of the tests, or else sources, since a thread does not inherit the loader of its
// process.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = process.env['NINEFOLD_BUILT_PROGRAMS'];
if (built === undefined) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
  await import(new URL('./blocking-thread.ts', import.meta.url).href);
} else await import(pathToFileURL(join(built, 'blocking-thread.js')).href);
