// The entry of the thread that holds PGlite, in a clone, where the sources run as they are (through
// tsx). What is built starts its threads by themselves.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
await import(new URL('../src/store/postgres/embedded/thread.ts', import.meta.url).href);
