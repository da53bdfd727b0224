import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { reachedFrom } from './scripts/reached.mjs';

const entry = fileURLToPath(new URL('src/workbench/main.tsx', import.meta.url));

/**
 * The workbench. A document is imported as text with `?raw`, in the browser and in tests alike:
 * `import helpdesk from '../../specs/helpdesk.md?raw';` (`.md` and `.txt`).
 */
export default defineConfig({
  root: 'src/workbench',
  base: '/',
  plugins: [react()],
  worker: { format: 'es' },
  // SQLite finds its .wasm beside its own module; a pre-bundled copy would look for it in the wrong folder.
  optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
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
        // React changes seldom: a file of its own stays in the browser's cache over our releases. All
        // else that is needed first is one file: sixty small ones take longer and more bytes.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: (id, modules) => (reachedFrom(entry, modules).has(id) ? 'first' : null), debugName: 'first', priority: 1 },
          ],
        },
      },
    },
  },
});
