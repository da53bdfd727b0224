/** The worker that keeps the data, from the file that the bundler makes of it. */
export const startWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'ninefold product' });
