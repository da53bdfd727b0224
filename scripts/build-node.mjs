// Builds what the published package runs on Node: dist/cli, dist/serve and what they need, each source a file of its own in the same place, so that addresses
// relative to a file lead to the same as in src. `ninefold` runs it where the sources are not there; benchmarks run it too.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] ?? `${root}dist`;
const sources = `${root}src`;
// The layers that run on Node; dist holds the workbench and the product's runtime besides.
const layers = readdirSync(sources).filter((name) => !['workbench', 'runtime', 'ui'].includes(name));
for (const layer of layers) rmSync(`${out}/${layer}`, { recursive: true, force: true });

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir: out,
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: ['cli/bin.ts', 'serve/engine/thread.ts', 'store/postgres/server/io-thread.ts'].map((file) => `${sources}/${file}`),
      output: { format: 'es', preserveModules: true, preserveModulesRoot: sources, entryFileNames: '[name].js' },
    },
  },
});
// `ninefold explain` prints them.
for (const name of readdirSync(`${sources}/check/rules`)) {
  if (name.endsWith('.md')) cpSync(`${sources}/check/rules/${name}`, `${out}/check/rules/${name}`);
}
