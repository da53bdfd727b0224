import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/*
 * Keeps PGlite's WebAssembly in the process. Node shares the compiled functions of a module with
 * all threads while one of them has it, so a database that is opened again need not compile them:
 * that is half of what opening takes.
 */

const key = Symbol.for('ninefold.compiled-postgres');
const kept = globalThis as { [key]?: WebAssembly.Module };

// Files share the process, but each of them runs this.
if (kept[key] === undefined) {
  // As src/store/postgres/embedded/pglite.ts sets it, which is too late for this module.
  setFlagsFromString('--wasm-tiering-budget=18000000');
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  kept[key] = new WebAssembly.Module(readFileSync(join(dirname(entry), 'pglite.wasm')));
}
