// Checks the size of everything that the browser loads before the first paint
// (docs/decisions/0002-ui-on-base-ui.md), in the workbench and in a built product.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoad, gzipped, total, withImports } from './first-load.ts';
import { productFolder, workbenchFolder } from './prepare.mjs';

/** In kB of 1000 bytes, after gzip. */
// The screens' cache is 11 kB of the first two (docs/decisions/0082-one-cache-on-the-screen.md).
// The engine's size includes all of its imports.
const limits = { workbench: 137, product: 136, styles: 13, engine: 167, database: 410 };

let failed = false;
function check(what: string, sizes: ReadonlyMap<string, number>, limit: number): void {
  for (const [file, size] of sizes) console.log(`  ${(size / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const size = total(sizes) / 1000;
  const over = size > limit;
  if (over) failed = true;
  console.log(`${over ? 'TOO BIG ' : ''}${what}: ${size.toFixed(1)} kB gzip, limit ${limit} kB`);
}

const site = join(productFolder, 'site');
for (const [name, folder, scripts] of [
  ['the workbench', workbenchFolder, limits.workbench],
  ['a built product', site, limits.product],
] as const) {
  const load = firstLoad(folder);
  check(`${name}: scripts before the first paint`, load.scripts, scripts);
  check(`${name}: styles before the first paint`, load.styles, limits.styles);
}
const files: readonly string[] = JSON.parse(readFileSync(join(productFolder, 'files.json'), 'utf8'));
const beside = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file));
check('a built product: the engine in its worker', withImports(site, beside(/worker.*\.js$/)), limits.engine);
const databases = beside(/\.wasm$/).map((file) => [file, gzipped(site, file)] as const);
check('a built product: the database beside it', new Map(databases), limits.database);
process.exitCode = failed ? 1 : 0;
