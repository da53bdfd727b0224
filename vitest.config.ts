import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Suites that run in a process of their own: they replace modules with others (vi.mock), or compare
 * processor times, to which the garbage of other suites would add.
 */
const alone = ['src/engine/on-postgres.test.ts', 'src/model/growth.test.ts'];

/**
 * The files that take longest start first, so that no worker has one left when the others are done.
 * Vitest itself goes by the size of a file where it knows no times, as in a new clone.
 */
const longest = [
  ...alone,
  'src/verifier/verify.test.ts',
  'src/explorer/suggest.test.ts',
  'tests/security/organisations.test.ts',
  'tests/package/package.test.ts',
  'tests/serve/data.test.ts',
  'tests/security/leaks.test.ts',
  'tests/security/guests.test.ts',
  'src/cli/build.test.ts',
  'src/cli/verify.test.ts',
  'tests/security/asked-lists.test.ts',
  'tests/serve/process.test.ts',
  'src/store/migration/migration.test.ts',
  'src/workbench/views/edits-property.test.ts',
  'tests/security/organisation-entrances.test.ts',
  'tests/serve/outages.test.ts',
  'tests/faults/faults.test.ts',
  'tests/outbox/killed.test.ts',
  'src/store/postgres/embedded/pglite.test.ts',
  'tests/serve/screens-security.test.ts',
  'tests/faults/killed.test.ts',
  'tests/serve/broken-rules.test.ts',
  'tests/package/command.test.ts',
  'src/store/postgres/server/expressions.test.ts',
  'tests/serve/files.test.ts',
  'src/verify/scenarios-postgres.test.ts',
  'tests/serve/webshop.test.ts',
  'tests/serve/object-names.test.ts',
  'src/verifier/adapter/adapter.test.ts',
  'tests/conformance/realworld.test.ts',
  'src/verifier/planned-classes.test.ts',
  'tests/hostile.test.ts',
  'tests/security/rights.test.ts',
  'tests/browser/verify-screens.test.ts',
  'tests/browser/screens.test.ts',
  'tests/browser/main-flows.test.ts',
  'tests/browser/lists.test.ts',
  'tests/browser/served.test.ts',
  'tests/browser/product-pane.test.ts',
  'tests/browser/views.test.ts',
  'tests/browser/diagram.test.ts',
  'tests/browser/site.test.ts',
  'tests/browser/naughty.test.ts',
  'tests/browser/galleries.test.ts',
  'tests/browser/single-file.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/browser/keyboard.test.ts',
  'tests/browser/mailed-links.test.ts',
  'tests/browser/long-lists.test.ts',
  'tests/browser/verify.test.ts',
  'tests/browser/explore.test.ts',
  'tests/browser/tabs.test.ts',
  'tests/browser/diagram-walk.test.ts',
  'tests/browser/helpdesk.test.ts',
];

const gone = longest.filter((name) => !existsSync(new URL(name, import.meta.url)));
if (gone.length > 0) throw new Error(`vitest.config.ts names files that do not exist: ${gone.join(', ')}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = longest.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Which files a glob finds is not in the text by which a module is kept. */
const withoutGlobs: Plugin = {
  name: 'globs-are-not-kept',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined)),
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than there are processors: a third of the time files wait for a database, a server
    // or the browser.
    maxWorkers: availableParallelism() + 1,
    // What a file was compiled to is kept by its content: a run of one file takes half the time.
    experimental: { fsModuleCache: true },
    projects: [
      {
        plugins: [withoutGlobs],
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'testing/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/samples/**', '**/node_modules/**', ...alone],
          // No module keeps state, so files share the modules that a worker has loaded: loading them for each file takes longer than most files.
          isolate: false,
          setupFiles: ['testing/fixed-seed.ts', 'testing/compiled-postgres.ts'],
          globalSetup: ['testing/run-folder-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [withoutGlobs],
        test: {
          name: 'alone',
          environment: 'node',
          include: alone,
          globalSetup: ['testing/run-folder-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [withoutGlobs],
        test: {
          // After the others: a browser on a small machine wants it for itself.
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['testing/browser-setup.ts'],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          // What is to be seen comes when it comes; a busy machine takes longer.
          expect: { poll: { timeout: 60_000, interval: 50 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
