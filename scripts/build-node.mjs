// Builds what the command and the package run on Node, into a folder that is given: the entries
// and, beside them, the modules they share, which are loaded when they are needed. Packages that
// package.json names as dependencies stay packages. Sources named after the folder (check/check)
// become entries too: benchmarks of one function need them.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = join(root, 'src');
const [out, ...further] = process.argv.slice(2);
if (out === undefined) throw new Error('Name the folder to build into.');

/** The name of each entry in dist/node, and its source. */
const entries = {
  bin: 'cli/bin.ts',
  // What package.json exports.
  main: 'package/main.ts',
  serve: 'package/serve.ts',
  language: 'package/language.ts',
  // The thread that holds PGlite, which finds its entry beside the module that starts it.
  thread: 'store/postgres/embedded/thread.ts',
  ...Object.fromEntries(further.map((name) => [name, `${name}.ts`])),
};

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir: out,
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(sources, source)])),
      // In one folder: an address relative to a module is the same in all of them.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
// `ninefold explain` prints them.
for (const folder of [join(sources, 'check', 'rules'), join(sources, 'explorer', 'pages')]) {
  for (const name of readdirSync(folder)) if (name.endsWith('.md')) cpSync(join(folder, name), join(out, 'rules', name));
}
