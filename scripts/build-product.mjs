// Builds what `ninefold build` puts together with a document: dist/product, in a folder that is
// given. site/    the page of a site of many files, with hashed names, and its service worker
// single/  the same page and its worker as one file each, for a product that is one file
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, parse, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { noCircles, reachedFrom } from './reached.mjs';

const root = fileURLToPath(new URL('../src/runtime/site', import.meta.url));
const out = process.argv[2];
if (out === undefined) throw new Error('Name the folder to build into.');

/*
 * main.ts starts the worker and loads start.tsx, which renders. Each of the two is bundled into one
 * file, and so are the icons of later parts, dialogs, menus, forms, what is done with rows, and
 * small parts that few people see, because sixty small files cost a visitor more than their bytes,
 * and the first file names every other. No part is bundled with one that needs forms unless it
 * needs them too.
 */
/** @type {Parameters<typeof oneFileEach>[0]} */
const files = [
  'main.ts',
  'start.tsx',
  '../../ui/late-icons.ts',
  ['../screen/record-pieces.tsx', '../parts/details.tsx'],
  '../../ui/overlay/popover-popup.tsx',
  '../../ui/overlay/menu-pieces.tsx',
  '../../ui/overlay/dialog-popup.tsx',
  [
    '../inputs/event-form.tsx',
    '../inputs/new-record-form.tsx',
    '../inputs/field-editor.tsx',
    '../parts/form.tsx',
    '../parts/list/inline-form.tsx',
    '../parts/list/conversation.tsx',
    '../lists/filter-panel.tsx',
    '../lists/view-panel.tsx',
  ],
  [
    '../lists/row-menu.tsx',
    '../lists/record-drawer.tsx',
    '../lists/column-handles.tsx',
    '../parts/list/bulk-bar.tsx',
    '../parts/buttons.tsx',
    '../parts/timeline.tsx',
  ],
  [
    '../screen/refusal-page.tsx',
    '../screen/empty-product.tsx',
    '../screen/paper-view.tsx',
    '../screen/entrance.tsx',
    '../parts/component.tsx',
    'late-notices.tsx',
    '../parts/list/cards.tsx',
    '../inputs/shown-once.tsx',
    '../values/rows-view.tsx',
    '../palette/shortcut-list.tsx',
  ],
];

// Without its root, a file would be as many small ones again.
const gone = files.flat().filter((file) => !existsSync(join(root, file)));
if (gone.length > 0) throw new Error(`build-product.mjs names files that do not exist: ${gone.join(', ')}`);

/** What the package's index imports for all, but only screens of records use. */
const ofRecords = /[\\/](?:useQueries|queriesObserver)\.js$/;

/**
 * One file for each of these, or for several together, with all that it imports and that those
 * before it do not have.
 * @param {readonly (string | readonly [string, ...string[]])[]} roots relative to `root`
 */
const oneFileEach = (roots) =>
  roots.map((given, place) => {
    const starts = typeof given === 'string' ? [given] : given;
    const { name } = parse(starts[0]);
    return {
      /** @param {string} id @param {Parameters<typeof reachedFrom>[1]} modules */
      name: (id, modules) =>
        starts.some((file) => reachedFrom(join(root, file), modules).has(id)) && !(place < 2 && ofRecords.test(id)) ? name : null,
      debugName: name,
      priority: roots.length - place,
    };
  });

/**
 * Where a worker's first script imports a file, it requests what that file imports at the same
 * time, rather than once it has come and been read: Vite preloads such files in pages only.
 * @type {() => import('vite').Plugin}
 */
const withImports = () => ({
  name: 'with-imports',
  generateBundle(_options, bundle) {
    for (const entry of Object.values(bundle)) {
      if (entry.type !== 'chunk' || !entry.isEntry) continue;
      // If it fails, so does the import of the file, which reports that.
      for (const file of entry.dynamicImports)
        for (const imported of bundle[file]?.type === 'chunk' ? bundle[file].imports : [])
          entry.code = `import("./${basename(imported)}").catch(()=>{});${entry.code}`;
    }
  },
});

/** Classes by the file that each was made for. @type {Map<string, string>} */
const classes = new Map();

/**
 * A class's own name and three letters of its file's: Vite's names add 2 kB to the first files.
 * @param {string} name @param {string} file
 */
function shortName(name, file) {
  const path = relative(root, file);
  const short = `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
  if ((classes.get(short) ?? path) !== path)
    throw new Error(`${path} and ${classes.get(short)} have one name for “${name}”: make it longer`);
  classes.set(short, path);
  return short;
}

/**
 * The classes of each file of styles, by their names in code.
 * @type {Map<string, Record<string, string>>}
 */
const namesByFile = new Map();

/**
 * Writes the names of a file's classes as one text: an object has each name twice, and three
 * letters more, which is 0.9 kB in the first files.
 * @type {() => import('vite').Plugin}
 */
const classNames = () => ({
  name: 'class-names',
  enforce: 'post',
  resolveId: (id) => (id === 'class-names' ? id : null),
  load: (id) =>
    id === 'class-names'
      ? 'export const named = (end, names) => Object.fromEntries(names.split(" ").map((name) => [name, name + "_" + end]));'
      : null,
  transform(_code, id) {
    const names = Object.entries(namesByFile.get(id) ?? {});
    const end = names[0]?.[1].slice(-3);
    // A class that is composed of others has several names.
    if (!names.every(([name, made]) => made === `${name}_${end}`) || end === undefined) return null;
    const text = names.map(([name]) => name).join(' ');
    return `import { named } from 'class-names'; export default /* @__PURE__ */ named(${JSON.stringify(end)}, ${JSON.stringify(text)});`;
  },
});

/** @type {import('vite').InlineConfig} */
const common = {
  root,
  base: './',
  configFile: false,
  logLevel: 'warn',
  plugins: [react(), classNames()],
  css: { modules: { generateScopedName: shortName, getJSON: (file, names) => void namesByFile.set(file, names) } },
  worker: {
    format: 'es',
    plugins: () => [withImports()],
    // The engine is one file too.
    rolldownOptions: { output: { codeSplitting: { groups: oneFileEach(['../host/model-worker.ts']) } } },
  },
};

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
  plugins: [react(), classNames(), preloadStart(), noCircles()],
  build: {
    outDir: join(out, 'site'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Without the polyfill for browsers that do not preload modules, they load them a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: files.length + 1 },
            ...oneFileEach(files),
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
