// The entry of the thread of testing/postgres/blocking.ts: JavaScript that loads sources, since a thread knows nothing of the loader that its process runs under.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import(new URL('./blocking-thread.ts', import.meta.url).href);
