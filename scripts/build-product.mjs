// Builds what `ninefold build` puts together with a document: dist/product, in a folder that is
// given. site/    the page of a site of many files, with hashed names, and its service worker
// single/  the same page and its worker as one file each, for a product that is one file
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { noCircles, reachedFrom } from './reached.mjs';

const root = fileURLToPath(new URL('../src/runtime/site', import.meta.url));
const out = process.argv[2];
if (out === undefined) throw new Error('Name the folder to build into.');

/** @type {import('vite').InlineConfig} */
const common = { root, base: './', configFile: false, logLevel: 'warn', plugins: [react()], worker: { format: 'es' } };

/*
 * main.ts starts the worker and loads start.tsx, which renders. Each of the two is bundled into one
 * file, and so are the icons of later parts, because sixty small files cost a visitor more than
 * their bytes.
 */
const files = ['main.ts', 'start.tsx', '../../ui/late-icons.ts'];

/**
 * Preloads start.tsx's files in the page, so that they load in parallel with main.ts.
 * @type {() => import('vite').Plugin}
 */
const preloadStart = () => ({
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      /** @type {import('vite').HtmlTagDescriptor[]} */
      const tags = [];
      const seen = new Set();
      /** @param {string | undefined} file */
      const add = (file) => {
        const chunk = file === undefined ? undefined : bundle[file];
        if (chunk?.type !== 'chunk' || seen.has(file)) return;
        seen.add(file);
        if (html.includes(`./${file}`)) return;
        tags.push({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` } });
        for (const css of chunk.viteMetadata?.importedCss ?? [])
          tags.push({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `./${css}` } });
        for (const imported of chunk.imports) add(imported);
      };
      const start = join(root, 'start.tsx');
      add(Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.moduleIds.includes(start))?.fileName);
      if (tags.length === 0) throw new Error('start.tsx has no file of its own');
      return tags.map((tag) => ({ ...tag, injectTo: 'head' }));
    },
  },
});

/** @param {string} input @param {string} folder @param {'es' | 'iife'} [format] */
const oneFile = (input, folder, format = 'es') =>
  build({
    ...common,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: join(root, input),
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]', codeSplitting: false, format },
      },
    },
  });

await build({
  ...common,
  plugins: [react(), preloadStart(), noCircles()],
  build: {
    outDir: join(out, 'site'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: files.length + 1 },
            // An earlier one takes what a later one needs as well.
            ...files.map((file, place) => ({
              /** @param {string} id @param {Parameters<typeof reachedFrom>[1]} modules */
              name: (id, modules) => (reachedFrom(join(root, file), modules).has(id) ? parse(file).name : null),
              debugName: parse(file).name,
              priority: files.length - place,
            })),
          ],
        },
      },
    },
  },
});
const single = join(out, 'single');
await oneFile('single.tsx', join(single, 'page'));
// Plain scripts, because a page opened from disk may not start a module worker.
await oneFile('../host/single-worker.ts', join(single, 'worker'), 'iife');
await oneFile('service-worker.ts', join(single, 'service-worker'), 'iife');

/** @param {string} folder @param {string} prefix @returns {string[]} */
const filesIn = (folder, prefix = '') =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  );

/** @param {string} folder @param {RegExp} pattern */
const only = (folder, pattern) => {
  const found = filesIn(folder).filter((name) => pattern.test(name));
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${folder}: expected one file like ${pattern}, found ${found.join(', ')}`);
  return readFileSync(join(folder, found[0]));
};

const parts = {
  'page.js': only(join(single, 'page'), /\.js$/),
  'page.css': only(join(single, 'page'), /\.css$/),
  'worker.js': only(join(single, 'worker'), /\.js$/),
  'sqlite3.wasm': only(join(out, 'site', 'assets'), /\.wasm$/),
};
writeFileSync(join(out, 'site', 'sw.js'), only(join(single, 'service-worker'), /\.js$/));
rmSync(single, { recursive: true });
mkdirSync(single);
for (const [name, content] of Object.entries(parts)) writeFileSync(join(single, name), content);

// The command reads files by name and lists no folders.
const site = filesIn(join(out, 'site')).filter((name) => !['index.html', 'sw.js'].includes(name));
writeFileSync(join(out, 'files.json'), `${JSON.stringify(site.sort(), null, 1)}\n`);
