import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'testing/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/samples/**', '**/node_modules/**'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          // After the others and one file at a time: a browser on a small machine wants it for itself.
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is to be seen comes when it comes; a busy machine takes longer.
          expect: { poll: { timeout: 20_000, interval: 50 } },
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
