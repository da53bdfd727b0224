// The entry of the thread that talks to a Postgres server. In a clone the sources run as they are (through tsx); in the published package, what was built from them.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = new URL('../src/store/postgres/server/io-thread.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  await import(source.href);
} else {
  await import(new URL('../dist/cli/postgres-thread.js', import.meta.url).href);
}
