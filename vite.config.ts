import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noCircles, reachedFrom } from './scripts/reached.mjs';

/**
 * What is loaded in nearly every visit, in this order. Each becomes one file with all that it needs
 * and the ones before it lack, so that none of them waits for a later one: in a circle of files
 * some code would run before what it calls is there.
 */
const pieces = [
  { name: 'first', root: 'workbench/main.tsx' },
  { name: 'product', root: 'runtime/product-app.tsx' },
  { name: 'editor', root: 'workbench/editor/text-editor.ts' },
  { name: 'reader', root: 'workbench/analysis/reader.ts' },
  { name: 'forms', root: 'runtime/inputs/event-form.tsx' },
].map(({ name, root }) => ({ name, root: fileURLToPath(new URL(`src/${root}`, import.meta.url)) }));

// Without its root, a piece would be as many small files again.
const gone = pieces.filter(({ root }) => !existsSync(root)).map(({ root }) => root);
if (gone.length > 0) throw new Error(`vite.config.ts names files that do not exist: ${gone.join(', ')}`);

type Modules = Parameters<typeof reachedFrom>[1];

/**
 * The workbench. A document is imported as text with `?raw`, in the browser and in tests alike:
 * `import helpdesk from '../../specs/helpdesk.md?raw';` (`.md` and `.txt`).
 */
export default defineConfig({
  root: 'src/workbench',
  base: '/',
  plugins: [react(), noCircles()],
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 4191, fs: { allow: ['../..'] } },
  build: {
    outDir: '../../dist/workbench',
    emptyOutDir: true,
    sourcemap: true,
    // Data addresses would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // React changes seldom: a file of its own stays in the browser's cache over our releases. Many
        // small files take longer and more bytes than one.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: pieces.length + 1 },
            ...pieces.map(({ name, root }, place) => ({
              name: (id: string, modules: Modules) => (reachedFrom(root, modules).has(id) ? name : null),
              debugName: name,
              priority: pieces.length - place,
            })),
          ],
        },
      },
    },
  },
});
