import type { ExplorerPort } from './exploring.ts';

/** Starts the worker that explores, from the file that the bundler makes of it. */
export const startExplorer = (): ExplorerPort =>
  new Worker(new URL('./explorer-worker.ts', import.meta.url), { type: 'module', name: 'ninefold explorer' }) as ExplorerPort;
