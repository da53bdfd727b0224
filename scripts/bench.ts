// `npm run bench`: runs benchmarks/*.bench.ts one after the other and prints their figures.
// Arguments select files by a part of their name.
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Figure } from '../benchmarks/benchmark.ts';

const folder = fileURLToPath(new URL('../benchmarks', import.meta.url));
const wanted = process.argv.slice(2);
const chosen = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort();

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2));

function row({ name, value, unit, against }: Figure): string {
  const ratio = against ? `${(value / against.value).toFixed(2)} of ${against.name} (${number(against.value)})` : '';
  return `  ${name.padEnd(60)} ${number(value).padStart(10)} ${unit.padEnd(3)} ${ratio}`.trimEnd();
}

console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`);
if (chosen.length === 0) {
  console.error(`There is no benchmark named ${wanted.join(' or ')}.`);
  process.exitCode = 2;
}
for (const file of chosen) {
  try {
    const { benchmark }: { benchmark: Benchmark } = await import(join(folder, file));
    console.log(`\n${benchmark.name}  (benchmarks/${file})`);
    for (const figure of await benchmark.run()) console.log(row(figure));
  } catch (error) {
    console.error(`\nbenchmarks/${file} failed:`, error);
    process.exitCode = 1;
  }
}
