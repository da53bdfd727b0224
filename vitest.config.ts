import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites that replace modules with others (vi.mock): they run in a process of their own. */
const mocked = ['src/engine/on-postgres.test.ts'];

export default defineConfig({
  test: {
    // Vitest itself leaves one processor free, which on a small machine is half of it.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'testing/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/samples/**', '**/node_modules/**', ...mocked],
          // No module keeps state, so files share the modules that a worker has loaded: loading them for each file takes longer than most files.
          isolate: false,
          setupFiles: ['testing/fixed-seed.ts'],
          globalSetup: ['testing/run-folder-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'mocked',
          environment: 'node',
          include: mocked,
          globalSetup: ['testing/run-folder-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // After the others: a browser on a small machine wants it for itself.
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['testing/browser-setup.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is to be seen comes when it comes; a busy machine takes longer.
          expect: { poll: { timeout: 20_000, interval: 50 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
