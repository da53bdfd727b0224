// The entry of the thread of testing/postgres/blocking.ts. It is JavaScript that loads sources,
// since a thread does not inherit the loader of its process.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import(new URL('./blocking-thread.ts', import.meta.url).href);
