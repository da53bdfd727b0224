// Builds the code of the command and the package for Node, into a given folder: the entries and,
// beside them, shared modules that load on demand. The dependencies of package.json stay packages.
// Sources listed after the folder (check/check), from src, become entries too, for benchmarks of a
// part.
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
  // The exports of package.json.
  main: 'package/main.ts',
  serve: 'package/serve.ts',
  language: 'package/language.ts',
  // The thread of PGlite; the module that starts it finds the entry beside itself.
  thread: 'store/postgres/embedded/thread.ts',
  ...Object.fromEntries(further.map((name) => [name.replaceAll('../', ''), `${name}.ts`])),
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
      // In one folder, so that addresses relative to any module are the same.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
// `ninefold explain` prints them.
for (const folder of [join(sources, 'check', 'rules'), join(sources, 'explorer', 'pages')]) {
  for (const name of readdirSync(folder)) if (name.endsWith('.md')) cpSync(join(folder, name), join(out, 'rules', name));
}
