// Keeps what is sent to the browser before the first paint within its limits (docs/decisions/0002-ui-on-base-ui.md).
import { firstLoad, total } from './first-load.ts';

/** In kB of 1000 bytes, after gzip. */
const limits = { scripts: 150, styles: 20 };

const load = firstLoad();
let failed = false;
for (const kind of ['scripts', 'styles'] as const) {
  for (const [file, size] of load[kind]) console.log(`  ${(size / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const size = total(load[kind]) / 1000;
  const over = size > limits[kind];
  if (over) failed = true;
  console.log(`${over ? 'TOO BIG ' : ''}${kind} before the first paint: ${size.toFixed(1)} kB gzip, limit ${limits[kind]} kB`);
}
process.exitCode = failed ? 1 : 0;
