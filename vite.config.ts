import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    manifest: true,
    // Data addresses would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // React changes seldom: a file of its own stays in the browser's cache over our releases.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
});
