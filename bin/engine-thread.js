// The entry of an engine thread in a clone, where the sources run as they are (through tsx). What is built starts its threads by themselves.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
await import(new URL('../src/serve/engine/thread.ts', import.meta.url).href);
